// The commands for matches that are over: `replay` on a frontend, and `verify`.
#pragma once

#include "client/console/app/options.hpp"

namespace jaipur::client::app {

// One of `replay` and `verify` is asked for. Returns the program's exit code: 0, or 1 where the
// replay does not fit, or 2 where there is none.
int show_past_match(const Options& options);

} // namespace jaipur::client::app
