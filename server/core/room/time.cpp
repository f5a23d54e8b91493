// What happens in a room as time passes.
#include "server/core/room/room.hpp"
#include "server/core/room/views.hpp"

#include <algorithm>
#include <stdexcept>

namespace jaipur::server::core {

namespace {

// A timeout of 0 means no timeout.
bool is_set(milliseconds timeout) {
    return timeout > milliseconds{0};
}

} // namespace

Room::ClockSnapshot Room::clocks(Time now) const {
    ClockSnapshot current = clocks_;
    // After the store refused a record, `clocks_.at` is in the future: no clock runs until then.
    const milliseconds elapsed = now - clocks_.at;
    if (elapsed <= milliseconds{0})
        return current;
    current.at = now;
    if (!runs(state_.match.phase))
        return current;
    for (Seat seat : all_seats)
        if (is_away(seat) && !is_over_days())
            current.absence[seat] += elapsed;
    if (state_.match.phase == Phase::Playing) {
        milliseconds& left = current.clock_left[state_.match.state.turn];
        left = std::max(left - elapsed, milliseconds{0});
    }
    return current;
}

bool Room::is_gone(Seat seat, const ClockSnapshot& times) const {
    return is_away(seat) && times.absence[seat] >= grace();
}

bool Room::is_overdue(Seat seat, const ClockSnapshot& times) const {
    const auto left = move_left(state_, times.clock_left);
    return seat == state_.match.state.turn && left == milliseconds{0};
}

std::optional<Timer> Room::next_timer() const {
    FirstTimer timers;
    if (runs(state_.match.phase))
        match_timers(timers);
    else
        waiting_timers(timers);
    for (const Seat seat : all_seats)
        if (push_has_ended(seat))
            timers.add({Timer::Kind::PushEnds, clocks_.at, seat});
    if (timers.first && retry_at_)
        timers.first->at = std::max(timers.first->at, *retry_at_);
    return timers.first;
}

// During a match.
void Room::match_timers(FirstTimer& timers) const {
    using enum Timer::Kind;
    const Match& match = state_.match;
    if (operator_ends_)
        timers.add({OperatorEnds, clocks_.at, {}});
    if (match.phase == Phase::Playing) {
        const Seat turn = match.state.turn;
        if (is_bot(turn))
            bot_timers(turn, timers);
        if (state_.options.clock)
            timers.add({FlagFalls, clocks_.at + clocks_.clock_left[turn], turn});
        if (const auto left = move_left(state_, clocks_.clock_left); left && !is_late_)
            timers.add({ClaimOpens, clocks_.at + *left, turn});
    } else if (is_set(limits_.ready_taken_after)) {
        for (Seat seat : all_seats)
            if (!is_ready(state_.players[seat]))
                timers.add({ReadyTaken, phase_since_ + limits_.ready_taken_after, seat});
    }
    for (Seat seat : all_seats)
        if (is_away(seat) && !is_over_days() && clocks_.absence[seat] < grace())
            timers.add({ClaimOpens, clocks_.at + grace() - clocks_.absence[seat], seat});
    if (is_set(limits_.abandoned_after) && !seats_[Seat::Zero].session &&
        !seats_[Seat::One].session) {
        // A bot counts as away from the start. Over days, one player may use up the time for an
        // action, and the other one as much time again to notice it and claim the win.
        const Time last = std::max(seats_[Seat::Zero].away_since, seats_[Seat::One].away_since);
        const milliseconds after = is_over_days() ? 2 * patience() : limits_.abandoned_after;
        timers.add({Abandoned, last + after, {}});
    }
}

void Room::bot_timers(Seat seat, FirstTimer& timers) const {
    using enum Timer::Kind;
    if (!has_asked_bot())
        timers.add({BotThinks, turn_began(), seat});
    else if (asked_bot_->answer)
        timers.add({BotActs, turn_began() + bot_time(), seat});
    else if (!asked_bot_->at_once)
        timers.add({BotThinks, turn_began() + bot_share(), seat});
}

// How long a bot may think about an action: longer than it needs, unless the machine is busy. With
// a clock, at most a part of what is left beyond a reserve, which is for whatever else delays it.
milliseconds Room::bot_share() const {
    constexpr milliseconds longest{5000}, reserve{1000};
    constexpr int parts = 20;
    if (!state_.options.clock)
        return longest;
    const milliseconds left = clocks_.clock_left[state_.match.state.turn];
    return std::min(longest, std::max(left - reserve, milliseconds{0}) / parts);
}

// A person's pace. It follows from the number of the action alone, so it tells nothing about the
// bot's cards.
milliseconds Room::bot_time() const {
    constexpr int least = 60, range = 81; // percent of the average
    constexpr std::uint32_t spread = 37;  // shares no factor with `range`
    const auto percent = least + static_cast<int>(state_.match.ply * spread % range);
    const milliseconds usual = limits_.bot_time * percent / 100;
    return state_.options.clock ? std::min(usual, bot_share()) : usual;
}

// Over days, a player who is away reveals when they come back.
Time Room::reveal_overdue() const {
    Time due = table_since_ + limits_.reveal_timeout;
    if (!is_over_days())
        return due;
    const Time last = table_since_ + patience();
    for (const Seat seat : all_seats)
        if (owes_reveal(state_, seat))
            due = is_away(seat) ? last
                                : std::max(due, seats_[seat].away_since + limits_.reveal_timeout);
    return std::min(due, last);
}

// Over days, everything waits as long for a player as a move may take.
void Room::waiting_timers(FirstTimer& timers) const {
    using enum Timer::Kind;
    const auto wait = [&](milliseconds usual) {
        return is_over_days() ? std::max(usual, patience()) : usual;
    };
    if (state_.table_published && is_set(limits_.reveal_timeout))
        timers.add({RevealOverdue, reveal_overdue(), {}});
    if (state_.match.phase == Phase::Waiting && is_set(limits_.seat_freed_after))
        for (Seat seat : all_seats)
            if (is_away(seat)) {
                const Time since = std::max(seats_[seat].away_since, phase_since_);
                timers.add({SeatFreed, since + wait(limits_.seat_freed_after), seat});
            }
    if (is_deserted() && is_set(limits_.empty_room_dies_after)) {
        const Time since = std::max(deserted_since_, phase_since_);
        timers.add({RoomDies, since + wait(limits_.empty_room_dies_after), {}});
    }
}

bool Room::has_asked_bot() const {
    return asked_bot_ && asked_bot_->match == state_.fresh.match &&
           asked_bot_->ply == state_.match.ply;
}

void Room::ask_bot(Seat seat, Time now, Output& out) {
    const auto viewer = protocol::viewer_of(seat);
    const bool at_once = now - turn_began() >= bot_share();
    asked_bot_ = {state_.fresh.match, state_.match.ply, at_once, {}};
    out.thoughts.push_back({state_.code, *state_.players[seat]->bot,
                            view_of(state_, viewer, clocks(now).clock_left),
                            observed(state_.round_events, viewer), at_once});
}

void Room::thought(const Thought& thought) {
    const bool is_due = has_asked_bot() && state_.match.phase == Phase::Playing &&
                        thought.match == asked_bot_->match && thought.ply == asked_bot_->ply;
    if (!is_due)
        return;
    if (check(state_.match.state, state_.match.state.turn, thought.action))
        throw std::logic_error("a bot chose an illegal action");
    asked_bot_->answer = thought.action;
}

std::optional<RecordBody> Room::due(const Timer& timer, const Entropy& entropy) const {
    switch (timer.kind) {
    case Timer::Kind::BotActs:
        return Acted{timer.seat, state_.match.ply, *asked_bot_->answer};
    case Timer::Kind::FlagFalls:
        return MatchCutShort{EndReason::Timeout, other(timer.seat)};
    case Timer::Kind::RevealOverdue:
        return TableAborted{draw_match(entropy)};
    case Timer::Kind::ReadyTaken:
        return BecameReady{timer.seat, std::nullopt};
    case Timer::Kind::SeatFreed:
        return freed(timer.seat, entropy);
    case Timer::Kind::BotThinks:
    case Timer::Kind::ClaimOpens:
        return std::nullopt;
    case Timer::Kind::Abandoned:
        return MatchCutShort{EndReason::Abandoned, std::nullopt};
    case Timer::Kind::OperatorEnds:
        return MatchCutShort{EndReason::Abandoned, std::nullopt, operator_ends_};
    case Timer::Kind::RoomDies:
        return RoomClosed{};
    case Timer::Kind::PushEnds:
        return PushChanged{timer.seat, std::nullopt};
    }
    return std::nullopt;
}

void Room::do_due(const Timer& timer, Time now, Output& out) {
    if (timer.kind == Timer::Kind::BotThinks)
        ask_bot(timer.seat, now, out);
    else
        tell_claim(now, out);
}

void Room::not_stored(const Record& record, Time now) {
    if (!is_aside(record.body))
        clocks_ = {record.absence, record.clock_left, now + storage_retry};
    if (std::holds_alternative<Revealed>(record.body))
        table_since_ = now; // a full disk must not count as a missed reveal
}

} // namespace jaipur::server::core
