#include "client/console/app/named_room.hpp"

#include "client/console/address.hpp"
#include "client/console/translation.hpp"
#include "protocol/text.hpp"

#include <boost/system/result.hpp>

#include <utility>

namespace jaipur::client::app {

using boost::system::in_place_error;

std::string check_server(const std::string& text) {
    if (const auto link = parse_server_link(text); link && !link->invitation)
        return _("part of this invitation link is missing");
    return parse_address(text) ? "" : _("expected HOST:PORT or https://HOST");
}

std::string check_code(const std::string& text) {
    return protocol::room_code(text)
               ? ""
               : _("expected a room code: six letters and digits (no 0, 1, I or O)");
}

Result<NamedRoom, std::string> room_named(std::string room, std::string server, const Ask& ask,
                                          const std::string& verb) {
    const bool swapped = !parse_room_link(room) && parse_room_link(server);
    if (swapped || (server.empty() && !parse_room_link(room) && looks_like_address(room)))
        std::swap(room, server);
    if (room == "-") // like no argument
        room.clear();
    if (room.empty() && ask && !parse_server_link(server))
        room = ask(_("Room code or link:") + " ").value_or("");
    if (parse_server_link(room) && (server.empty() || parse_address(server) == parse_address(room)))
        server = std::exchange(room, "");
    if (room.empty() && parse_server_link(server)) {
        if (const std::string wrong = check_server(server); !wrong.empty())
            return {in_place_error, wrong};
        return NamedRoom{"", server};
    }
    if (room.empty())
        return {in_place_error,
                _("which room? For example: {0}", verb + " K7QX2M 192.168.1.20:7777")};
    const auto link = parse_room_link(room);
    if (!link)
        return {in_place_error, check_code(room)};
    if (server.empty())
        return NamedRoom{link->room, link->server, link->key};
    if (const std::string wrong = check_server(server); !wrong.empty())
        return {in_place_error, wrong};
    if (link->server && parse_address(*link->server) != parse_address(server))
        return {in_place_error, _("two different servers are named")};
    return NamedRoom{link->room, server, link->key};
}

} // namespace jaipur::client::app
