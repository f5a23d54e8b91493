// A room as its records made it: a comparable value, secrets included. It must not know
// about connections, clocks or randomness: `Room` knows who is connected.
//
// Applying a room's records in order to an empty RoomState always gives the same RoomState.
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

// How many lines of chat a room keeps.
inline constexpr std::size_t chat_lines_kept = 50;

// What spectators of an `open` room see if both players agreed to the delay: the table as it was
// some actions ago.
struct OpenTable {
    struct DelayedView {
        protocol::View view;                         // without events
        std::vector<protocol::ObservedEvent> events; // of the change that led here
        friend bool operator==(const DelayedView&, const DelayedView&) = default;
    };

    DelayedView shown;             // with all events of its round
    std::deque<DelayedView> ahead; // not shown yet; the oldest first
    friend bool operator==(const OpenTable&, const OpenTable&) = default;
};

// The members of `Snapshot` last from match to match; applying one copies them. The rest belongs to
// one match.
struct RoomState : Snapshot {
    RoomCode code;
    protocol::Hash server_commit{};
    bool table_published = false; // commitments are public, reveals are due; nothing is dealt yet
    protocol::Hash table{};       // from the first deal on
    Match match;
    PerSeat<milliseconds> clock_left; // in a room without a clock: for each seat's next action
    PerSeat<milliseconds> absence;

    std::vector<protocol::Replay::Step> steps; // of this match, by ply
    Boxed<protocol::Proof> proof;              // once the match is over, even if players leave
    std::vector<Event> round_events;           // of the current or last round
    Seat first_starter{};                      // of round 1; meaningless before
    Boxed<OpenTable> open;                     // from the first deal on, if the delay was agreed
    // The operator has ended this match; why, or the empty text.
    std::optional<std::string> ended_by_operator;
    bool closed = false;

    friend bool operator==(const RoomState&, const RoomState&) = default;
};

// What applying a record changed.
struct Change {
    Events events;      // in the game
    bool view = false;  // the game has changed: `seq` has moved on
    bool room = true;   // something that `room` shows may have changed
    bool table = false; // the commitments have been published
    bool match_over = false;
    // Numbers of earlier records, of those aside, that the room no longer needs.
    std::vector<std::uint64_t> forgotten;
    // What open spectators now see that they didn't before, if anything.
    std::optional<std::vector<protocol::ObservedEvent>> open_events;
};

// A snapshot that replaces all records of the room so far; nothing while a match runs, reveals are
// due, or a finished match is shown.
std::optional<Snapshot> snapshot(const RoomState& room);

// Whether a room begins with this record.
bool is_first(const RecordBody& body);

// Does what was decided, and what follows without another decision: when both are ready, publishes
// the commitments or deals the round. Throws std::logic_error if the record was not decided on this
// state: a bug or a broken log.
Change apply(RoomState& room, const Record& record);

// During a match players keep their seats, and absences count.
constexpr bool runs(Phase phase) {
    return phase == Phase::Playing || phase == Phase::RoundOver;
}

// The player who has had a seat here longest: the creator or, once they have left for good, the
// other one. Empty: nobody is here, or only a bot.
std::optional<Seat> owner(const RoomState& room);

// As records and rooms keep it: empty if it is the default.
std::optional<protocol::ChatFrom> stored_chat(protocol::ChatFrom from);

// "easy" is "Easy bot".
std::string bot_name(std::string level);

bool is_ready(const std::optional<Player>& player);
bool owes_reveal(const RoomState& room, Seat seat);
// To the spectator delay. A bot agrees whenever its opponent does.
bool has_agreed(const RoomState& room, Seat seat);
PerSeat<milliseconds> full_clocks(const protocol::RoomOptions& options);
// How much of `clock_left` is for the current action; nothing if that has no limit: in a room with
// a clock, if no player is to act, and against a bot, which acts at once and claims nothing.
std::optional<milliseconds> move_left(const RoomState& room,
                                      const PerSeat<milliseconds>& clock_left);
protocol::Commitments commitments(const RoomState& room);

// Only once the match is over.
protocol::Replay replay(const RoomState& room);

} // namespace jaipur::server::core
