// The ways into a room, and what stands at the door: names, guesses, passwords, rooms left waiting.
#include "protocol/hash.hpp"
#include "protocol/text.hpp"
#include "server/core/bot/bot.hpp"
#include "server/core/lobby/impl.hpp"

#include <algorithm>
#include <utility>

namespace jaipur::server::core {

using protocol::ErrorCode;

namespace {

bool knows_bot(std::string_view level) {
    return std::ranges::find(bot_levels(), level) != bot_levels().end();
}

// What can be said of a request without knowing anything but the request.
bool is_malformed(const protocol::EntryRequest& request) {
    const auto* create = std::get_if<protocol::CreateRoom>(&request);
    if (!create)
        return false;
    const auto& password = create->options.password;
    const auto& bot = create->options.bot;
    return (password && !protocol::is_password(*password)) || (bot && !knows_bot(*bot));
}

// The name with which a request wants into a room; nothing where it brings none.
const std::string* name_in(const protocol::EntryRequest& request) {
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

// The room that it names and might not know to be there, and the password that it shows.
struct Guess {
    const std::string& room;
    const std::optional<std::string>& password;
};

std::optional<Guess> guess_in(const protocol::EntryRequest& request) {
    if (const auto* join = std::get_if<protocol::JoinRoom>(&request))
        return Guess{join->room, join->password};
    if (const auto* spectate = std::get_if<protocol::Spectate>(&request))
        return Guess{spectate->room, spectate->password};
    return std::nullopt;
}

// The password of this request, if it has one that is not hashed yet.
std::optional<std::string> password_to_hash(const Asking& asking,
                                            const protocol::EntryRequest& request) {
    if (asking.session.hashed)
        return std::nullopt;
    const auto guess = guess_in(request);
    const auto* create = std::get_if<protocol::CreateRoom>(&request);
    const auto password = guess    ? guess->password
                          : create ? create->options.password
                                   : std::nullopt;
    return password && protocol::is_password(*password) ? password : std::nullopt;
}

} // namespace

void Lobby::Impl::serve(const Asking& asking, const protocol::EntryRequest& request) {
    if (is_malformed(request))
        return refuse(asking, ErrorCode::BadRequest);
    if (const auto code = objection(asking, request))
        return refuse(asking, *code);
    if (const auto password = password_to_hash(asking, request))
        return hash(asking, request, *password);
    std::visit([&](const auto& body) { serve(asking, body); }, request);
}

std::optional<ErrorCode> Lobby::Impl::objection(const Asking& asking,
                                                const protocol::EntryRequest& request) const {
    if (asking.session.room)
        return ErrorCode::AlreadyInRoom;
    const std::string* name = name_in(request);
    if (name && !protocol::is_name(*name))
        return ErrorCode::BadName;
    // Asked again once the password is hashed: many may have guessed at once.
    if (guess_in(request) && !visitors.may_guess(asking.session.address, asking.now))
        return ErrorCode::RateLimited;
    return std::holds_alternative<protocol::CreateRoom>(request) ? objection_to_room(asking)
                                                                 : std::nullopt;
}

// Whether there may be one more room, opened by this address.
std::optional<ErrorCode> Lobby::Impl::objection_to_room(const Asking& asking) const {
    if (shutting_down)
        return ErrorCode::ShuttingDown;
    if (limits.rooms > 0 && rooms.size() >= static_cast<std::size_t>(limits.rooms))
        return ErrorCode::ServerFull;
    const auto most = static_cast<std::size_t>(limits.waiting_rooms_per_address);
    if (most > 0 && waiting_rooms(asking.session.address) >= most)
        return ErrorCode::RateLimited;
    return std::nullopt;
}

// Showing a password costs a hash whatever there is to be found, so that nobody learns by the time
// whether there is a room.
void Lobby::Impl::hash(const Asking& asking, const protocol::EntryRequest& request,
                       const std::string& password) {
    if (!visitors.may_hash(asking.session.address, asking.now))
        return refuse(asking, ErrorCode::RateLimited);
    Salt salt{};
    const auto guess = guess_in(request);
    if (!guess) {
        salt = draw_salt(entropy);
    } else if (const auto code = protocol::room_code(guess->room)) {
        const Place* place = find_room(*code);
        if (place && place->room.state().password)
            salt = place->room.state().password->salt;
    }
    asking.session.waiting = true;
    hashing.emplace(asking.id, Hashing{asking.session.address, guess.has_value()});
    asking.out.passwords.push_back({asking.id, password, salt});
}

// Rooms of this address, but for those in which somebody sits at a match: else whoever leaves
// matches against the bot would fill the server with rooms that nobody plays in.
std::size_t Lobby::Impl::waiting_rooms(const Address& address) const {
    const auto waits = [&](const RoomCode& code) {
        const Room& room = rooms.at(code)->room;
        return !runs(room.state().match.phase) || !(room.at(Seat::Zero) || room.at(Seat::One));
    };
    return static_cast<std::size_t>(std::ranges::count_if(visitors.rooms(address), waits));
}

// No room, a wrong password, or not to be watched: a guess that failed.
void Lobby::Impl::guessed_wrong(const Asking& asking) {
    visitors.guessed_wrong(asking.session.address, asking.now);
    refuse(asking, ErrorCode::NoSuchRoom);
}

void Lobby::Impl::serve(const Asking& asking, const protocol::CreateRoom& request) {
    open_room(asking, request.name, request.options);
}

void Lobby::Impl::open_room(const Asking& asking, const std::string& name,
                            const protocol::CreateOptions& options) {
    if (const auto objection = objection_to_room(asking))
        return refuse(asking, *objection);
    RoomCode code = draw_code(entropy);
    while (rooms.contains(code))
        code = draw_code(entropy);
    const Token token = draw_token(entropy);
    RoomOpened opened;
    opened.options = {options.is_public,  options.password.has_value(),
                      options.spectators, options.delay,
                      options.clock,      options.seals,
                      options.grace};
    opened.password = asking.session.hashed;
    opened.name = name;
    opened.token = protocol::sha256(token);
    opened.bot = options.bot;
    opened.fresh = draw_match(entropy);
    auto& place = *(rooms[code] = std::make_unique<Place>(code, RoomState{}, limits, asking.now));
    place.opener = asking.session.address;
    visitors.opened(place.opener, code, asking.now);
    submit(place, std::move(opened), asking,
           protocol::Seated{code, Seat::Zero, protocol::base64url(token)});
}

void Lobby::Impl::serve(const Asking& asking, const protocol::JoinRoom& request) {
    const auto code = protocol::room_code(request.room);
    Place* place = code ? find_room(*code) : nullptr;
    if (!place)
        return guessed_wrong(asking);
    join(asking, *place, request);
}

void Lobby::Impl::join(const Asking& asking, Place& place, const protocol::JoinRoom& request) {
    if (place.is_open() && !place.room.may_join(asking.session.hashed))
        return guessed_wrong(asking);
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

void Lobby::Impl::serve(const Asking& asking, const protocol::Spectate& request) {
    const auto code = protocol::room_code(request.room);
    Place* place = code ? find_room(*code) : nullptr;
    if (!place || (place->is_open() && !place->room.may_watch(asking.session.hashed)))
        return guessed_wrong(asking);
    if (!is_their_turn(*place, asking))
        return;
    const auto decision = place->room.decide_watch();
    if (const auto* refused = std::get_if<Refused>(&decision))
        return refuse(asking, refused->code);
    place->room.watch(asking.id, request.name);
    asking.session.room = place->code;
    grant(asking, protocol::Seated{place->code, std::nullopt, std::nullopt});
    place->room.tell_newcomer(asking.id, asking.now, asking.out);
    reschedule(*place);
}

void Lobby::Impl::serve(const Asking& asking, const protocol::Resume& request) {
    const auto code = protocol::room_code(request.room);
    const auto token = protocol::from_base64url(request.token);
    Place* place = code ? find_room(*code) : nullptr;
    const auto seat_there = [&] { return place->room.seat_with(protocol::sha256(*token)); };
    if (!place || !token || !seat_there())
        return refuse(asking, ErrorCode::BadToken);
    if (!is_their_turn(*place, asking))
        return;
    const auto seat = seat_there();
    if (!seat) // it was given up meanwhile
        return refuse(asking, ErrorCode::BadToken);
    const auto before = place->room.at(*seat);
    place->room.sit(*seat, asking.id, asking.session.lag, asking.now);
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

} // namespace jaipur::server::core
