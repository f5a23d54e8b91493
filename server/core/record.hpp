// What a room decided, as a value: everything that chance, the clock and the players gave, so that
// applying the records of a room in order gives the same room again, needing neither clock nor
// chance. A record is made durable before anybody is told of it.
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

// A password as it is kept: salted and hashed slowly.
struct PasswordHash {
    Salt salt{};
    std::array<std::uint8_t, 32> hash{};
    friend bool operator==(const PasswordHash&, const PasswordHash&) = default;
};

// What the server drew for a new match.
struct FreshMatch {
    protocol::MatchId match{};
    protocol::Secret server_seed{};
    friend bool operator==(const FreshMatch&, const FreshMatch&) = default;
};

// The first record of a room: its creator sits down in seat 0, and a bot, where asked for, in
// seat 1.
struct RoomOpened {
    protocol::RoomOptions options;
    std::optional<PasswordHash> password;
    std::string name;
    TokenHash token{};
    std::optional<std::string> bot; // its level
    FreshMatch fresh;
};

struct SeatTaken {
    Seat seat{};
    std::string name;
    TokenHash token{};
    std::optional<FreshMatch> fresh; // where this begins a new match (somebody new after a match)
};

struct SeatLeft {
    Seat seat{};
    std::optional<FreshMatch> fresh; // where a table lay: the match begun is void
};

struct BecameReady {
    Seat seat{};
    std::optional<protocol::Hash> commit; // before the first round only
};

struct Revealed {
    Seat seat{};
    protocol::Secret nonce{};
};

struct TableAborted { // a reveal that was owed did not come in time
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
};

struct RematchAsked {
    Seat seat{};
    std::optional<FreshMatch> fresh; // where both have asked now
};

struct Chatted {
    std::optional<Seat> seat;        // none: a spectator
    std::optional<std::string> name; // none: a nameless spectator
    std::string text;
};

struct RoomClosed {};

// A line of chat that a room keeps for those who come back.
struct ChatLine {
    std::uint64_t number = 0;        // of its record
    std::optional<Seat> seat;        // none: a spectator
    std::optional<std::string> name; // none: a nameless spectator
    std::string text;
    Time at{};
    bool to_players = true; // false: a spectator's, while a match ran
    friend bool operator==(const ChatLine&, const ChatLine&) = default;
};

// Stands for every record of its room up to its own number: the room as it was while it waited for
// a match, when all that belongs to a game is empty. So a room in which many matches are played, or
// that many enter and leave, keeps the records of one match.
struct Snapshot {
    struct Player {
        std::string name;
        TokenHash token{};
        std::optional<std::string> bot; // its level
        bool ready = false;
        std::optional<protocol::Hash> commit;
        std::uint64_t seated_by = 0; // the number of the record by which the seat was taken
        friend bool operator==(const Player&, const Player&) = default;
    };

    std::uint64_t opened = 0; // the number of the room's first record
    protocol::RoomOptions options;
    std::optional<PasswordHash> password;
    PerSeat<std::optional<Player>> players;
    FreshMatch fresh;
    int aborted = 0;
    std::optional<Seat> starter;
    std::uint64_t seq = 0;
    std::vector<ChatLine> chat;
};

using RecordBody =
    std::variant<RoomOpened, SeatTaken, SeatLeft, BecameReady, Revealed, TableAborted, Acted,
                 MatchCutShort, RematchAsked, Chatted, RoomClosed, Snapshot>;

struct Record {
    std::uint64_t number = 0; // of the server, counting up from 1; one that was refused is a gap
    RoomCode room;
    Time at{};
    // What the clock gave, as of when the record was made: each seat's absence used up in this
    // match (presence itself is no record) and what is left on each seat's clock. So applying a
    // record needs no subtraction of times, and time when the server was down counts against
    // nobody.
    PerSeat<milliseconds> absence{};
    PerSeat<milliseconds> clock_left{};
    RecordBody body;
};

// What the store says of a record. Full: it is not there, and never will be.
enum class Stored : std::uint8_t { Durable, Full };

} // namespace jaipur::server::core
