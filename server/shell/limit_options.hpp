// A command-line option for each limit, and `--no-limits`.
#pragma once

#include "server/core/limits.hpp"

#include <string_view>

namespace CLI {
class App;
}

namespace jaipur::server::shell {

// `app` sets `limits` when it parses; both must outlive that. Given options hold even with
// `--no-limits`, in any order.
void add_limit_options(CLI::App& app, core::Limits& limits);

// Whether there is a limit of this name that can change while the server runs.
bool limit_changes_while_running(std::string_view name);

} // namespace jaipur::server::shell
