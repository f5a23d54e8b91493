// The options of a server that runs, except for its limits. Each adds itself to `app`, which writes
// to `serve` when it parses; both must outlive that.
#pragma once

#include "server/shell/options.hpp"

#include <filesystem>
#include <functional>
#include <optional>
#include <string>

namespace CLI {
class App;
class Option;
} // namespace CLI

namespace jaipur::server::shell {

void add_serve_options(CLI::App& app, Serve& serve);
void add_network_options(CLI::App& app, Serve& serve);
void add_push_options(CLI::App& app, Serve& serve);

// Empty: it may be a path. An empty one comes from a script's variable that isn't set.
std::string objection_to_path(const std::string& text);

// Other commands have these as well.
CLI::Option* add_data(CLI::App& app, std::optional<std::filesystem::path>& data);
CLI::Option* add_endpoint(CLI::App& app, const std::string& name, const std::string& help,
                          std::function<void(const Endpoint&)> set);

} // namespace jaipur::server::shell
