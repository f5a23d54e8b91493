// The command-line options of a private server.
#pragma once

#include "server/shell/options.hpp"

#include <filesystem>
#include <string>

namespace CLI {
class App;
}

namespace jaipur::server::shell {

// `app` sets `serve` when it parses; both must outlive that.
void add_private_options(CLI::App& app, Serve& serve);

// The first line of the file. Read it once: it may be a pipe. Throws std::runtime_error, which says
// why it isn't a password.
std::string read_server_password(const std::filesystem::path& file);

} // namespace jaipur::server::shell
