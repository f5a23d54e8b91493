// A command-line option for each limit, and `--no-limits`.
#pragma once

#include "server/core/limits.hpp"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace CLI {
class App;
}

namespace jaipur::server::shell {

// `app` sets `limits` when it parses; both must outlive that. Given options hold even with
// `--no-limits`, in any order.
void add_limit_options(CLI::App& app, core::Limits& limits);

// Whether there is a limit of this name that can change while the server runs.
bool limit_changes_while_running(std::string_view name);

// Every limit: its option without the dashes, and its value as the option takes it.
std::vector<std::pair<std::string, std::string>> limit_texts(const core::Limits& limits);

} // namespace jaipur::server::shell
