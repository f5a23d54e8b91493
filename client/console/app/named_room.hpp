// The words of the command line that name a room and a server.
#pragma once

#include "common/result.hpp"
#include "protocol/fair.hpp"

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace jaipur::client::app {

// What is wrong with them; empty if nothing is.
std::string check_server(const std::string& text);
std::string check_code(const std::string& text);

// Asks the user for what is missing; nothing if they give up. Empty: there is nobody to ask.
using Ask = std::function<std::optional<std::string>(std::string_view question)>;

struct NamedRoom {
    std::string room;                         // empty: only an invitation to the server was given
    std::optional<std::string> server;        // if the words name one
    std::optional<protocol::Secret> key = {}; // of a link that moves a seat
};

// A code or a link, and the server, in any order; either may be empty, and the room "-", which asks
// as well. An invitation to a server is enough. The error says what is wrong; `verb` is the
// command, for an example.
Result<NamedRoom, std::string> room_named(std::string room, std::string server, const Ask& ask,
                                          const std::string& verb);

} // namespace jaipur::client::app
