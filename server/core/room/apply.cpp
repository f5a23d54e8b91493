// What each kind of record changes in a room.
#include "server/core/room/state.hpp"
#include "server/core/room/views.hpp"

#include <chrono>
#include <stdexcept>
#include <string>
#include <utility>
#include <variant>

namespace jaipur::server::core {

namespace {

void require(bool fits) {
    if (!fits)
        throw std::logic_error("a record doesn't match its room");
}

bool everybody_is_ready(const RoomState& room) {
    return is_ready(room.players[Seat::Zero]) && is_ready(room.players[Seat::One]);
}

bool any_reveal_owed(const RoomState& room) {
    return owes_reveal(room, Seat::Zero) || owes_reveal(room, Seat::One);
}

protocol::Nonces nonces(const RoomState& room) {
    protocol::Nonces result;
    for (Seat seat : all_seats)
        if (const auto& player = room.players[seat])
            result[seat] = player->nonce;
    return result;
}

// Made when the match ends, because a player who leaves afterwards takes the commitment along.
protocol::Proof proof_of(const RoomState& room) {
    return {commitments(room), nonces(room), room.table, room.fresh.server_seed};
}

// Applies each kind of record.
class Applying {
  public:
    Applying(RoomState& room, const Record& record) : room_(room), record_(record) {}

    void operator()(const RoomOpened& opened) {
        require(room_.opened == 0);
        room_.code = record_.room;
        room_.opened = record_.number;
        room_.options = opened.options;
        room_.password = opened.password;
        room_.players[Seat::Zero] = new_player(opened.name, opened.token, opened.trader);
        if (opened.bot) {
            room_.players[Seat::One] = new_player(bot_name(*opened.bot), {}, {});
            room_.players[Seat::One]->bot = opened.bot;
        }
        set_up_match(opened.fresh);
    }

    void operator()(const SeatTaken& taken) {
        require(!room_.players[taken.seat] && !runs(room_.match.phase));
        room_.players[taken.seat] = new_player(taken.name, taken.token, taken.trader);
        room_.starter.reset(); // R5: a new pair of players
        pair_anew();
        if (taken.fresh)
            begin_match(*taken.fresh);
    }

    void operator()(const SeatMoved& moved) {
        Player& player = seated(moved.seat);
        require(!player.bot);
        player.token = moved.token;
        forget(player.moved_by);
        forget(player.push_by); // the other device's
        player.push.reset();
        player.moved_by = record_.number;
    }

    void operator()(const PushChanged& changed) {
        Player& player = seated(changed.seat);
        require(!player.bot);
        player.push = changed.to;
        forget(player.push_by);
        player.push_by = record_.number;
    }

    void operator()(const ChatSet& set) {
        room_.options.chat = stored_chat(set.from);
        forget(room_.chat_by);
        room_.chat_by = record_.number;
    }

    void operator()(const SeatLeft& left) {
        require(room_.players[left.seat].has_value() && !runs(room_.match.phase));
        forget(seated(left.seat).moved_by);
        forget(seated(left.seat).push_by);
        room_.players[left.seat].reset();
        pair_anew();
        if (left.fresh)
            abort_match(*left.fresh);
    }

    void operator()(const BecameReady& ready) {
        const Phase phase = room_.match.phase;
        require((phase == Phase::Waiting && !room_.table_published) || phase == Phase::RoundOver);
        Player& player = seated(ready.seat);
        player.ready = true;
        if (room_.match.phase == Phase::Waiting) {
            require(!ready.agreed || offers_delay(room_.options));
            player.commit = ready.commit;
            player.agreed = ready.agreed;
        }
        if (!everybody_is_ready(room_))
            return;
        const bool first_round = room_.match.phase == Phase::Waiting;
        change_.table = first_round; // even if nobody owes a reveal
        if (first_round && any_reveal_owed(room_))
            room_.table_published = true;
        else
            deal_round();
    }

    void operator()(const Revealed& revealed) {
        require(room_.table_published && owes_reveal(room_, revealed.seat) &&
                protocol::seat_commit(room_.fresh.match, room_.server_commit, revealed.seat,
                                      revealed.nonce) == seated(revealed.seat).commit);
        seated(revealed.seat).nonce = revealed.nonce;
        if (!any_reveal_owed(room_))
            deal_round();
    }

    void operator()(const TableAborted& aborted) {
        require(room_.table_published);
        for (Seat seat : all_seats)
            if (owes_reveal(room_, seat))
                ++seated(seat).missed_reveals;
        abort_match(aborted.fresh);
    }

    void operator()(const Acted& acted) {
        require(acted.ply == room_.match.ply);
        const auto events = play(room_.match, acted.seat, acted.action);
        require(events.has_value());
        room_.steps.push_back({acted.ply, acted.seat, acted.action, unix_ms(record_.at)});
        if (const auto& clock = room_.options.clock)
            room_.clock_left[acted.seat] += std::chrono::seconds(clock->increment);
        happened(*events);
        change_.room = room_.match.phase != Phase::Playing; // actions during play don't change it
    }

    void operator()(const MatchCutShort& cut) {
        require(runs(room_.match.phase) && is_from_outside(cut.reason));
        require(!cut.by_operator || (cut.reason == EndReason::Abandoned && !cut.winner));
        room_.ended_by_operator = cut.by_operator;
        happened(end_match(room_.match, cut.reason, cut.winner));
    }

