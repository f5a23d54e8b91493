// What a world checks about everything that its peers are told.
#include "protocol/codec.hpp"
#include "tests/server/core/world.hpp"

#include <doctest/doctest.h>

#include <utility>

namespace jaipur::server::core::test {

namespace {

std::optional<std::uint64_t> re_of(const protocol::ServerMessage& message) {
    if (const auto* ok = std::get_if<protocol::Ok>(&message))
        return ok->re;
    return std::get<protocol::Error>(message).re;
}

} // namespace

void World::take(SessionId to, const protocol::ServerMessage& message) {
    REQUIRE(peers.contains(to)); // nothing for a closed connection
    Peer& peer = peers[to];
    REQUIRE(!peer.closed); // nor for one the server closed
    peer.heard.push_back(message);
    if (std::holds_alternative<protocol::Ok>(message) ||
        std::holds_alternative<protocol::Error>(message)) {
        take_reply(peer, re_of(message), message);
    } else if (const auto* room = std::get_if<protocol::RoomInfo>(&message)) {
        take_room(peer, *room);
    } else if (const auto* table = std::get_if<protocol::Commitments>(&message)) {
        const RoomState& shadow = shadows.at(peer.room->room);
        // It is out, or nobody contributed and the round was dealt at once.
        REQUIRE((shadow.table_published || shadow.match.phase == Phase::Playing));
        peer.table = *table;
        ++peer.tables;
    } else if (const auto* view = std::get_if<protocol::View>(&message)) {
        take_view(peer, *view);
    } else {
        take_chat(peer, std::get<protocol::Chat>(message));
    }
}

void World::take_reply(Peer& peer, std::optional<std::uint64_t> re,
                       const protocol::ServerMessage& message) {
    REQUIRE(!peer.asked.empty());
    const Asked asked = std::move(peer.asked.front());
    REQUIRE(re.value_or(0) == asked.id);
    peer.asked.pop_front();
    peer.replies.push_back(message);
    peer.kinds.push_back(asked.body ? protocol::type_of(*asked.body) : "");
    if (const auto* ok = std::get_if<protocol::Ok>(&message))
        take_ok(peer, *ok, asked);
}

// What was granted is stored, if it must be.
void World::take_ok(Peer& peer, const protocol::Ok& ok, const Asked& asked) {
    REQUIRE(asked.body.has_value());
    if (const auto* seated = std::get_if<protocol::Seated>(&ok.adds)) {
        peer.entering = true;
        if (seated->seat)
            REQUIRE(shadows.at(seated->room).players[*seated->seat].has_value());
    }
    if (const auto* act = as<protocol::Act>(*asked.body)) {
        const auto& steps = shadows.at(peer.room->room).steps;
        REQUIRE(act->ply < steps.size());
        REQUIRE(steps[act->ply].action == act->action);
        REQUIRE(steps[act->ply].seat == *peer.view->you);
    }
    if (is<protocol::Resign>(*asked.body) || is<protocol::ClaimWin>(*asked.body))
        REQUIRE(shadows.at(peer.room->room).match.phase == Phase::MatchOver);
}

void World::take_room(Peer& peer, const protocol::RoomInfo& room) {
    const RoomState& known = shadows.at(room.room);
    REQUIRE(room.fair.match == known.fresh.match);
    REQUIRE(room.fair.aborted == known.aborted);
    REQUIRE(room.phase == known.match.phase);
    const bool awaits_ready = room.phase == Phase::Waiting || room.phase == Phase::RoundOver;
    for (Seat seat : all_seats) {
        const auto& player = known.players[seat];
        REQUIRE(room.players[seat].has_value() == player.has_value());
        if (!player)
            continue;
        REQUIRE(room.players[seat]->name == player->name);
        REQUIRE(room.players[seat]->ready == (awaits_ready && is_ready(player)));
        REQUIRE(room.players[seat]->rematch == player->rematch);
    }
    peer.room = room;
    ++peer.rooms;
}

void World::take_chat(Peer& peer, const protocol::Chat& chat) {
    REQUIRE(stored_lines_.contains({chat.text, chat.at}));
    peer.chats.push_back(chat);
}

void World::take_view(Peer& peer, const protocol::View& view) {
    const RoomState& known = shadows.at(view.room);
    const bool late = known.open && !view.you;
    REQUIRE(view.seq <= known.seq);
    if (!late) {
        REQUIRE(view.seq == known.seq);
        REQUIRE(peer.room.has_value());
        REQUIRE(peer.room->phase == view.phase); // `room` comes first
    }
    if (!peer.entering) {
        REQUIRE(peer.view.has_value());
        if (late)
            REQUIRE(view.seq > peer.view->seq);
        else
            REQUIRE(view.seq == peer.view->seq + 1);
    }
    peer.entering = false;
    peer.view = view;
    ++peer.views;
}

} // namespace jaipur::server::core::test
