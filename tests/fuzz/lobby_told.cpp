// Carries out the lobby's output and checks it.
#include "protocol/codec.hpp"
#include "protocol/hash.hpp"
#include "protocol/playback.hpp"
#include "protocol/verify.hpp"
#include "server/store/record_codec.hpp"
#include "tests/fuzz/input.hpp"
#include "tests/fuzz/lobby_world.hpp"
#include "tests/support/invariants.hpp"

#include <algorithm>
#include <iterator>
#include <variant>

namespace jaipur::fuzz {

using namespace server::core;

namespace {

void check_replay(const protocol::Replay& replay, bool forged) {
    const auto read = protocol::decode_replay(protocol::encode(replay));
    require(read && *read == replay, "a kept match survives writing and reading");
    require(forged || protocol::verify(replay).is_consistent(), "a kept match is consistent");
    require(protocol::play_back(replay).whole, "a kept match can be played back");
}

} // namespace

// ---- what goes out -----------------------------------------------------------------------------

void LobbyWorld::check_room(const RoomCode& code) {
    const RoomState* room = lobby_->room(code);
    const auto shadow = shadows_.find(code);
    require((room != nullptr) == (shadow != shadows_.end()),
            "a room exists if and only if it is stored");
    if (!room)
        return;
    require(*room == shadow->second, "replaying the records gives the same room");
    if (room->match.round > 0)
        require(test::broken_invariant(room->match).empty(), "cards and tokens add up");
}

void LobbyWorld::carry_out(Output& out) {
    housekeeping(out);
    for (Record& record : out.records) {
        require(record.number == ++records_, "records are counted without gaps");
        unstored_.push_back(std::move(record));
    }
    std::vector<SessionId> closed;
    for (const Delivery& delivery : out.deliveries) {
        if (const auto* send = std::get_if<Send>(&delivery)) {
            tell(send->to, *send->message);
            continue;
        }
        const auto& [session, code, exception] = std::get<Disconnect>(delivery);
        require(exception == nullptr, "no request fails with an exception");
        require(peers_.contains(session) && !peers_[session].closed,
                "nobody is disconnected twice");
        peers_[session].closed = true;
        closed.push_back(session);
    }
    readable_ = nullptr;
    for (const SessionId session : closed)
        disconnect(session);
    std::ranges::move(out.guest_changes, std::back_inserter(unkept_));
    std::ranges::move(out.passwords, std::back_inserter(unhashed_));
    std::ranges::move(out.thoughts, std::back_inserter(thoughts_));
    while (mode == StoreMode::AtOnce && !thoughts_.empty())
        think();
    while (mode == StoreMode::AtOnce && hashes_owed())
        hash_password();
    while (mode == StoreMode::AtOnce && owes_guests())
        answer_guests(Stored::Durable);
    while (mode == StoreMode::AtOnce && store_owes())
        answer_store(Stored::Durable);
}

void LobbyWorld::housekeeping(const Output& out) {
    for (const Finished& match : out.finished)
        check_replay(match.replay, forged_);
    for (const Record& snapshot : out.snapshots) {
        auto& log = logs_[snapshot.room];
        log.erase(log.begin(), log.upper_bound(snapshot.number));
        log.emplace(snapshot.number, server::store::encode_record(snapshot));
    }
    for (const DiscardRange& range : out.discarded) {
        auto& log = logs_[range.room];
        log.erase(log.lower_bound(range.first), log.upper_bound(range.last));
        if (log.empty())
            logs_.erase(range.room);
    }
}

// Everything except most views, which take the most time: only the first, notable and some others.
bool LobbyWorld::is_to_be_read(const protocol::ServerMessage& message) {
    const auto* view = std::get_if<protocol::View>(&message);
    constexpr int first = 16, some = 8;
    if (!view || view->result)
        return true;
    ++views_;
    return views_ < first || views_ % some == 0;
}

void LobbyWorld::tell(SessionId to, const protocol::ServerMessage& message) {
    const auto found = peers_.find(to);
    require(found != peers_.end() && !found->second.closed,
            "nothing is sent to a closed connection");
    if (&message != readable_ && is_to_be_read(message)) { // several recipients may share it
        const auto read = protocol::decode_server(protocol::encode(message));
        require(read && *read == message, "every message can be decoded");
        readable_ = &message;
    }
    std::visit([&](const auto& body) { take(found->second, body); }, message);
    if (on_told)
        on_told(to, protocol::encode(message));
}

Result<protocol::Request, protocol::Error> LobbyWorld::answered(Peer& peer, std::uint64_t re) {
    require(!peer.asked.empty(), "only requests are answered");
    auto asked = std::move(peer.asked.front());
    peer.asked.pop_front();
    if (peer.excused > 0)
        --peer.excused;
    require(re == (asked ? asked->id : asked.error().re.value_or(0)), "answers keep their order");
    return asked;
}

void LobbyWorld::take(Peer& peer, const protocol::Error& error) {
    answered(peer, error.re.value_or(0));
}

void LobbyWorld::take(Peer& peer, const protocol::Ok& ok) {
    const bool excused = peer.excused > 0;
    const auto asked = answered(peer, ok.re);
    require(asked.has_value(), "malformed requests are refused");
    if (!excused)
        check_pass(peer, asked->body);
    if (const auto* seated = std::get_if<protocol::Seated>(&ok.adds)) {
        peer.seated = *seated;
        peer.entering = true;
        peer.room.reset();
        peer.view.reset();
        const auto& players = shadows_.at(seated->room).players;
        require(!seated->seat || players[*seated->seat], "a seat is stored before it is granted");
        if (seated->token)
            tickets_.push_back({seated->room, *seated->token});
    } else if (const auto* enter = as<protocol::Enter>(asked->body)) {
        require(!is_private() || keeps_pass(enter->pass), "a pass is stored before it is granted");
        peer.pass = enter->pass;
    } else if (const auto* key = std::get_if<protocol::SeatKey>(&ok.adds)) {
        last_key_ = key->key;
    } else if (is<protocol::LeaveRoom>(asked->body)) {
        peer.seated.reset();
        peer.room.reset();
        peer.view.reset();
    } else if (const auto* act = as<protocol::Act>(asked->body)) {
        const auto& steps = shadows_.at(peer.seated->room).steps;
        require(act->ply < steps.size() && steps[act->ply].action == act->action &&
                    steps[act->ply].seat == *peer.seated->seat,
                "an action is stored before it is granted");
    }
}

void LobbyWorld::take(Peer& peer, const protocol::RoomInfo& room) {
    require(peer.seated && peer.seated->room == room.room, "a room is sent only to its members");
    const RoomState& known = shadows_.at(room.room);
    require(room.phase == known.match.phase && room.fair.match == known.fresh.match &&
                room.fair.server_commit == known.server_commit && room.owner == owner(known),
            "a room message shows the stored state");
    peer.room = room;
}

void LobbyWorld::take(Peer& peer, const protocol::Commitments& table) {
    require(peer.seated && table.match == shadows_.at(peer.seated->room).fresh.match,
            "a table is for the room's current match");
}

void LobbyWorld::take(Peer& peer, const protocol::View& view) {
    require(peer.seated && peer.seated->room == view.room, "a view shows the viewer's room");
    const RoomState& known = shadows_.at(view.room);
    const bool late = known.open && !view.you;
    require(view.you == peer.seated->seat, "a view is for its viewer's seat");
    require(late ? view.seq <= known.seq : view.seq == known.seq, "a view shows the stored state");
    if (!peer.entering)
        require(peer.view && (late ? view.seq > peer.view->seq : view.seq == peer.view->seq + 1),
                "no view is skipped");
    for (const Seat seat : all_seats)
        if (view.phase == Phase::Playing && !late && view.you != seat)
            require(!view.players[seat].hand && !view.players[seat].herd, "hands are hidden");
    peer.entering = false;
    peer.view = view;
}

void LobbyWorld::take(Peer& peer, const protocol::Chat&) {
    require(peer.seated.has_value(), "chat is sent only to members");
}

} // namespace jaipur::fuzz
