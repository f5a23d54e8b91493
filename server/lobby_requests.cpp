// What is asked of the lobby: the ways into a room, and what needs none.
#include "protocol/hash.hpp"
#include "server/bot/bot.hpp"
#include "server/lobby_impl.hpp"
#include "server/password.hpp"
#include "server/text.hpp"

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

// The name with which a request wants into a room; nothing where it brings none.
const std::string* name_in(const protocol::RequestBody& request) {
    if (const auto* create = std::get_if<protocol::CreateRoom>(&request))
        return &create->name;
    if (const auto* join = std::get_if<protocol::JoinRoom>(&request))
        return &join->name;
    if (const auto* quick = std::get_if<protocol::QuickMatch>(&request))
        return &quick->name;
    if (const auto* spectate = std::get_if<protocol::Spectate>(&request))
        return spectate->name ? &*spectate->name : nullptr;
    return nullptr;
}

bool leads_into_a_room(const protocol::RequestBody& request) {
    return name_in(request) || std::holds_alternative<protocol::Spectate>(request) ||
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
    if (asking.session.room)
        return refuse(asking, ErrorCode::AlreadyInRoom);
    const std::string* name = name_in(request);
    if (name && !is_fit_to_show(*name, max_name))
        return refuse(asking, ErrorCode::BadName);
    if (const auto* create = std::get_if<protocol::CreateRoom>(&request))
        return serve(asking, *create);
    if (const auto* join = std::get_if<protocol::JoinRoom>(&request))
        return serve(asking, *join);
    if (const auto* quick = std::get_if<protocol::QuickMatch>(&request))
        return serve(asking, *quick);
    if (const auto* spectate = std::get_if<protocol::Spectate>(&request))
        return serve(asking, *spectate);
    serve(asking, std::get<protocol::Resume>(request));
}

void Lobby::Impl::serve(const Asking& asking, const protocol::CreateRoom& request) {
    open_room(asking, request.name, request.options);
}

void Lobby::Impl::open_room(const Asking& asking, const std::string& name,
                            const protocol::CreateOptions& options) {
    if (shutting_down)
        return refuse(asking, ErrorCode::ShuttingDown);
    if (limits.rooms > 0 && rooms.size() >= static_cast<std::size_t>(limits.rooms))
        return refuse(asking, ErrorCode::ServerFull);
    RoomCode code = draw_code(entropy);
    while (rooms.contains(code))
        code = draw_code(entropy);
    const Token token = draw_token(entropy);
    RoomOpened opened;
    opened.options = {options.is_public,  options.password.has_value(),
                      options.spectators, options.delay,
                      options.clock,      options.seals,
                      options.grace};
    if (options.password)
        opened.password = hash_password(*options.password, entropy);
    opened.name = name;
    opened.token = protocol::sha256(token);
    opened.bot = options.bot;
    opened.fresh = draw_match(entropy);
    auto& place = *(rooms[code] = std::make_unique<Place>(code, limits, asking.now));
    submit(place, std::move(opened), asking,
           protocol::Seated{code, Seat::Zero, protocol::base64url(token)});
}

void Lobby::Impl::serve(const Asking& asking, const protocol::JoinRoom& request) {
    const auto code = room_code(request.room);
    Place* place = code ? find_room(*code) : nullptr;
    if (!place)
        return refuse(asking, ErrorCode::NoSuchRoom);
    join(asking, *place, request);
}

void Lobby::Impl::join(const Asking& asking, Place& place, const protocol::JoinRoom& request) {
    if (!is_their_turn(place, asking))
        return;
    const Token token = draw_token(entropy);
    const auto decision = place.room.decide_join(request, protocol::sha256(token), entropy);
    if (const auto* refused = std::get_if<Refused>(&decision))
        return refuse(asking, refused->code);
    const auto& body = std::get<RecordBody>(decision);
    submit(
        place, body, asking,
        protocol::Seated{place.code, std::get<SeatTaken>(body).seat, protocol::base64url(token)});
}

// The oldest room that quick_match may join as soon as the store has it.
Place* Lobby::Impl::being_opened(const std::optional<protocol::ClockOptions>& clock) {
    Place* oldest = nullptr;
    for (const auto& [number, place] : in_flight) {
        const auto* opened = std::get_if<RoomOpened>(&place->in_flight->record.body);
        if (opened && opened->options.is_public && !opened->password && !opened->bot &&
            opened->options.clock == clock &&
            (!oldest || number < oldest->in_flight->record.number))
            oldest = place;
    }
    return oldest;
}

void Lobby::Impl::serve(const Asking& asking, const protocol::QuickMatch& request) {
    Place* oldest = nullptr;
    for (const auto& [code, place] : public_rooms)
        if (place->room.suits(request.clock) &&
            (!oldest || place->room.state().opened < oldest->room.state().opened))
            oldest = place;
    if (!oldest)
        oldest = being_opened(request.clock); // two who ask in the same moment are to meet
    if (oldest)
        return join(asking, *oldest, {oldest->code, request.name, std::nullopt});
    protocol::CreateOptions options;
    options.is_public = true;
    options.clock = request.clock;
    open_room(asking, request.name, options);
}

void Lobby::Impl::serve(const Asking& asking, const protocol::Spectate& request) {
    const auto code = room_code(request.room);
    Place* place = code ? find_room(*code) : nullptr;
    if (!place)
        return refuse(asking, ErrorCode::NoSuchRoom);
    if (!is_their_turn(*place, asking))
        return;
    const auto decision = place->room.decide_watch(request);
    if (const auto* refused = std::get_if<Refused>(&decision))
        return refuse(asking, refused->code);
    place->room.watch(asking.id, request.name);
    asking.session.room = place->code;
    grant(asking, protocol::Seated{place->code, std::nullopt, std::nullopt});
    place->room.tell_newcomer(asking.id, asking.now, asking.out);
    reschedule(*place);
}

void Lobby::Impl::serve(const Asking& asking, const protocol::Resume& request) {
    const auto code = room_code(request.room);
    const auto token = protocol::from_base64url(request.token);
    Place* place = code ? find_room(*code) : nullptr;
    if (!place || !token)
        return refuse(asking, ErrorCode::BadToken);
    if (!is_their_turn(*place, asking))
        return;
    const auto seat = place->room.seat_with(protocol::sha256(*token));
    if (!seat)
        return refuse(asking, ErrorCode::BadToken);
    const auto before = place->room.at(*seat);
    place->room.sit(*seat, asking.id, asking.now);
    asking.session.room = place->code;
    grant(asking, protocol::Seated{place->code, *seat, std::nullopt});
    if (before) {
        sessions.erase(*before);
        asking.out.deliveries.push_back(Disconnect{*before, CloseCode::Replaced});
    }
    place->room.tell_newcomer(asking.id, asking.now, asking.out);
    if (request.chat_after)
        place->room.tell_chat_since(Time(milliseconds(*request.chat_after)), asking.id, asking.out);
    reschedule(*place);
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
