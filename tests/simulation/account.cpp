#include "tests/simulation/account.hpp"

#include <algorithm>

namespace jaipur::simulation {

using server::core::RoomState;
using server::core::SessionId;

namespace {

constexpr Millis pause_after_refusal{1000};

Millis grace(const RoomState& room) {
    return std::chrono::seconds(room.options.grace);
}

// When a match begins.
PerSeat<Millis> full(const protocol::RoomOptions& options) {
    const Millis each = std::chrono::seconds(options.clock ? options.clock->initial
                                                           : options.patience.value_or(600));
    return {{each, each}};
}

bool is_person(const RoomState& room, Seat seat) {
    return room.players[seat] && !room.players[seat]->bot;
}

bool is_to_act(const RoomState& room, Seat seat) {
    return room.match.phase == Phase::Playing && room.match.state.turn == seat;
}

} // namespace

bool is_between(const Times& times, const Times& first, const Times& last) {
    return std::ranges::all_of(all_seats, [&](Seat seat) {
        return last.left[seat] <= times.left[seat] && times.left[seat] <= first.left[seat] &&
               first.absence[seat] <= times.absence[seat] &&
               times.absence[seat] <= last.absence[seat];
    });
}

// ---- what is seen ------------------------------------------------------------------------------

void Account::restarted() {
    times_ = stored_;
    at_ = free_since_ = Millis{0};
    in_flight_ = false;
    there_ = {};
    gone_ = {};
    told_ = {};
    told_slow_ = to_untell_ = {};
}

void Account::sat(const RoomState& room, Seat seat, SessionId session, Millis since) {
    settle(room, since);
    there_[seat] = session;
    gone_[seat].reset();
}

void Account::went(const RoomState& room, SessionId session, Millis since, Millis now) {
    for (const Seat seat : all_seats)
        if (there_[seat] == session) {
            settle(room, since);
            there_[seat].reset();
            gone_[seat] = now;
        }
}

void Account::record_answered(Millis now) {
    in_flight_ = false;
    free_since_ = now;
}

void Account::record_refused(const Times& made, Millis now) {
    times_ = made;
    at_ = now + pause_after_refusal;
}

void Account::record_stored(const RoomState& room, const server::core::Record& record,
                            const Times& made, bool begins, Millis now) {
    times_ = made;
    at_ = now;
    const auto& clock = room.options.clock;
    if (begins)
        times_ = {full(room.options), {}};
    if (!clock) // for another action
        times_.left = full(room.options);
    to_untell_ = told_slow_;
    if (const auto* acted = std::get_if<server::core::Acted>(&record.body); acted && clock)
        times_.left[acted->seat] += std::chrono::seconds(clock->increment);
    stored_ = times_;
    for (const Seat seat : all_seats)
        if (!room.players[seat])
            there_[seat].reset();
}

void Account::told_claim(Seat seat, std::optional<std::int64_t> left, bool overdue) {
    told_[seat] = left;
    told_slow_[seat] = overdue;
    to_untell_[seat] = false;
}

// ---- what follows ------------------------------------------------------------------------------

bool Account::is_away(const RoomState& room, Seat seat) const {
    return is_person(room, seat) && !there_[seat];
}

bool Account::is_over_days(const RoomState& room) {
    return !room.options.clock &&
           std::chrono::seconds(room.options.patience.value_or(600)) >= std::chrono::hours(24);
}

bool Account::counts_absence(const RoomState& room, Seat seat) const {
    return is_away(room, seat) && !is_over_days(room);
}

Times Account::at(const RoomState& room, Millis now) const {
    Times times = times_;
    if (now <= at_ || !server::core::runs(room.match.phase))
        return times;
    for (const Seat seat : all_seats) {
        if (counts_absence(room, seat))
            times.absence[seat] += now - at_;
        if (is_to_act(room, seat))
            times.left[seat] -= std::min(now - at_, times.left[seat]);
    }
    return times;
}

void Account::settle(const RoomState& room, Millis now) {
    times_ = at(room, now);
    at_ = std::max(at_, now);
}

bool Account::is_gone(const RoomState& room, Seat seat, const Times& times) const {
    return counts_absence(room, seat) && times.absence[seat] >= grace(room);
}

bool Account::is_hurried(const RoomState& room, Seat seat) {
    return !room.options.clock && is_to_act(room, seat) && is_person(room, seat) &&
           is_person(room, other(seat));
}

bool Account::is_slow(const RoomState& room, Seat seat, const Times& times) {
    return is_hurried(room, seat) && times.left[seat] == Millis{0};
}

// What this seat's opponent should have been told earlier than now, if anything.
const char* Account::untold(const RoomState& room, Seat seat, Millis now) const {
    if (!there_[other(seat)])
        return nullptr;
    const Millis left = std::max(grace(room) - times_.absence[seat], Millis{0});
    const bool is_told = told_[seat] && *told_[seat] <= 0;
    if (counts_absence(room, seat) && !is_told && is_after(at_ + left, now))
        return "a player has used up the absence time, and the opponent isn't told";
    if (is_hurried(room, seat) && !told_slow_[seat] && is_after(at_ + times_.left[seat], now))
        return "a player has used up the time for an action, and the opponent isn't told";
    if (to_untell_[seat] && is_after(at_, now))
        return "an action has come, and its player is still said to be overdue";
    return nullptr;
}

const char* Account::overdue(const RoomState& room, Millis now) const {
    if (in_flight_ || !server::core::runs(room.match.phase))
        return nullptr;
    const Seat turn = room.match.state.turn;
    if (room.options.clock && room.match.phase == Phase::Playing &&
        is_after(at_ + times_.left[turn], now))
        return "a player's time has run out, and the match goes on";
    for (const Seat seat : all_seats)
        if (const char* what = untold(room, seat, now))
            return what;
    return nullptr;
}

} // namespace jaipur::simulation
