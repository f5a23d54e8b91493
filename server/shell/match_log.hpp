// A line in the log when a match begins, and when it ends: its ID and options. Never a room's code,
// with which strangers could enter, a name, or a card.
#pragma once

#include "server/core/delivery.hpp"

namespace jaipur::server::shell {

void log_matches(const core::Output& output);

} // namespace jaipur::server::shell
