// All that the console knows, as a value: what the server has said last and how the line is. Both
// faces (plain and full screen) draw from it. No terminal, no network, no rules of the game.
#pragma once

#include "common/seat.hpp"
#include "protocol/message.hpp"

#include <chrono>
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
    std::string reason; // why the line was lost, in words
};

// One line of the log, in words, safe to show on a terminal as it is.
struct LogLine {
    enum class Kind : std::uint8_t { Game, Chat, Notice, Warning };
    Kind kind = Kind::Notice;
    std::optional<Seat> seat; // who did or said it
    std::string text;
};

// What has been found out about the shuffle of the match so far.
struct ShuffleVerdict {
    enum class State : std::uint8_t {
        Unknown,   // no match yet, or a spectator who saw no commitments
        Committed, // commitments are on the table; the proof comes with the end
        Verified,  // the proof fits all that was seen
        Mismatch,  // it does not: to be shouted
    };
    State state = State::Unknown;
    std::string text; // a sentence for people
};

struct Model {
    std::string server; // as the user gave it
    Link link;
    std::optional<std::string> room_code; // none: in no room
    std::optional<Seat> seat;             // none: watching, or in no room
    std::optional<protocol::RoomInfo> room;
    SteadyTime room_at{}; // when it came: an absent player's grace counts down from then
    std::optional<protocol::View> view;
    SteadyTime view_at{}; // when the view came: a running clock counts down from then
    std::vector<LogLine> log;
    std::optional<protocol::RoomList> rooms; // the last list of public rooms
    std::optional<std::string> kept_room;    // where a seat is kept that can be resumed
    ShuffleVerdict shuffle;
};

} // namespace jaipur::client
