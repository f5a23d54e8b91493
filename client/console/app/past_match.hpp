// The commands for finished matches: `replay` and `verify`.
#pragma once

#include "client/console/app/options.hpp"

namespace jaipur::client::app {

// Requires `replay` or `verify` in the options. Returns the exit code: 0, 1 if the replay is
// inconsistent, 2 if it can't be read.
int show_past_match(const Options& options);

} // namespace jaipur::client::app
