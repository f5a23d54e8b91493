// The command line of `jaipur-server admin`, and the option for the socket that it uses.
#pragma once

#include "server/shell/options.hpp"

#include <filesystem>
#include <optional>
#include <string>

namespace CLI {
class App;
} // namespace CLI

namespace jaipur::server::shell {

// `target` and `admin` are set when `app` parses; both must outlive that.
void add_admin_socket(CLI::App& app, std::optional<std::filesystem::path>& target);
CLI::App* add_admin_command(CLI::App& app, Admin& admin);

// What to say if the command line has `admin` without one of its commands; empty otherwise.
std::string objection_to_admin_command(const CLI::App& admin);

} // namespace jaipur::server::shell
