// A command-line option for each limit, and `--no-limits`.
#pragma once

#include "server/core/limits.hpp"

namespace CLI {
class App;
}

namespace jaipur::server::shell {

// `app` sets `limits` when it parses; both must outlive that. Given options hold even with
// `--no-limits`, in any order.
void add_limit_options(CLI::App& app, core::Limits& limits);

} // namespace jaipur::server::shell
