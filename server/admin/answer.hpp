// What a server answers to an operator, as values, with their JSON and a text for people. Nothing
// here is secret, except the link of a new invitation: no cards, tokens, passwords or chat.
#pragma once

#include "server/admin/command.hpp"
#include "server/core/bans.hpp"
#include "server/core/room/overview.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace jaipur::server::admin {

struct Status {
    std::string version;
    std::int64_t uptime = 0; // seconds
    std::vector<std::string> addresses;
    core::LobbyFigures lobby;
    bool restarting = false;   // it drains
    std::size_t waits_for = 0; // then: running matches
    std::optional<std::string> announcement;
    std::size_t bans = 0;
    std::int64_t store_queue = 0; // records that aren't durable yet
    double load = 0;              // of the machine, over the last minute
    std::int64_t memory = 0;      // bytes
    std::int64_t descriptors = 0; // open
};

struct RoomList {
    std::vector<core::RoomOverview> rooms;
};

struct BanList {
    std::vector<core::Ban> bans;
};

struct Invited {
    std::uint64_t id = 0;
    std::string link; // the secret in it is shown only now
    core::Time expires{};
    int uses = 1;
};

struct Invitation {
    std::uint64_t id = 0;
    std::string note;
    core::Time made{}, expires{};
    int uses = 1, spent = 0;
    std::size_t passes = 0; // of these, how many still count
    bool revoked = false;
};

struct InvitationList {
    std::vector<Invitation> invitations;
    std::size_t passes_by_password = 0;
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

using Answer =
    std::variant<Failed, Done, Status, RoomList, BanList, Invited, InvitationList, LimitList>;

// For the file in which they outlive the server; nothing: it isn't such a file.
std::string encode_bans(const std::vector<core::Ban>& bans);
std::optional<std::vector<core::Ban>> decode_bans(std::string_view text);

enum class With : bool { Data, Text };
// One line, without its break; on demand with a text for people.
std::string encode(const Answer& answer, core::Time now, With with);

// What the command line shows.
std::string to_text(const Answer& answer, core::Time now);

} // namespace jaipur::server::admin
