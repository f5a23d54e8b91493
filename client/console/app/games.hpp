// The command `games`: lists how the matches stand in which the user has a seat.
#pragma once

#include "client/console/app/options.hpp"

namespace jaipur::client::app {

// Returns the exit code.
int show_games(const Options& options);

} // namespace jaipur::client::app
