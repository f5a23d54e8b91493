// Sends one command to a server's admin socket.
#pragma once

#include "server/admin/command.hpp"

#include <filesystem>
#include <string>

namespace jaipur::server::admin {

struct Reply {
    bool ok = false;
    std::string error; // the name of the failure, if not ok
    std::string text;  // for people
    std::string line;  // all of it, as JSON
};

// Throws std::runtime_error, which says why there is no answer.
Reply ask(const std::filesystem::path& socket, const Request& request);

} // namespace jaipur::server::admin
