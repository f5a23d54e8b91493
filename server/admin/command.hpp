// What an operator can ask a running server, as values, and their JSON: one object per line
// (docs/hosting.md). It must not know how a server does it.
#pragma once

#include "common/result.hpp"
#include "common/seat.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace jaipur::server::admin {

struct ShowStatus {};

struct ListRooms {};

struct MakeBackup {
    std::string file; // an absolute path, as the server sees it
};

struct SetLogLevel {
    std::string level;
};

struct ShowLimits {};

struct EndMatch {
    std::string room;
    std::string reason; // for the players; may be empty
};

inline constexpr std::int64_t longest_time = std::int64_t{10} * 365 * 86400; // more is a mistake

struct Announce {
    std::string text;                      // empty: nothing any more
    std::optional<std::int64_t> lasts_for; // seconds
};

struct Drain {
    bool cancel = false;
};

struct Kick {
    std::string who;          // an address or network, or a room
    std::optional<Seat> seat; // in this room
};

struct AddBan {
    std::string who;                       // as in Kick
    std::optional<Seat> seat;              // likewise
    std::optional<std::int64_t> lasts_for; // seconds; empty: for good
};

struct RemoveBan {
    std::string address; // or network
};

struct ListBans {};

inline constexpr std::int64_t most_uses = 1000; // of an invitation

// A link into a private server.
struct Invite {
    std::int64_t uses = 1;
    std::int64_t lasts_for = std::int64_t{7} * 86400; // seconds
    std::string note;                                 // for `invitations`; may be empty
};

struct ListInvitations {};

struct Revoke {
    std::int64_t invitation = 0; // its number
};

using Command =
    std::variant<ShowStatus, ListRooms, EndMatch, Announce, Drain, Kick, AddBan, RemoveBan,
                 ListBans, Invite, ListInvitations, Revoke, MakeBackup, SetLogLevel, ShowLimits>;

// As it is called: "status".
std::string_view name(const Command& command);

enum class Failure : std::uint8_t {
    BadRequest,       // not JSON, an unknown command, wrong fields
    PermissionDenied, // the caller is neither root nor the server's user
    Busy,             // too many connections, or a backup runs already
    NoSuchRoom,
    NotPossible, // what was asked can't be done: see the message
};

std::string_view name(Failure failure); // "bad_request"

// A command, and how its answer should look.
struct Request {
    Command command;
    bool text = false; // with a text for people
};

Result<Request, Failure> decode(std::string_view line);
// Without a line break.
std::string encode(const Request& request);

} // namespace jaipur::server::admin
