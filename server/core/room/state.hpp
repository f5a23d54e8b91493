// What a room is as far as its records made it: a value, comparable, secrets included. It knows no
// connection, no clock and no chance: who is present and since when is `Room`'s business.
//
// Applying a room's records in order to an empty RoomState gives the same RoomState, always.
#pragma once

#include "common/event.hpp"
#include "common/match.hpp"
#include "protocol/message.hpp"
#include "server/core/boxed.hpp"
#include "server/core/record.hpp"

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <vector>

namespace jaipur::server::core {

struct Player {
    std::string name;
    TokenHash token{};              // means nothing where a bot sits
    std::optional<std::string> bot; // its level
    std::uint64_t seated_by = 0;    // the number of the record by which the seat was taken
    bool ready = false;             // for the match or its next round; a bot always is
    bool rematch = false;
    std::optional<protocol::Hash> commit;  // to this match's shuffle
    std::optional<protocol::Secret> nonce; // what was behind it
    friend bool operator==(const Player&, const Player&) = default;
};

// So many lines of chat stay with a room.
inline constexpr std::size_t chat_lines_kept = 50;

// What spectators of a room opened as `open` see: the table as it was some actions ago.
struct OpenTable {
    struct Moment {
        protocol::View view;                         // without events
        std::vector<protocol::ObservedEvent> events; // of the change that led here
        friend bool operator==(const Moment&, const Moment&) = default;
    };

    Moment shown;             // its events: all of the round that it shows
    std::deque<Moment> ahead; // has happened, not to be seen yet; the oldest first
    friend bool operator==(const OpenTable&, const OpenTable&) = default;
};

struct RoomState {
    RoomCode code;
    std::uint64_t opened = 0; // its first record's number: of two rooms the older has the smaller
    protocol::RoomOptions options;
    std::optional<PasswordHash> password;
    PerSeat<std::optional<Player>> players;

    // The match and its fair shuffle.
    FreshMatch fresh;
    protocol::Hash server_commit{};
    int aborted = 0;              // over the room's life
    bool table_published = false; // commitments lie open, reveals are owed; nothing is dealt yet
    protocol::Hash table{};       // from the first deal on
    std::optional<Seat> starter;  // R5, R18: who starts the match; none: the shuffle draws
    Match match;
    PerSeat<milliseconds> clock_left, absence;

    std::vector<protocol::Replay::Step> steps; // of this match, by ply
    Boxed<protocol::Proof> proof;              // once it is over, whoever leaves after it
    std::vector<Event> round_events;           // of the current or last round
    Seat first_starter{};                      // who started round 1; meaningless before
    std::uint64_t seq = 0;
    Boxed<OpenTable> open;
    std::vector<ChatLine> chat; // the last ones
    bool closed = false;

    friend bool operator==(const RoomState&, const RoomState&) = default;
};

// What applying a record brought, for whoever has to tell.
struct Change {
    Events events;      // of the game
    bool view = false;  // the game has changed: `seq` has moved on
    bool table = false; // the commitments have been published
    bool match_over = false;
    std::optional<std::uint64_t> line_gone; // of chat: its record's number
    // What is new to open spectators; none: they see what they saw.
    std::optional<std::vector<protocol::ObservedEvent>> open_events;
};

// What can stand for every record of the room so far; nothing while a match runs, a table lies out,
// or a match that is over is looked at.
std::optional<Snapshot> snapshot(const RoomState& room);

// The record that a room begins with.
bool is_first(const RecordBody& body);

// Does what was decided, and all that follows from it without another decision: the table is
// published or the round dealt when both are ready. A record that was not decided on this very
// state is a bug, or a broken log: throws std::logic_error.
Change apply(RoomState& room, const Record& record);

// While a match runs seats are kept, and absences count.
constexpr bool runs(Phase phase) {
    return phase == Phase::Playing || phase == Phase::RoundOver;
}

bool is_ready(const std::optional<Player>& player);
bool owes_reveal(const RoomState& room, Seat seat);
PerSeat<milliseconds> full_clocks(const protocol::RoomOptions& options);
protocol::Commitments commitments(const RoomState& room);

// Only once the match is over.
protocol::Replay replay(const RoomState& room);

} // namespace jaipur::server::core
