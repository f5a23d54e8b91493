// Rooms derived from the texts of durable records.
#include "protocol/codec.hpp"
#include "protocol/observe.hpp"
#include "protocol/verify.hpp"
#include "server/store/record_codec.hpp"
#include "tests/simulation/oracle.hpp"
#include "tests/support/invariants.hpp"

#include <algorithm>
#include <exception>

namespace jaipur::simulation {

using server::core::Record;
using server::core::RoomState;

namespace {

Record read(const std::string& text) {
    const auto record = server::store::decode_record(text);
    require(record.has_value(), "P3", "a durable record can't be read back");
    return *record;
}

bool stands(const std::vector<protocol::Replay::Step>& steps, std::uint64_t ply, Seat seat,
            const Action& action) {
    return ply < steps.size() && steps[ply].seat == seat && steps[ply].action == action;
}

std::string_view name_of(EndReason reason) {
    return name(reason);
}

} // namespace

void Oracle::durable(const std::string& text) {
    durable_.emplace(read(text).number, text);
}

void Oracle::answered(std::uint64_t number, server::core::Stored result) {
    const auto node = durable_.extract(number);
    answered_clocks(number, result);
    if (result == server::core::Stored::Full)
        return require(node.empty(), "P5", "a refused record is on the disk");
    if (!node.empty()) // otherwise it isn't durable, and anything said about it is a lie
        apply(read(node.mapped()), node.mapped());
}

void Oracle::apply(const Record& record, const std::string& text) {
    applied_.emplace(record.number, record.room);
    Known& known = rooms_[record.room];
    if (known.state.closed)
        known = {}; // its code was reused
    RoomState& room = known.state;
    const bool first = room.opened == 0;
    const protocol::MatchId match = room.fresh.match;
    const bool over = room.match.phase == Phase::MatchOver;
    if (const auto* acted = std::get_if<server::core::Acted>(&record.body))
        check_step(room, *acted);
    if (std::holds_alternative<server::core::TableAborted>(record.body))
        for (const Seat seat : all_seats)
            if (const auto& player = room.players[seat]; player->commit && !player->nonce) {
                ++known.missed_reveals[seat];
                ground_.count("missed reveal");
            }
    try {
        server::core::apply(room, record);
    } catch (const std::logic_error&) {
        throw Violation("P3", "a durable record is inconsistent with its room");
    }
    if (ground_.is_planted(Planted::BendsRules) && room.match.ply > 4)
        ++room.match.state.traders[Seat::Zero].hand[Good::Gold];
    const std::string broken = test::broken_invariant(room.match);
    require(broken.empty(), "rules", broken.c_str());
    const bool agreed =
        server::core::has_agreed(room, Seat::Zero) && server::core::has_agreed(room, Seat::One);
    require(room.match.phase != Phase::Playing || agreed == bool(room.open), "P26",
            "spectators see hands that the players didn't agree to show, or the reverse");
    if (room.open && room.match.ply == 1)
        ground_.count("agreed spectator delay");
    if (std::holds_alternative<server::core::Chatted>(record.body)) {
        known.chat.push_back(room.chat.back());
        const std::string& line = room.chat.back().text;
        require(!line.starts_with("once ") || said_.insert(line).second, "P2",
                "a chat line that was sent once appeared twice");
    }
    if (std::holds_alternative<server::core::RoomOpened>(record.body))
        took_seat(known, Seat::Zero, record.number);
    else if (const auto* taken = std::get_if<server::core::SeatTaken>(&record.body))
        took_seat(known, taken->seat, record.number);
    else if (const auto* moved = std::get_if<server::core::SeatMoved>(&record.body))
        moved_seat(known, *moved);
    apply_clocks(known, record, first || room.fresh.match != match);
    Past& past = known.past[room.seq] = {room.match,
                                         room.fresh.match,
                                         {},
                                         room.round_events,
                                         known.account.left_at_change(),
                                         room.open && room.match.phase != Phase::Waiting};
    if (room.proof)
        past.proof = *room.proof;
    known.log.push_back(text);
    if (room.match.phase != Phase::MatchOver || over)
        return;
    replay_all(known);
    finished_.insert(room.fresh.match);
    ground_.count("match over");
    if (Account::is_over_days(room))
        ground_.count("match over days over");
    ground_.count(name_of(room.match.result->reason));
}

void Oracle::took_seat(Known& known, Seat seat, std::uint64_t record) {
    known.seated_by[seat] = record;
    known.seated_at[seat] = now();
    known.missed_reveals[seat] = 0;
    require(seats_of(known.state.players[seat]->token) == 1, "P2",
            "one request, repeated, took two seats");
}

void Oracle::moved_seat(Known& known, const server::core::SeatMoved& moved) {
    known.moved_at[moved.seat] = now();
    require(seats_of(moved.token) == 1, "P2", "a seat was moved onto another one");
    ground_.count("seat moved");
}

// The player in this seat asked for it, or a bot has the seat.
void Oracle::check_step(const RoomState& room, const server::core::Acted& acted) const {
    if (room.players[acted.seat] && room.players[acted.seat]->bot)
        return;
    // Without a match it applies wherever it arrives: a raw client may not know its room yet.
    for (const std::string& where : {protocol::hex(room.fresh.match), std::string()}) {
        const auto asked = intents_.find({where, acted.ply});
        if (asked != intents_.end() && std::find(asked->second.begin(), asked->second.end(),
                                                 acted.action) != asked->second.end())
            return;
    }
    throw Violation("P2", "an action was played that nobody requested at that ply");
}

void Oracle::replay_all(const Known& known) const {
    RoomState again;
    for (const std::string& text : known.log)
        server::core::apply(again, read(text));
    require(ground_.is_planted(Planted::BendsRules) || again == known.state, "P3",
            "replaying all records of a room gives another room");
}

void Oracle::compare(std::uint64_t number, const server::core::Lobby& lobby) {
    const auto applied = applied_.find(number);
    if (applied == applied_.end())
        return; // it was refused
    const Known& known = rooms_.at(applied->second);
    const RoomState* room = lobby.room(applied->second);
    require((room != nullptr) == !known.state.closed, "P3",
            "an open room is missing, or a closed one is still there");
    require(!room || *room == known.state, "P3", "a room differs from its durable records");
    ground_.count("state compared");
}

void Oracle::restarted(const server::core::Lobby& lobby, const Kept& kept) {
    durable_.clear();
    started_ = ground_.now();
    // Records that became durable without anyone being told.
    for (const auto& [number, text] : kept.appended)
        if (!applied_.contains(number)) {
            ground_.count("durable but never answered");
            apply(read(text), text);
        }
    made_.clear();
    std::size_t open = 0;
    for (auto& [code, known] : rooms_) {
        known.account.restarted();
        const RoomState* room = lobby.room(code);
        require((room != nullptr) == !known.state.closed, "P1",
                "a restart lost a room or brought one back");
        if (!room)
            continue;
        ++open;
        require(*room == known.state, "P1", "a room differs after a restart");
        if (server::core::runs(room->match.phase))
            ground_.count("restart in the middle of a match");
    }
    require(lobby.counts().rooms == open, "P1", "a room appeared from nowhere");
    check_acknowledged(lobby, kept);
}

// Actions that clients were told are done appear in the match, or in its replay.
void Oracle::check_acknowledged(const server::core::Lobby& lobby, const Kept& kept) const {
    std::map<protocol::MatchId, const RoomState*> current;
    for (const auto& [code, known] : rooms_)
        if (const RoomState* room = lobby.room(code))
            current[room->fresh.match] = room;
    for (const auto& [match, steps] : acknowledged_) {
        const auto running = current.find(match);
        const auto replay = kept.replays.find(match);
        std::vector<protocol::Replay::Step> stored;
        if (running != current.end()) {
            stored = running->second->steps;
        } else if (replay != kept.replays.end()) {
            stored = protocol::decode_replay(replay->second)->actions;
        } else {
            // Housekeeping was cut off; it is soon redone from the records.
            require(finished_.contains(match), "P1", "a match with acknowledged actions is gone");
            continue;
        }
        for (const auto& [step, action] : steps)
            require(stands(stored, std::get<0>(step), std::get<1>(step), action), "P1",
                    "an acknowledged action is lost");
    }
}

void Oracle::kept_replay(const std::string& text) {
    const auto replay = protocol::decode_replay(text);
    require(replay.has_value(), "P16", "a kept replay can't be read");
    require(protocol::verify(*replay).is_consistent(), "P16", "a kept replay is inconsistent");
    ground_.count("replay verified");
}

void Oracle::over(const server::core::Lobby& lobby, const Kept& kept) const {
    require(lobby.counts().running_matches == 0, "P14", "a match still runs");
    require(lobby.counts().rooms == 0, "P14", "an empty room is still open");
    require(kept.records.empty(), "P14", "records of closed rooms are still there");
    for (const protocol::MatchId& match : finished_)
        require(kept.replays.contains(match), "P1", "a finished match has no replay");
    check_acknowledged(lobby, kept);
}

// ---- looking -----------------------------------------------------------------------------------

const RoomState* Oracle::room(const std::string& code) const {
    const auto found = rooms_.find(code);
    return found == rooms_.end() ? nullptr : &found->second.state;
}

const RoomState* Oracle::room_of(SessionId session) const {
    const auto found = sessions_.find(session);
    return found == sessions_.end() ? nullptr : room(found->second.room);
}

const server::core::ChatLine* Oracle::never_heard(SessionId session) const {
    const auto found = sessions_.find(session);
    if (found == sessions_.end() || !found->second.seat || !room(found->second.room))
        return nullptr;
    const Known& known = rooms_.at(found->second.room);
    const auto& kept = known.state.chat;
    return !kept.empty() && kept.front().number < known.seated_by[*found->second.seat]
               ? &kept.front()
               : nullptr;
}

const Past* Oracle::past(const std::string& code, std::uint64_t seq) const {
    const auto found = rooms_.find(code);
    if (found == rooms_.end())
        return nullptr;
    const auto past = found->second.past.find(seq);
    return past == found->second.past.end() ? nullptr : &past->second;
}

std::size_t Oracle::running() const {
    return static_cast<std::size_t>(
        std::count_if(rooms_.begin(), rooms_.end(), [](const auto& room) {
            return server::core::runs(room.second.state.match.phase);
        }));
}

} // namespace jaipur::simulation
