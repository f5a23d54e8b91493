// What the verifier notes during a match. verdict.cpp judges it.
#include "client/console/shuffle/verifier.hpp"

#include "client/console/translation.hpp"

#include <algorithm>

namespace jaipur::client::shuffle {

namespace {

// No real round comes near; an endless one must not fill the memory.
constexpr std::size_t most_events = 5000;

} // namespace

const RoundStarted* start_of(const std::vector<protocol::ObservedEvent>& events) {
    return events.empty() ? nullptr : std::get_if<RoundStarted>(&events.front());
}

void Verifier::enter(Entrance entrance, std::optional<Seat> seat) {
    *this = Verifier();
    entrance_ = entrance;
    seat_ = seat;
    pair_ = entrance == Entrance::SatDown ? Pair::New : Pair::Unknown;
}

void Verifier::remember(const KeptFair& kept) {
    fair_ = kept;
    in_match_ = true;
    doubt_opening();
}

void Verifier::reconnected() {
    cut_ = true;
    following_ = false;
    if (room_ && room_->phase == Phase::Waiting)
        doubt_opening();
}

// Until both have committed, a player who agreed to a rematch can be replaced by another of the
// same name: then the shuffle draws the starter.
void Verifier::doubt_opening() {
    if (fair_.opening.kind == Opening::Kind::Settled && !fair_.seat_commits)
        fair_.opening = {};
}

void Verifier::saw(const protocol::RoomInfo& room) {
    note_pair(room);
    if (!in_match_ || room.fair.match != fair_.match)
        begin_match(room);
    else if (room.fair.server_commit != fair_.server_commit)
        report_mismatch(_("the server changed its commitment during a match"));
    room_ = room;
    cut_ = false;
}

// Whether the same two players are there. A player who sits down is new, whatever the name.
void Verifier::note_pair(const protocol::RoomInfo& room) {
    const bool missed = cut_ && room.fair.match != fair_.match; // a match, or many
    bool free = false, renamed = false;
    for (const Seat seat : all_seats) {
        const auto& now = room.players[seat];
        free = free || !now;
        renamed = renamed ||
                  (now && room_ && room_->players[seat] && room_->players[seat]->name != now->name);
    }
    if (missed)
        pair_ = Pair::Unknown;
    if (!free && (!renamed || missed)) // new ones, too, may have played each other meanwhile
        return;
    pair_ = Pair::New;
    finished_ = false;
    if (room.phase == Phase::Waiting)
        fair_.opening = {Opening::Kind::Drawn, {}};
}

Opening Verifier::opening_of_next() const {
    if (pair_ == Pair::New)
        return {Opening::Kind::Drawn, {}};
    if (pair_ == Pair::Same && finished_ && next_starter_) // R18
        return {Opening::Kind::Settled, *next_starter_};
    return {};
}

void Verifier::begin_match(const protocol::RoomInfo& room) {
    // If the match began unseen, nobody knows whether it was the first of these two.
    const Opening opening = room.phase == Phase::Waiting ? opening_of_next() : Opening{};
    fair_ = KeptFair{room.fair.match, room.fair.server_commit, opening, std::nullopt, std::nullopt};
    in_match_ = true;
    following_ = false;
    rounds_.clear();
    verdict_ = {};
}

protocol::Hash Verifier::commit(const protocol::Secret& nonce) {
    fair_.nonce = nonce;
    return protocol::seat_commit(fair_.match, fair_.server_commit, seat_.value_or(Seat::Zero),
                                 nonce);
}

std::optional<protocol::Secret> Verifier::nonce() const {
    return fair_.nonce;
}

std::optional<KeptFair> Verifier::kept() const {
    return in_match_ ? std::optional(fair_) : std::nullopt;
}

std::string Verifier::saw(const protocol::Commitments& on_table) {
    std::string wrong;
    if (!in_match_ || on_table.match != fair_.match)
        wrong = _("the commitments on the table are for a different match");
    else if (on_table.server != fair_.server_commit)
        wrong = _("the server's commitment on the table isn't the one it published");
    else if (fair_.seat_commits && *fair_.seat_commits != on_table.seats)
        wrong = _("the commitments on the table were changed");
    else if (on_table.seats[Seat::Zero] && on_table.seats[Seat::Zero] == on_table.seats[Seat::One])
        wrong = _("both commitments on the table are the same");
    else if (seat_ && fair_.nonce &&
             on_table.seats[*seat_] !=
                 protocol::seat_commit(fair_.match, fair_.server_commit, *seat_, *fair_.nonce))
        wrong = _("this program's commitment isn't on the table");
    if (!wrong.empty()) {
        report_mismatch(wrong);
        return wrong;
    }
    fair_.seat_commits = on_table.seats;
    if (verdict_.status == ShuffleVerdict::Status::Unknown)
        verdict_ = {
            ShuffleVerdict::Status::Committed,
            _("Both players have committed to the shuffle. The proof comes at the end of the "
              "match.")};
    return {};
}

void Verifier::saw(const protocol::View& view, Telling telling) {
    if (!in_match_ || view.match != fair_.match)
        return; // never judge, and never call fair, what doesn't belong to the announced match
    if (telling == Telling::WholeRound)
        note_whole_round(view);
    else
        note_events(view);
    // Otherwise no view of that round would be checked against its deal.
    if (following_ && view.phase != Phase::Waiting && rounds_.back().number != view.round)
        report_mismatch(_("the server calls round {0} by a different number, {1}", view.round,
                          rounds_.back().number));
    note_view(view);
    note_results(view);
    if (view.phase == Phase::MatchOver)
        finish(view);
}

void Verifier::note_events(const protocol::View& view) {
    for (const protocol::ObservedEvent& event : view.events) {
        if (const auto* start = std::get_if<RoundStarted>(&event)) {
            rounds_.push_back({start->round, {}, {}, {}});
            following_ = true;
        }
        if (following_)
            rounds_.back().events.push_back(event);
    }
    if (following_ && rounds_.back().events.size() > most_events) {
        rounds_.pop_back();
        following_ = false;
    }
}

void Verifier::note_whole_round(const protocol::View& view) {
    following_ = false;
    const auto* start = start_of(view.events);
    if (!start || start->round != view.round || view.events.size() > most_events)
        return;
    if (rounds_.empty() || rounds_.back().number != view.round) {
        rounds_.push_back({view.round, {}, {}, {}});
    } else {
        const auto& before = rounds_.back().events;
        if (before.size() > view.events.size() ||
            !std::equal(before.begin(), before.end(), view.events.begin()))
            report_mismatch(_("the server tells round {0} differently from before", view.round));
    }
    rounds_.back().events = view.events;
    following_ = true;
}

void Verifier::note_view(const protocol::View& view) {
    if (!following_ || rounds_.back().number != view.round || view.phase == Phase::Waiting)
        return;
    protocol::SeenRound& round = rounds_.back();
    protocol::TimedView view_then{round.events.size(), view.market, view.deck, view.players};
    if (round.views.empty() || !(round.views.back() == view_then))
        round.views.push_back(view_then);
    if (round.views.size() > most_events)
        round.views.erase(round.views.begin());
}

// Only for rounds that were followed to their end; others cannot be replayed.
void Verifier::note_results(const protocol::View& view) {
    if (!view.result)
        return;
    for (protocol::SeenRound& round : rounds_) {
        const std::size_t at = round.number - 1u;
        const bool to_the_end =
            std::any_of(round.events.begin(), round.events.end(), [](const auto& event) {
                return std::holds_alternative<RoundEnded>(event);
            });
        if (!to_the_end || at >= view.result->rounds.size())
            continue;
        if (round.result && *round.result != view.result->rounds[at])
            report_mismatch(_("the server changed the result of round {0}", round.number));
        round.result = view.result->rounds[at];
    }
}

void Verifier::finish(const protocol::View& view) {
    if (verdict_.status != ShuffleVerdict::Status::Verified &&
        verdict_.status != ShuffleVerdict::Status::Mismatch)
        judge(view);
    finished_ = true;
    if (room_ && room_->players[Seat::Zero] && room_->players[Seat::One])
        pair_ = Pair::Same;
    next_starter_.reset();
    if (view.result && view.result->match && view.result->match->winner)
        next_starter_ = other(*view.result->match->winner); // R18
    else if (!rounds_.empty() && view.round == rounds_.back().number)
        if (const auto* start = start_of(rounds_.back().events))
            next_starter_ = other(start->starter);
}

} // namespace jaipur::client::shuffle