    void operator()(const RematchAsked& asked) {
        require(room_.match.phase == Phase::MatchOver);
        seated(asked.seat).rematch = true;
        if (!asked.fresh)
            return;
        const Seat starter = rematch_starter(room_.match); // R18
        begin_match(*asked.fresh);
        room_.starter = starter;
    }

    void operator()(const Chatted& line) {
        const bool to_players = line.seat || !runs(room_.match.phase);
        room_.chat.push_back(
            {record_.number, line.seat, line.name, line.text, record_.at, to_players});
        if (room_.chat.size() > chat_lines_kept) {
            change_.forgotten.push_back(room_.chat.front().number);
            room_.chat.erase(room_.chat.begin());
        }
    }

    void operator()(const RoomClosed&) { room_.closed = true; }

    void operator()(const Snapshot& saved) {
        require(room_.opened == 0);
        static_cast<Snapshot&>(room_) = saved;
        room_.code = record_.room;
        set_up_match(saved.fresh);
        for (Seat seat : all_seats)
            if (const auto& player = saved.players[seat]) {
                room_.players[seat]->ready = player->ready;
                room_.players[seat]->commit = player->commit;
                room_.players[seat]->agreed = player->agreed;
            }
    }

    Change result() { return std::move(change_); }

  private:
    Player new_player(const std::string& name, const TokenHash& token,
                      std::optional<int> trader) const {
        Player player;
        player.trader = trader;
        player.name = name;
        player.token = token;
        player.seated_by = record_.number;
        return player;
    }

    Player& seated(Seat seat) {
        require(room_.players[seat].has_value());
        return *room_.players[seat];
    }

    // The record with this number, if any: nothing of it stays on the disk.
    void forget(std::uint64_t& number) {
        if (number > 0)
            change_.forgotten.push_back(number);
        number = 0;
    }

    void set_up_match(const FreshMatch& fresh) {
        room_.fresh = fresh;
        room_.server_commit = protocol::server_commit(fresh.match, fresh.server_seed);
        room_.table_published = false;
        room_.table = {};
        room_.match = {};
        room_.match.seals_to_win = static_cast<std::uint8_t>(room_.options.seals);
        room_.clock_left = full_clocks(room_.options);
        room_.absence = {};
        room_.steps.clear();
        room_.proof.reset();
        room_.round_events.clear();
        room_.first_starter = {};
        room_.open.reset();
        room_.ended_by_operator.reset();
        for (auto& player : room_.players.values)
            if (player) {
                player->ready = player->rematch = player->agreed = false;
                player->commit.reset();
                player->nonce.reset();
            }
    }

    // Agreements were for a match against another opponent, or against nobody yet.
    void pair_anew() {
        ++room_.pairing;
        for (auto& player : room_.players.values)
            if (player)
                player->agreed = false;
    }

    // From here on, spectators see both hands late. Only before the first deal: later, it would
    // show hands that the players didn't agree to show.
    void open_to_spectators() {
        require(room_.match.round == 0);
        room_.open.emplace(
            {{view_of(room_, protocol::Viewer::Spectator, room_.clock_left), {}}, {}});
    }

    void begin_match(const FreshMatch& fresh) {
        set_up_match(fresh);
        happened({});
    }

    void abort_match(const FreshMatch& fresh) {
        ++room_.aborted;
        begin_match(fresh); // `starter` stays: if it was their first match, it still is
    }

    void deal_round() {
        Match& match = room_.match;
        const auto round = static_cast<std::uint8_t>(match.round + 1);
        if (round == 1) {
            room_.table = protocol::transcript_hash(commitments(room_), nonces(room_));
            room_.table_published = false;
            room_.first_starter =
                room_.starter ? *room_.starter
                              : protocol::draw_starter(room_.fresh.server_seed, room_.table); // R5
            if (has_agreed(room_, Seat::Zero) && has_agreed(room_, Seat::One))
                open_to_spectators();
        }
        const Seat starter = round == 1 ? room_.first_starter : next_starter(match); // R5, R17
        for (auto& player : room_.players.values)
            player->ready = false;
        room_.round_events.clear();
        const auto shuffle = protocol::shuffle_round(room_.fresh.server_seed, room_.table, round);
        Events events;
        events.push_back(start_round(match, shuffle, starter));
        happened(events);
    }

    // The game has changed: one step for all viewers.
    void happened(const Events& events) {
        ++room_.seq;
        room_.round_events.insert(room_.round_events.end(), events.begin(), events.end());
        change_.view = true;
        change_.events = events;
        change_.match_over = room_.match.phase == Phase::MatchOver;
        if (change_.match_over)
            room_.proof.emplace(proof_of(room_));
        if (room_.open)
            change_.open_events = apply_spectator_delay(room_, {events.begin(), events.end()});
    }

    RoomState& room_;
    const Record& record_;
    Change change_;
};

} // namespace

Change apply(RoomState& room, const Record& record) {
    require(!room.closed && is_first(record.body) == (room.opened == 0));
    if (!is_aside(record.body)) {
        room.absence = record.absence;
        // Without a clock, the time for an action starts anew: no record comes in the middle of
        // one. (Release 0.1.0 stored 0.)
        room.clock_left = room.options.clock ? record.clock_left : full_clocks(room.options);
    }
    Applying applying(room, record);
    std::visit(applying, record.body);
    return applying.result();
}

} // namespace jaipur::server::core
