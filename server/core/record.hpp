// What a room decided, as a value, with every random value, time and player input that it used:
// applying the records of a room in order gives the same room again, without clock or randomness. A
// record is durable before anybody is told.
#pragma once

#include "common/action.hpp"
#include "common/result.hpp"
#include "common/seat.hpp"
#include "protocol/fair.hpp"
#include "protocol/message.hpp"
#include "server/core/time.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace jaipur::server::core {

using RoomCode = std::string;                   // six characters, upper case
using TokenHash = std::array<std::uint8_t, 32>; // SHA-256 of a seat's token

using Salt = std::array<std::uint8_t, 16>;

using SlowHash = std::array<std::uint8_t, 32>;

// A password as a room keeps it: salted and hashed slowly.
struct PasswordHash {
    Salt salt{};
    SlowHash hash{};
    std::optional<int> version; // of the hash: 2; empty for rooms of release 0.1.0
    friend bool operator==(const PasswordHash&, const PasswordHash&) = default;
};

// What the server drew for a new match.
struct FreshMatch {
    protocol::MatchId match{};
    protocol::Secret server_seed{};
    friend bool operator==(const FreshMatch&, const FreshMatch&) = default;
};

// The first record of a room: its creator takes seat 0, and a bot, if requested, seat 1.
struct RoomOpened {
    protocol::RoomOptions options;
    std::optional<PasswordHash> password;
    std::string name;
    TokenHash token{};
    std::optional<std::string> bot; // its level
    FreshMatch fresh;
    std::optional<int> trader{}; // the creator's face
};

struct SeatTaken {
    Seat seat{};
    std::string name;
    TokenHash token{};
    std::optional<FreshMatch> fresh; // if a new match begins, because the last one is over
    std::optional<int> trader{};     // the player's face
};

// To another device. The token before it no longer counts.
struct SeatMoved {
    Seat seat{};
    TokenHash token{};
};

// Where the player in this seat gets messages while they aren't connected; empty: nowhere.
struct PushChanged {
    Seat seat{};
    std::optional<protocol::PushSubscription> to;
};

// The owner has decided who may chat.
struct ChatSet {
    protocol::ChatFrom from{};
};

struct SeatLeft {
    Seat seat{};
    std::optional<FreshMatch> fresh; // if reveals were due: the match that had begun is void
    bool removed = false;            // by the room's owner
};

struct BecameReady {
    Seat seat{};
    std::optional<protocol::Hash> commit; // before the first round only
    bool agreed = false;                  // to the spectator delay; before the first round only
};

struct Revealed {
    Seat seat{};
    protocol::Secret nonce{};
};

struct TableAborted { // a reveal did not come in time
    FreshMatch fresh;
};

struct Acted {
    Seat seat{};
    std::uint32_t ply = 0;
    Action action;
};

struct MatchCutShort { // Resigned, Timeout, Claimed, Abandoned
    EndReason reason{};
    std::optional<Seat> winner;
    // The server's operator ended it (Abandoned, without a winner); why, or the empty text.
    std::optional<std::string> by_operator{};
};

struct RematchAsked {
    Seat seat{};
    std::optional<FreshMatch> fresh; // if both have asked now
};

struct Chatted {
    std::optional<Seat> seat;        // empty for a spectator
    std::optional<std::string> name; // empty for a nameless spectator
    std::string text;
};

struct RoomClosed {};

// A line of chat that a room keeps for players who reconnect.
struct ChatLine {
    std::uint64_t number = 0;        // of its record
    std::optional<Seat> seat;        // empty for a spectator
    std::optional<std::string> name; // empty for a nameless spectator
    std::string text;
    Time at{};
    bool to_players = true; // false: a spectator's, while a match ran
    friend bool operator==(const ChatLine&, const ChatLine&) = default;
};

struct Player {
    std::string name;
    TokenHash token{};                    // meaningless for a bot
    std::optional<std::string> bot;       // its level
    std::uint64_t seated_by = 0;          // the number of the record by which the seat was taken
    bool ready = false;                   // for the match or its next round; bots always are
    std::optional<protocol::Hash> commit; // to this match's shuffle
    bool agreed = false;                  // to the spectator delay, for this match
    int missed_reveals = 0;               // how often one didn't come in time
    std::uint64_t moved_by = 0;           // the number of the last SeatMoved; 0: none
    std::optional<int> trader{};          // the face that the player has chosen
    std::optional<protocol::PushSubscription> push; // of the device that has the seat
    std::uint64_t push_by = 0;                      // the number of the last PushChanged; 0: none
    // Never in a snapshot:
    bool rematch = false;
    std::optional<protocol::Secret> nonce; // behind the commitment
    friend bool operator==(const Player&, const Player&) = default;
};

// The state of a room that waits for a match, when everything that belongs to a game is empty. As a
// record it replaces every record of its room up to its own number. So a room keeps the records of
// one match, however many matches are played there and however many players enter and leave.
struct Snapshot {
    std::uint64_t opened = 0; // its first record's number; older rooms have smaller ones
    protocol::RoomOptions options;
    std::optional<PasswordHash> password;
    PerSeat<std::optional<Player>> players;
    FreshMatch fresh;
    int aborted = 0;             // matches before their first round, over the room's life
    std::optional<Seat> starter; // R5, R18: who starts the match; empty if the shuffle draws
    std::uint64_t seq = 0;
    std::vector<ChatLine> chat; // the last ones
    std::uint64_t pairing = 0;  // how often a seat was taken or became free
    std::uint64_t chat_by = 0;  // the number of the last ChatSet; 0: none
    friend bool operator==(const Snapshot&, const Snapshot&) = default;
};

using RecordBody = std::variant<RoomOpened, SeatTaken, SeatLeft, BecameReady, Revealed,
                                TableAborted, Acted, MatchCutShort, RematchAsked, Chatted,
                                RoomClosed, Snapshot, SeatMoved, PushChanged, ChatSet>;

// Chat and who may write it, moved seats and push subscriptions come at any time. They don't touch
// the match and stop no clock, and a room needs only the last ones: earlier ones are discarded by
// their numbers.
inline bool is_aside(const RecordBody& body) {
    return std::holds_alternative<Chatted>(body) || std::holds_alternative<SeatMoved>(body) ||
           std::holds_alternative<PushChanged>(body) || std::holds_alternative<ChatSet>(body);
}

struct Record {
    std::uint64_t number = 0; // counts up from 1 over all rooms; a refused record leaves a gap
    RoomCode room;
    Time at{};
    // When the record was made: each seat's absence so far in this match (no record says who is
    // connected) and the time left on each seat's clock, or for its action in a room without one.
    // So applying a record subtracts no times, and time while the server was down counts against
    // nobody.
    PerSeat<milliseconds> absence{};
    PerSeat<milliseconds> clock_left{};
    RecordBody body;
};

// The store's answer about a record. Full: the record is not stored, and never will be. Fenced:
// another server has the room, or may have it, and only that one knows whether the record is
// stored.
enum class Stored : std::uint8_t { Durable, Full, Fenced };

} // namespace jaipur::server::core
