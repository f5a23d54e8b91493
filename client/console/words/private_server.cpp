// A private server: what the user is asked there, and whether it lets them in. The page says the
// same.
#include "client/console/address.hpp"
#include "client/console/safe_text.hpp"
#include "client/console/translation.hpp"
#include "client/console/words/words.hpp"

namespace jaipur::client::words {

std::string gate_title(const Gate& gate) {
    return gate.is_for_rooms ? _("You need a password to open a room")
                             : _("This server is private");
}

std::vector<std::string> gate_lines(const Gate& gate) {
    std::vector<std::string> lines;
    if (gate.has_ended)
        lines.push_back(access_ended());
    lines.push_back(gate.is_for_rooms
                        ? _("Only invited people can open rooms on this server. You can join other "
                            "people's rooms without this password.")
                        : _("To play here, enter the server's password. The person who invited you "
                            "knows it."));
    return lines;
}

std::string access_ended() {
    return _("You no longer have access to this server: the password has changed, or the "
             "invitation was withdrawn.");
}

std::string is_in() {
    return _("You're in. From now on, you can play on this server without being asked again.");
}

std::string wrong_invitation(const ServerLink& link, std::string_view server) {
    if (parse_address(link.server) != parse_address(server))
        return _("This invitation is for {0}. Quit, run ./jaipur join and paste the link.",
                 safe(link.server));
    return link.invitation ? "" : error(protocol::ErrorCode::InvitationOver, Purpose::Entering);
}

std::string how_to_enter_server() {
    return _("Give the password with --server-password-file, or an invitation link instead of the "
             "server's address.");
}

} // namespace jaipur::client::words
