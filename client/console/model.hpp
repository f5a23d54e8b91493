// Everything the console knows, as a value: the server's last messages and the state of the
// connection. Both frontends draw from it. No terminal, no network, no rules of the game.
#pragma once

#include "common/action.hpp"
#include "common/seat.hpp"
#include "protocol/message.hpp"

#include <bit>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace jaipur::client {

using SteadyTime = std::chrono::steady_clock::time_point;

enum class LinkState : std::uint8_t {
    Connecting, // the first attempt, or one of several
    Online,
    Retrying, // waiting until `retry_at`
    Closed,   // for good: `reason` says why
};

struct Link {
    LinkState state = LinkState::Connecting;
    int attempt = 0; // failed ones in a row
    SteadyTime retry_at{};
    std::string reason;    // why the connection was lost, in words, until we are back
    bool is_brief = false; // lost just now, and probably back before it matters

    bool is_up() const { return state == LinkState::Online && reason.empty(); }

    // Whether to tell of one more failure: of the first ones, and then of ever fewer. The news is
    // always the same.
    bool is_news() const {
        const bool rare = attempt >= 8 && std::has_single_bit(static_cast<unsigned>(attempt));
        return state == LinkState::Retrying && !is_brief && (attempt <= 2 || rare);
    }
};

// One line of the log, in words, safe to show on a terminal.
struct LogLine {
    enum class Kind : std::uint8_t {
        Game,
        Account, // details, for a frontend that does not show them otherwise
        Chat,
        Notice,
        Warning,
    };
    Kind kind = Kind::Notice;
    std::optional<Seat> seat; // who did or said it
    std::string text;
    std::string to_type = {}; // a further sentence where commands are typed: what to type now
};

// What is known about the shuffle of this match so far.
struct ShuffleVerdict {
    enum class Status : std::uint8_t {
        Unknown,   // no match yet, or a spectator who saw no commitments
        Committed, // both have committed; the proof comes at the end
        Verified,  // the proof matches everything that was seen
        Mismatch,  // it doesn't: shown in large letters
    };
    Status status = Status::Unknown;
    std::string text; // a sentence for people
};

// A seat that the user can go back to: kept by an earlier run, or left while its match ran; or one
// that an earlier run asked for without getting an answer.
struct KeptSeat {
    std::string room;         // empty: not known
    std::optional<Seat> seat; // empty: asked for
    std::string name;         // the player's own
    std::string token = {};   // identifies the seat; never shown
    bool over = false;        // the match is, as the server says
    std::string player = {};  // which bot plays there; never shown
    friend bool operator==(const KeptSeat&, const KeptSeat&) = default;
};

// The user is asked for the password of a private server: something waits for it.
struct Gate {
    bool is_for_rooms = false; // strangers can join rooms, but not open any
    bool has_ended = false;    // the user had access, and no longer has it
    bool ended_now = false;    // … and the log has just said so
    int refusals = 0;          // of what the user gave
    std::string refusal = {};  // the last one in words: a sentence; empty before it
};

struct Model {
    std::string server;    // as the user gave it
    std::string invite_at; // its address for others
    std::string name;      // the player's: last used, at first from the command line
    Link link;
    std::optional<std::chrono::milliseconds> lag; // to the server, as last measured
    std::vector<KeptSeat> kept; // on this server, the newest first; not the one that is in use
    bool checks_kept = false;   // the server has been asked which of them are over
    std::optional<std::string> room_code; // none: in no room
    bool joined = false; // on this connection: after a lost one, the server has let us in again
    std::optional<Seat> seat; // none: watching, or in no room
    std::optional<protocol::RoomInfo> room;
    SteadyTime room_at{}; // when it arrived: an absent player's time counts down from then
    std::optional<protocol::View> view;
    SteadyTime view_at{};           // when the view arrived: a running clock counts down from then
    std::optional<Action> awaiting; // sent (or to be sent once online), not yet answered
    std::vector<LogLine> log;
    std::size_t log_dropped = 0;                       // old lines dropped from the front of `log`
    std::optional<protocol::Notice> notice;            // what the operator tells everybody
    std::optional<protocol::RoomList> rooms;           // the last list of public rooms
    std::optional<protocol::SpectatorList> spectators; // the last list of this room's
    ShuffleVerdict shuffle;
    bool owns_server = false; // it stops when this program ends
    std::optional<Gate> gate; // absent: the user isn't asked
    // With an invitation from the command line; the server hasn't answered yet.
    bool gets_in = false;
    bool stays_outside = false; // the server is private, and there was no way in
    bool gets_ready = false;    // the session does it, as soon as it can: nothing to ask the user
};

// What a player has left: on their clock, or for the move if it has a time limit.
struct TimeLeft {
    enum class Of : std::uint8_t { Clock, Move };
    Of of{};
    std::chrono::milliseconds time{};
    std::chrono::seconds whole{}; // what they had at the beginning
    bool runs = false;            // now
};

// At most 30 days, because a hostile server may name any time; nothing without a limit.
std::optional<TimeLeft> time_left(const Model& model, Seat seat, SteadyTime now);

// A person whose match stops when this program ends, because its server does; nothing if nobody.
std::optional<std::string> person_on_our_server(const Model& model);
// Whether the user owns the room, and can remove others.
bool owns_room(const Model& model);
// The owner may, before and after a match.
bool may_remove_guest(const Model& model);
// Whether a round is being played or another follows.
bool match_is_running(const Model& model);

// What to play after a match against a bot.
struct OtherLevel {
    enum class Than : std::uint8_t { Harder, Easier } than{};
    std::string level;
    protocol::CreateRoom create; // a room like this one
};

// After a match against a bot: harder for a winner, easier for a loser.
std::optional<OtherLevel::Than> wanted_level(const Model& model);
// That level; nothing if there is none.
std::optional<OtherLevel> other_level(const Model& model);
// The kept seats whose matches aren't over.
std::vector<KeptSeat> seats_to_offer(const Model& model);
// The newest kept seat, or the one in the room with this code (upper or lower case).
std::optional<KeptSeat> kept_seat(const Model& model, const std::optional<std::string>& room);

} // namespace jaipur::client
