// Every message of `jaipur.v1`, in both directions, as plain structs. It must not know about JSON.
#pragma once

#include "common/action.hpp"
#include "common/phase.hpp"
#include "common/result.hpp"
#include "common/seat.hpp"
#include "protocol/error.hpp"
#include "protocol/fair.hpp"
#include "protocol/limits.hpp"
#include "protocol/observation.hpp"

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace jaipur::protocol {

// ---- agreed at a table -------------------------------------------------------------------------

enum class SpectatorMode : std::uint8_t { Public, None, Open };

constexpr std::string_view name(SpectatorMode mode) {
    constexpr std::array<std::string_view, 3> names{"public", "none", "open"};
    return names[static_cast<std::size_t>(mode)];
}

// When the spectators of an `open` room see both hands: once the round is over, or some actions
// late if both players agree.
enum class OpenAfter : std::uint8_t { Round, Actions };

constexpr std::string_view name(OpenAfter after) {
    constexpr std::array<std::string_view, 2> names{"round", "actions"};
    return names[static_cast<std::size_t>(after)];
}

// The spectator delay, in actions, of a room whose creator named none. It isn't in force there.
inline constexpr int default_delay = 4;

// Seconds for each action, in a room without a clock. Then the opponent may claim the win.
inline constexpr int default_patience = 600;

// Seconds: for the whole match, and added after each action.
struct ClockOptions {
    int initial = 0;
    int increment = 0;
    friend bool operator==(const ClockOptions&, const ClockOptions&) = default;
};

// What a room's creator can choose, with the protocol's defaults; limits.hpp has the bounds.
struct CreateOptions {
    bool is_public = false;
    std::optional<std::string> password;
    SpectatorMode spectators = SpectatorMode::Public;
    std::optional<int> delay; // actions
    std::optional<ClockOptions> clock;
    int seals = 2;
    std::optional<std::string> bot; // the opponent's level, maybe one that doesn't exist
    int grace = 120;                // seconds
    int patience = default_patience;
    friend bool operator==(const CreateOptions&, const CreateOptions&) = default;
};

// The levels of bots, the weakest first.
inline constexpr std::array<std::string_view, 5> bot_levels{"beginner", "easy", "medium", "hard",
                                                            "master"};

// The level of the opponent if no other is asked for.
inline constexpr std::string_view default_bot = "easy";

// The same, as everybody in the room sees it.
struct RoomOptions {
    bool is_public = false;
    bool has_password = false;
    SpectatorMode spectators = SpectatorMode::Public;
    int delay = default_delay;           // actions
    std::optional<OpenAfter> open_after; // empty in records and replays of rooms without the offer,
                                         // and from servers of release 0.1.0
    std::optional<ClockOptions> clock;
    int seals = 2;
    int grace = 120;
    std::optional<int> patience; // empty in replays, in records if it is the default, and from
                                 // servers of release 0.1.0
    friend bool operator==(const RoomOptions&, const RoomOptions&) = default;
};

constexpr int patience_of(const RoomOptions& options) {
    return options.patience.value_or(default_patience);
}

// With so many seconds for each action, or more, a match without a clock is played over days:
// players come and go, and only the time for an action counts.
inline constexpr int days_patience = 24 * 60 * 60;

constexpr bool is_played_over_days(const RoomOptions& options) {
    return !options.clock && patience_of(options) >= days_patience;
}

// Whether spectators see both hands some actions late if both players agree.
constexpr bool offers_delay(const RoomOptions& options) {
    return options.open_after == OpenAfter::Actions;
}

// ---- from the client ---------------------------------------------------------------------------
// Texts are unchecked, except that they are valid UTF-8.

// `token`: of the seat to take, chosen by the client so that it can repeat the request; the server
// chooses one if it is empty. `trader`: the face that the player has chosen (`trader_bounds`).

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

// Grouped by handler: the ways into a room (and a look at it from outside, which has to pass the
// same checks), the lobby, the sender's room.
using EntryRequest =
    std::variant<CreateRoom, JoinRoom, QuickMatch, Spectate, ReadInvitation, Resume, TakeOver>;
using LobbyRequest = std::variant<ListRooms, ListGames, ReadPushKey, Ping>;
using TableRequest =
    std::variant<LeaveRoom, Ready, Reveal, Act, Resign, ClaimWin, AskRematch, SendChat,
                 ListSpectators, Remove, MoveSeat, PushSubscribe, PushUnsubscribe>;
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
    static_assert(is_in_group<Body, EntryRequest> || is_in_group<Body, LobbyRequest> ||
                  is_in_group<Body, TableRequest>);
    const auto same = []<class Other>(const Other& other) -> const Body* {
        if constexpr (std::same_as<Other, Body>)
            return &other;
        else
            return nullptr;
    };
    return visit_request(same, request);
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

// ---- from the server ---------------------------------------------------------------------------

// What `ok` adds, by the request that it answers.
struct Seated { // create_room, join_room, quick_match, spectate, resume, take_over
    std::string room;
    std::optional<Seat> seat;         // empty for a spectator
    std::optional<std::string> token; // base64url; not from spectate and resume
    // The sender's, maybe with a number; empty for a spectator without one, and from servers of
    // release 0.1.0.
    std::optional<std::string> name{};
    friend bool operator==(const Seated&, const Seated&) = default;
};

struct Invitation { // invitation
    std::string room;
    std::optional<std::string> owner; // the name of the room's owner, if it has one
    std::optional<int> owner_trader;
    Phase phase{};
    bool free = false; // a seat is
    RoomOptions options;
    friend bool operator==(const Invitation&, const Invitation&) = default;
};

struct RoomListing {
    std::string room;
    PerSeat<std::optional<std::string>> names; // empty if free
    Phase phase{};
    std::optional<ClockOptions> clock;
    int seals = 2;
    int spectators = 0;
    bool has_password = false;
    std::optional<SpectatorMode> spectator_mode; // empty from servers of release 0.1.0
    std::optional<int> patience{};               // likewise
    PerSeat<std::optional<int>> traders{};       // empty: free, or no face was chosen
    PerSeat<std::optional<std::string>> bots{};  // their levels; empty for a person
    friend bool operator==(const RoomListing&, const RoomListing&) = default;
};

struct RoomList { // list_rooms
    std::vector<RoomListing> rooms;
    std::optional<std::string> next; // pass it as `after` for more; empty if there are no more
    friend bool operator==(const RoomList&, const RoomList&) = default;
};

struct Pong {            // ping
    std::int64_t at = 0; // Unix milliseconds
    friend bool operator==(const Pong&, const Pong&) = default;
};

struct Spectator {
    SpectatorNumber spectator = 0;
    std::optional<std::string> name;
    friend bool operator==(const Spectator&, const Spectator&) = default;
};

struct SpectatorList { // list_spectators
    std::vector<Spectator> spectators;
    friend bool operator==(const SpectatorList&, const SpectatorList&) = default;
};

struct SeatKey { // move_seat
    Secret key{};
    std::int64_t expires_in = 0; // ms
    friend bool operator==(const SeatKey&, const SeatKey&) = default;
};

struct Game { // as the player in this seat may know it
    std::string room;
    Seat seat{};
    std::string name;
    std::optional<std::string> opponent; // their name; empty if the seat is free
    std::optional<int> opponent_trader;
    std::optional<std::string> opponent_bot; // its level
    Phase phase{};
    int round = 0;
    std::optional<Seat> turn;
    std::optional<std::int64_t> move_in; // ms that the player to act has left, if that is limited
    PerSeat<int> seals;
    std::optional<Seat> winner;            // of a match that is over
    std::optional<std::int64_t> last_move; // Unix milliseconds
    friend bool operator==(const Game&, const Game&) = default;
};

struct GameList {                           // games
    std::vector<std::optional<Game>> games; // empty: the token has no seat
    friend bool operator==(const GameList&, const GameList&) = default;
};

struct PushKey {                         // push_key
    std::optional<std::string> push_key; // base64url; empty: the server sends no messages
    friend bool operator==(const PushKey&, const PushKey&) = default;
};

struct Ok {
    std::uint64_t re = 0;
    std::variant<std::monostate, Seated, RoomList, Pong, SpectatorList, Invitation, SeatKey,
                 GameList, PushKey>
        adds;
    friend bool operator==(const Ok&, const Ok&) = default;
};

struct RoomPlayer {
    std::string name;
    bool connected = false;
    std::optional<int> lag_ms;
    bool ready = false;
    bool rematch = false;
    std::optional<std::string> bot;       // its level
    std::optional<std::int64_t> claim_in; // ms; empty while present
    bool agreed = false;                  // to the spectator delay, for this match
    int missed_reveals = 0;               // reveals that didn't come in time, in this seat
    bool overdue = false;                 // is to act, and has no time left for it
    std::optional<int> trader;            // the face that the player has chosen
    friend bool operator==(const RoomPlayer&, const RoomPlayer&) = default;
};

struct RoomInfo { // push `room`
    std::string room;
    Phase phase{};
    RoomOptions options;
    PerSeat<std::optional<RoomPlayer>> players;
    std::optional<Seat> owner; // who may remove others; empty from servers of release 0.1.0
    int spectators = 0;
    std::uint64_t pairing = 0; // grows when a seat is taken or becomes free

    struct Fair {
        MatchId match{};
        Hash server_commit{};
        int aborted = 0;
        std::string params{fair_params};
        friend bool operator==(const Fair&, const Fair&) = default;
    } fair;

    friend bool operator==(const RoomInfo&, const RoomInfo&) = default;
};

using View = Observation; // push `view`

struct Chat {                 // push `chat`
    std::optional<Seat> seat; // empty for a spectator
    std::optional<std::string> name;
    std::string text;
    std::int64_t at = 0; // Unix milliseconds
    friend bool operator==(const Chat&, const Chat&) = default;
};

// Commitments: push `table`.
using ServerMessage = std::variant<Ok, Error, RoomInfo, Commitments, View, Chat>;

// ---- over HTTP ---------------------------------------------------------------------------------

struct Replay { // GET /replays/MATCH
    std::string room;
    MatchId match{};
    RoomOptions options;
    PerSeat<std::string> names;
    Seat starter{};
    Proof proof;

    struct Step {
        std::uint32_t ply = 0;
        Seat seat{};
        Action action;
        std::int64_t at = 0; // Unix milliseconds
        friend bool operator==(const Step&, const Step&) = default;
    };

    std::vector<Step> actions;
    std::vector<RoundResult> rounds;
    MatchResult result;
    friend bool operator==(const Replay&, const Replay&) = default;
};

} // namespace jaipur::protocol
