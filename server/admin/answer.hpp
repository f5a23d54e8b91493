// What a server answers to an operator, as values, with their JSON and a text for people. Nothing
// here is secret: no cards, tokens, passwords or chat.
#pragma once

#include "server/admin/command.hpp"
#include "server/core/limits.hpp"
#include "server/core/room/overview.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace jaipur::server::admin {

struct Status {
    std::string version;
    std::int64_t uptime = 0; // seconds
    std::vector<std::string> addresses;
    core::LobbyFigures lobby;
    std::int64_t store_queue = 0; // records that aren't durable yet
    double load = 0;              // of the machine, over the last minute
    std::int64_t memory = 0;      // bytes
    std::int64_t descriptors = 0; // open
};

struct RoomList {
    std::vector<core::RoomOverview> rooms;
};

// A number each, in the order and with the names of their options.
struct LimitList {
    std::vector<std::pair<std::string, std::string>> limits;
};

// A sentence that says what has been done.
struct Done {
    std::string what;
};

struct Failed {
    Failure failure{};
    std::string why; // for people
};

using Answer = std::variant<Failed, Done, Status, RoomList, LimitList>;

// One line, without its break. `for_people`: with a text.
enum class With : bool { Data, Text };
std::string encode(const Answer& answer, core::Time now, With with);

// What the command line shows.
std::string to_text(const Answer& answer, core::Time now);

} // namespace jaipur::server::admin
