// Every message from a client, as plain structs. It must not know about JSON.
#pragma once

#include "common/action.hpp"
#include "common/seat.hpp"
#include "protocol/fair.hpp"
#include "protocol/room_options.hpp"

#include <array>
#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace jaipur::protocol {

// Texts are unchecked, except that they are valid UTF-8.

// `token`: of the seat to take, chosen by the client so that it can repeat the request; the server
// chooses one if it is empty. `trader`: the face that the player has chosen (`trader_bounds`).

// Presents the pass of a private server, or registers a new one, which the client has generated and
// saved, with the server's password or an invitation.
struct Enter {
    Secret pass{};
    std::variant<std::monostate, std::string, Secret> with{}; // the password, or the invitation
    friend bool operator==(const Enter&, const Enter&) = default;
};

struct CreateRoom {
    std::string name;
    CreateOptions options;
    std::optional<Secret> token{};
    std::optional<int> trader{};
    friend bool operator==(const CreateRoom&, const CreateRoom&) = default;
};

struct JoinRoom {
    std::string room, name;
    std::optional<std::string> password;
    std::optional<Secret> token{};
    std::optional<int> trader{};
    friend bool operator==(const JoinRoom&, const JoinRoom&) = default;
};

struct QuickMatch {
    std::string name;
    std::optional<ClockOptions> clock;
    std::optional<Secret> token{};
    std::optional<int> trader{};
    friend bool operator==(const QuickMatch&, const QuickMatch&) = default;
};

struct Spectate {
    std::string room;
    std::optional<std::string> name, password;
    friend bool operator==(const Spectate&, const Spectate&) = default;
};

// What does a room offer? For somebody who knows its code and hasn't entered it.
struct ReadInvitation {
    std::string room;
    std::optional<std::string> password;
    friend bool operator==(const ReadInvitation&, const ReadInvitation&) = default;
};

struct Resume {
    std::optional<std::string> room; // empty: whichever has the seat
    std::string token;
    std::optional<std::uint64_t> chat_after{}; // Unix ms of the last message received, or 0
    friend bool operator==(const Resume&, const Resume&) = default;
};

// With the key of a seat (`SeatKey`): the seat moves to the sender, and has this token from now on.
struct TakeOver {
    Secret key{};
    Secret token{}; // chosen by the client, so that it can repeat the request
    friend bool operator==(const TakeOver&, const TakeOver&) = default;
};

struct LeaveRoom {
    friend bool operator==(const LeaveRoom&, const LeaveRoom&) = default;
};

struct Ready {
    std::optional<Hash> commit;
    std::optional<std::string> match{};     // that the commitment is for
    std::optional<int> delay{};             // the room's, if the player agrees to it
    std::optional<std::uint64_t> pairing{}; // the room's when the player agreed
    friend bool operator==(const Ready&, const Ready&) = default;
};

struct Reveal {
    Secret nonce{};
    friend bool operator==(const Reveal&, const Reveal&) = default;
};

struct Act {
    std::uint64_t ply = 0;
    Action action;
    std::optional<std::string> match;
    friend bool operator==(const Act&, const Act&) = default;
};

struct Resign {
    friend bool operator==(const Resign&, const Resign&) = default;
};

struct ClaimWin {
    friend bool operator==(const ClaimWin&, const ClaimWin&) = default;
};

struct AskRematch {
    friend bool operator==(const AskRematch&, const AskRematch&) = default;
};

struct SendChat {
    std::string text;
    friend bool operator==(const SendChat&, const SendChat&) = default;
};

struct SetChat { // for the room's owner: who may chat from now on
    ChatFrom from{};
    friend bool operator==(const SetChat&, const SetChat&) = default;
};

struct MoveSeat { // asks for a key to the sender's seat
    friend bool operator==(const MoveSeat&, const MoveSeat&) = default;
};

// Where a browser gets messages (RFC 8030), and how they are encrypted for it (RFC 8291).
struct PushSubscription {
    std::string endpoint;                // a URL at its push service
    std::array<std::uint8_t, 65> key{};  // a point of the curve P-256, if the client is right
    std::array<std::uint8_t, 16> auth{}; // a secret of the browser
    friend bool operator==(const PushSubscription&, const PushSubscription&) = default;
};

struct PushSubscribe { // messages for the sender's seat go there from now on
    PushSubscription to;
    friend bool operator==(const PushSubscribe&, const PushSubscribe&) = default;
};

struct PushUnsubscribe { // no more messages for the sender's seat
    friend bool operator==(const PushUnsubscribe&, const PushUnsubscribe&) = default;
};

struct ListSpectators {
    friend bool operator==(const ListSpectators&, const ListSpectators&) = default;
};

using SpectatorNumber = std::uint64_t; // in a room; never used twice while the server runs

struct Remove { // the guest, or a spectator
    std::variant<Seat, SpectatorNumber> target;
    friend bool operator==(const Remove&, const Remove&) = default;
};

struct ListRooms {
    std::optional<std::string> after;
    friend bool operator==(const ListRooms&, const ListRooms&) = default;
};

struct SeatToken {
    std::optional<std::string> room; // empty: whichever has the seat
    std::string token;
    friend bool operator==(const SeatToken&, const SeatToken&) = default;
};

struct ListGames { // how the games of these seats stand
    std::vector<SeatToken> seats;
    friend bool operator==(const ListGames&, const ListGames&) = default;
};

struct ReadPushKey { // which key does a browser subscribe with?
    friend bool operator==(const ReadPushKey&, const ReadPushKey&) = default;
};

struct Ping {
    friend bool operator==(const Ping&, const Ping&) = default;
};

// Grouped by handler: the ways into a private server and into a room (and a look at it from
// outside, which has to pass the same checks), the lobby, the sender's room.
using EntryRequest = std::variant<CreateRoom, JoinRoom, QuickMatch, Spectate, ReadInvitation,
                                  Resume, TakeOver, Enter>;
using LobbyRequest = std::variant<ListRooms, ListGames, ReadPushKey, Ping>;
using TableRequest =
    std::variant<LeaveRoom, Ready, Reveal, Act, Resign, ClaimWin, AskRematch, SendChat,
                 ListSpectators, Remove, SetChat, MoveSeat, PushSubscribe, PushUnsubscribe>;
using RequestBody = std::variant<EntryRequest, LobbyRequest, TableRequest>;

// std::visit across all groups.
template <class Visitor>
decltype(auto) visit_request(const Visitor& visitor, const RequestBody& request) {
    return std::visit([&](const auto& group) { return std::visit(visitor, group); }, request);
}

template <class Body, class Group>
constexpr bool is_in_group = false;
template <class Body, class... Each>
constexpr bool is_in_group<Body, std::variant<Each...>> = (std::same_as<Body, Each> || ...);

// The request if it has this type, otherwise null.
template <class Body>
const Body* as(const RequestBody& request) {
    using Group = std::conditional_t<
        is_in_group<Body, EntryRequest>, EntryRequest,
        std::conditional_t<is_in_group<Body, LobbyRequest>, LobbyRequest, TableRequest>>;
    const auto* group = std::get_if<Group>(&request);
    return group ? std::get_if<Body>(group) : nullptr;
}

template <class Body>
Body* as(RequestBody& request) {
    return const_cast<Body*>(as<Body>(std::as_const(request)));
}

template <class Body>
bool is(const RequestBody& request) {
    return as<Body>(request) != nullptr;
}

struct Request {
    std::uint64_t id = 0; // 0 … 2^53-1, chosen by the client
    RequestBody body;
    friend bool operator==(const Request&, const Request&) = default;
};

} // namespace jaipur::protocol
