// What is asked of the lobby, save the ways into a room (lobby_entry.cpp).
#include "protocol/text.hpp"
#include "server/core/lobby/impl.hpp"

#include <utility>

namespace jaipur::server::core {

using protocol::ErrorCode;

namespace {

constexpr std::size_t rooms_in_a_list = 50;

} // namespace

void Lobby::Impl::serve(const Asking& asking, const protocol::RequestBody& request) {
    std::visit([&](const auto& group) { serve(asking, group); }, request);
}

void Lobby::Impl::serve(const Asking& asking, const protocol::LobbyRequest& request) {
    std::visit([&](const auto& body) { serve(asking, body); }, request);
}

void Lobby::Impl::serve(const Asking& asking, const protocol::Ping&) {
    grant(asking, protocol::Pong{unix_ms(asking.now)});
}

void Lobby::Impl::serve(const Asking& asking, const protocol::ListRooms& request) {
    auto next = public_rooms.begin();
    if (request.after) {
        const auto after = protocol::room_code(*request.after);
        if (!after)
            return refuse(asking, ErrorCode::NoSuchRoom);
        next = public_rooms.upper_bound(*after);
    }
    protocol::RoomList list;
    for (; next != public_rooms.end(); ++next) {
        const Room& room = next->second->room;
        if (room.state().match.phase == Phase::MatchOver)
            continue;
        if (list.rooms.size() == rooms_in_a_list) {
            list.next = list.rooms.back().room;
            break;
        }
        list.rooms.push_back(room.listing());
    }
    grant(asking, std::move(list));
}

void Lobby::Impl::serve(const Asking& asking, const protocol::TableRequest& request) {
    Place* place = asking.session.room ? find_room(*asking.session.room) : nullptr;
    if (!place)
        return refuse(asking, ErrorCode::NotInRoom);
    if (!is_their_turn(*place, asking))
        return;
    auto decision = place->room.decide(asking.id, request, asking.now, entropy);
    if (auto* refused = std::get_if<Refused>(&decision))
        return refuse(asking, refused->code, std::move(refused->rule));
    if (auto* body = std::get_if<RecordBody>(&decision))
        return submit(*place, std::move(*body), asking);
    if (std::holds_alternative<protocol::LeaveRoom>(request))
        return leave(asking, *place);
    grant(asking);
}

// Without a record: a spectator goes, or a player whose seat is kept.
void Lobby::Impl::leave(const Asking& asking, Place& place) {
    place.room.leave(asking.id, asking.now);
    asking.session.room.reset();
    grant(asking);
    place.room.tell_room(asking.now, asking.out);
    reschedule(place);
}

} // namespace jaipur::server::core
