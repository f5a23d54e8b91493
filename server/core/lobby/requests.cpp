// What is asked of the lobby, save the ways into a room (lobby_entry.cpp).
#include "server/core/bot/bot.hpp"
#include "server/core/lobby/impl.hpp"
#include "server/core/text.hpp"

#include <algorithm>
#include <utility>

namespace jaipur::server {

using protocol::ErrorCode;

namespace {

constexpr std::size_t rooms_in_a_list = 50;

bool knows_bot(std::string_view level) {
    return std::ranges::find(bot_levels(), level) != bot_levels().end();
}

// What can be said of a request without knowing anything but the request.
bool is_malformed(const protocol::RequestBody& request) {
    const auto* create = std::get_if<protocol::CreateRoom>(&request);
    if (!create)
        return false;
    const auto& password = create->options.password;
    const auto& bot = create->options.bot;
    return (password && !is_password(*password)) || (bot && !knows_bot(*bot));
}

bool leads_into_a_room(const protocol::RequestBody& request) {
    return std::holds_alternative<protocol::CreateRoom>(request) ||
           std::holds_alternative<protocol::JoinRoom>(request) ||
           std::holds_alternative<protocol::QuickMatch>(request) ||
           std::holds_alternative<protocol::Spectate>(request) ||
           std::holds_alternative<protocol::Resume>(request);
}

} // namespace

void Lobby::Impl::serve(const Asking& asking, const protocol::RequestBody& request) {
    if (is_malformed(request))
        return refuse(asking, ErrorCode::BadRequest);
    if (std::holds_alternative<protocol::Ping>(request))
        return grant(asking, protocol::Pong{unix_ms(asking.now)});
    if (const auto* list = std::get_if<protocol::ListRooms>(&request))
        return serve(asking, *list);
    if (!leads_into_a_room(request))
        return serve_in_room(asking, request);
    enter(asking, request);
}

void Lobby::Impl::serve(const Asking& asking, const protocol::ListRooms& request) {
    auto next = public_rooms.begin();
    if (request.after) {
        const auto after = room_code(*request.after);
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

void Lobby::Impl::serve_in_room(const Asking& asking, const protocol::RequestBody& request) {
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

} // namespace jaipur::server
