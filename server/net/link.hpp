// Links: the paths of the page that name a room or a replay (`/K7QX2M`, `/watch/K7QX2M`,
// `/replay/ID`) or let into a private server (`/enter`), and what a messenger shows of such a link.
// It must not know how rooms and replays are found.
#pragma once

#include "protocol/fair.hpp"
#include "protocol/message.hpp"
#include "server/core/lobby/lobby.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace jaipur::server::net {

struct RoomLink {
    std::string room;
    core::LinkTo to{};
};

struct ReplayLink {
    protocol::MatchId match{};
};

// A replay from the visitor's own file: the server knows nothing about it.
struct FileLink {};

// Into a private server: `/enter#INVITATION`. Only the browser sees the invitation.
struct EnterLink {};

using PageLink = std::variant<RoomLink, ReplayLink, FileLink, EnterLink>;

// Nothing if the path isn't such a link.
std::optional<PageLink> link_at(std::string_view path);

// A page in a few words.
struct Preview {
    std::string title;
    std::string description;
};

Preview preview_of(const protocol::Invitation& invitation, core::LinkTo to);
Preview preview_of(const protocol::Replay& replay);

// The address at which the page was requested.
struct Location {
    std::string origin; // "https://example.org"; empty: unknown
    std::string path;
};

// The page's document with this preview, if there is one, in its title and `meta` tags, and with
// absolute addresses, which most messengers need. Texts are escaped: names come from players.
std::string with_preview(std::string_view document, const std::optional<Preview>& preview,
                         const Location& location);

} // namespace jaipur::server::net
