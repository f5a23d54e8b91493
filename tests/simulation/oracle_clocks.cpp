// The oracle's own clocks, compared with every time that the server stores, sends or acts on: P25.
// All are exact to the millisecond. A request counts from its arrival, so if one had to wait, what
// it leads to may show the time of its arrival or any time since.
#include "common/overloaded.hpp"
#include "tests/simulation/oracle.hpp"

#include <algorithm>
#include <utility>

namespace jaipur::simulation {

using server::core::Record;
using server::core::RoomState;

namespace {

using server::core::Acted;
using server::core::BecameReady;
using server::core::MatchCutShort;
using server::core::RematchAsked;

// The seat whose request can have led to this, if any.
std::optional<Seat> requested_by(const server::core::RecordBody& body) {
    const Overloaded each{
        [](const Acted& acted) { return std::optional(acted.seat); },
        [](const BecameReady& ready) { return std::optional(ready.seat); },
        [](const RematchAsked& asked) { return std::optional(asked.seat); },
        [](const MatchCutShort& cut) {
            if (cut.reason == EndReason::Resigned)
                return std::optional(other(*cut.winner));
            return cut.reason == EndReason::Claimed ? cut.winner : std::nullopt;
        },
        [](const auto&) { return std::optional<Seat>(); },
    };
    return std::visit(each, body);
}

bool asks_for(const protocol::RequestBody& request, const server::core::RecordBody& body) {
    if (const auto* acted = std::get_if<Acted>(&body)) {
        const auto* act = as<protocol::Act>(request);
        return act && act->ply == acted->ply && act->action == acted->action;
    }
    if (const auto* cut = std::get_if<MatchCutShort>(&body))
        return cut->reason == EndReason::Resigned ? is<protocol::Resign>(request)
                                                  : is<protocol::ClaimWin>(request);
    return std::holds_alternative<BecameReady>(body) ? is<protocol::Ready>(request)
                                                     : is<protocol::AskRematch>(request);
}

} // namespace

Millis Oracle::now() const {
    return std::chrono::floor<Millis>(ground_.now() - started_);
}

// The arrival of the oldest request that waits, or was answered at this moment.
Millis Oracle::oldest_request() const {
    Millis oldest = served_.first == ground_.events() ? served_.second : now();
    for (const auto& [id, session] : sessions_)
        if (!session.asked.empty())
            oldest = std::min(oldest, session.asked.front().at);
    return oldest;
}

void Oracle::served(Millis arrival) {
    const bool first = served_.first != ground_.events();
    served_ = {ground_.events(), first ? arrival : std::min(served_.second, arrival)};
}

void Oracle::time_passes() const {
    for (const auto& [code, room] : rooms_)
        if (const char* what = room.account.overdue(room.state, now()))
            throw Violation("P25", what);
}

// ---- records -----------------------------------------------------------------------------------

// When the request for this record arrived; nothing if a timer made it.
std::optional<Millis> Oracle::requested_at(const Record& record) const {
    const auto seat = requested_by(record.body);
    for (const auto& [id, session] : sessions_) {
        const bool is_there = seat && session.room == record.room && session.seat == seat;
        if (is_there && !session.asked.empty() && session.asked.front().body &&
            asks_for(*session.asked.front().body, record.body))
            return session.asked.front().at;
    }
    return std::nullopt;
}

void Oracle::made(const Record& record) {
    const bool is_aside = server::core::is_aside(record.body);
    const Times times{record.clock_left, record.absence};
    made_[record.number] = {record.room, times, is_aside};
    const auto found = rooms_.find(record.room);
    if (found == rooms_.end() || found->second.state.closed)
        return; // it opens the room
    const RoomState& room = found->second.state;
    Account& account = found->second.account;
    account.record_made();
    if (const auto arrival = requested_at(record))
        require(times == account.at(room, *arrival), "P25",
                "a request is charged for another time than until its arrival");
    else
        require(is_between(times, account.at(room, oldest_request()), account.at(room, now())),
                "P25", "a record has other clocks than have run");
    check_made(room, account, record, times);
    ground_.count("clocks of a record compared");
}

void Oracle::check_made(const RoomState& room, const Account& account, const Record& record,
                        const Times& times) const {
    if (const auto* acted = std::get_if<Acted>(&record.body))
        require(!room.options.clock || times.left[acted->seat] > Millis{0} ||
                    room.players[acted->seat]->bot,
                "P25", "a player acts after their time has run out");
    const auto* cut = std::get_if<MatchCutShort>(&record.body);
    if (!cut)
        return;
    const Seat turn = room.match.state.turn;
    if (cut->reason == EndReason::Timeout)
        require(room.options.clock && room.match.phase == Phase::Playing &&
                    cut->winner == other(turn) && times.left[turn] == Millis{0},
                "P25", "a match ends by a timeout, and the player has time left");
    require(cut->reason != EndReason::Timeout || !room.players[turn]->bot, "P25",
            "a bot loses on time");
    if (cut->reason == EndReason::Claimed) {
        const Seat loser = other(*cut->winner);
        require(account.may_claim_from(room, loser, times), "P25", "a claim is granted too early");
        if (!account.is_gone(room, loser, times))
            ground_.count("claimed from a slow player");
    }
    if (cut->reason == EndReason::Abandoned)
        require(!account.is_anybody_there(), "P25", "a match with a player is abandoned");
}

void Oracle::answered_clocks(std::uint64_t number, server::core::Stored result) {
    const auto made = made_.find(number);
    if (made == made_.end())
        return;
    if (const auto found = rooms_.find(made->second.room); found != rooms_.end()) {
        found->second.account.record_answered(now());
        if (result == server::core::Stored::Full && !made->second.is_aside)
            found->second.account.record_refused(made->second.times, now());
    }
    if (result == server::core::Stored::Full)
        made_.erase(made);
}

void Oracle::apply_clocks(Known& known, const Record& record, bool begins) {
    const auto made = made_.extract(record.number);
    if (made.empty() || made.mapped().is_aside)
        return;
    const Times stored{record.clock_left, record.absence};
    require(stored == made.mapped().times, "P25", "a record is stored with other clocks");
    known.account.record_stored(known.state, record, stored, begins, now());
}

// ---- messages ----------------------------------------------------------------------------------

void Oracle::check_clocks(const Session& session, const protocol::RoomInfo& info) {
    Known& known = rooms_.at(info.room);
    Account& account = known.account;
    const RoomState& room = known.state;
    const Times last = account.at(room, now());
    const Times first = account.at(room, oldest_request());
    const auto left = [&](const Times& times, Seat seat) {
        const Millis grace = std::chrono::seconds(room.options.grace);
        return std::max(grace - times.absence[seat], Millis{0}).count();
    };
    for (const Seat seat : all_seats) {
        if (!room.players[seat])
            continue;
        const protocol::RoomPlayer& shown = *info.players[seat];
        if (session.seat == other(seat))
            account.told_claim(seat, shown.claim_in, shown.overdue);
        require(shown.overdue ? Account::is_slow(room, seat, last)
                              : !Account::is_slow(room, seat, first),
                "P25", "a room message says wrongly who is overdue");
        if (account.is_just_gone(seat, now()) && shown.connected)
            continue;
        require(shown.connected != account.is_away(room, seat), "P25",
                "a room message says wrongly who is connected");
        const bool counts = account.counts_absence(room, seat);
        require(shown.claim_in.has_value() == counts, "P25",
                "the time until a claim is missing, or shown for nothing");
        require(!counts ||
                    (left(last, seat) <= *shown.claim_in && *shown.claim_in <= left(first, seat)),
                "P25", "the time until a claim is wrong");
        if (counts)
            ground_.count("absence compared");
        if (shown.overdue)
            ground_.count("overdue player shown");
    }
}

// `delayed`: as of that change of the game.
void Oracle::check_clock(const protocol::View& view, const Past* delayed) const {
    const Known& known = rooms_.at(view.room);
    const RoomState& room = known.state;
    check_move_time(view, delayed);
    require(view.clock.has_value() == room.options.clock.has_value(), "P25", "a clock is missing");
    if (!view.clock)
        return;
    const Match& match = delayed ? delayed->match : room.match;
    const bool runs = match.phase == Phase::Playing;
    require(view.clock->running.has_value() == runs &&
                (!runs || *view.clock->running == match.state.turn),
            "P25", "the wrong clock runs");
    const auto last = delayed ? delayed->left : known.account.at(room, now()).left;
    const auto first = delayed ? delayed->left : known.account.at(room, oldest_request()).left;
    for (const Seat seat : all_seats) {
        const auto shown = view.clock->remaining_ms[seat];
        require(last[seat].count() <= shown && shown <= first[seat].count(), "P25",
                "a clock shows another time than is left");
    }
    ground_.count("clock compared");
}

void Oracle::check_move_time(const protocol::View& view, const Past* delayed) const {
    const Known& known = rooms_.at(view.room);
    const RoomState& room = known.state;
    const Match& match = delayed ? delayed->match : room.match;
    const Seat turn = match.state.turn;
    const bool limited = !room.options.clock && match.phase == Phase::Playing &&
                         !room.players[Seat::Zero]->bot && !room.players[Seat::One]->bot;
    require(view.move_in.has_value() == limited, "P25",
            "the time for an action is missing, or shown for nobody");
    if (!limited)
        return;
    const auto last = delayed ? delayed->left : known.account.at(room, now()).left;
    const auto first = delayed ? delayed->left : known.account.at(room, oldest_request()).left;
    require(last[turn].count() <= *view.move_in && *view.move_in <= first[turn].count(), "P25",
            "a view shows another time for an action than is left");
    ground_.count("time for an action compared");
}

void Oracle::check_refused_claim(const Session& session, Millis arrival) const {
    if (!session.seat)
        return;
    const Known& known = rooms_.at(session.room);
    const Seat seat = other(*session.seat);
    require(known.account.is_just_gone(seat, now()) ||
                !known.account.may_claim_from(known.state, seat,
                                              known.account.at(known.state, arrival)),
            "P25", "a claim is refused, and the opponent has used up the time");
    ground_.count("claim refused");
    if (!known.account.is_away(known.state, seat) && Account::is_hurried(known.state, seat))
        ground_.count("claim refused: time left");
}

} // namespace jaipur::simulation
