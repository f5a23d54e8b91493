// Every message of `jaipur.v1` as plain structs: those from the server here, those from a client in
// request.hpp. It must not know about JSON.
#pragma once

#include "common/action.hpp"
#include "common/phase.hpp"
#include "common/result.hpp"
#include "common/seat.hpp"
#include "protocol/error.hpp"
#include "protocol/fair.hpp"
#include "protocol/limits.hpp"
#include "protocol/observation.hpp"
#include "protocol/request.hpp"
#include "protocol/room_options.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace jaipur::protocol {

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

struct Announcement { // by the server's operator
    std::string text;
    std::int64_t at = 0; // Unix milliseconds
    friend bool operator==(const Announcement&, const Announcement&) = default;
};

// What the operator tells everybody.
struct Notice {
    std::optional<Announcement> announcement;
    bool restarting = false; // once the running matches are over; none begins until then
    friend bool operator==(const Notice&, const Notice&) = default;
};

struct RoomList { // list_rooms
    std::vector<RoomListing> rooms;
    std::optional<std::string> next; // pass it as `after` for more; empty if there are no more
    std::optional<Notice> notice{};
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

struct Error {
    std::optional<std::uint64_t> re; // empty if no id could be read
    ErrorCode code{};
    std::string rule; // "R8"; empty if no rule of the game was broken
    // Of `games`, if some can't be told now: the others. Empty ones may be those, or gone.
    std::vector<std::optional<Game>> games{};
    friend bool operator==(const Error&, const Error&) = default;
};

inline Error games_lacking(std::uint64_t re, std::vector<std::optional<Game>> games) {
    if (std::ranges::none_of(games, [](const auto& game) { return game.has_value(); }))
        games.clear();
    return {re, ErrorCode::ShuttingDown, {}, std::move(games)};
}

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

    // The operator has ended the match; why, or the empty text.
    std::optional<std::string> ended_by_operator{};
    std::optional<Notice> notice{};

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
