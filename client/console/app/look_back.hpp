// The commands for matches that are over: `replay` on a face, and `verify`.
#pragma once

#include "client/console/app/options.hpp"

namespace jaipur::client {

// One of `replay` and `verify` is asked for. Returns the program's exit code: 0, or 1 where the
// replay does not fit, or 2 where there is none.
int look_back(const Options& options);

} // namespace jaipur::client
