// The only source of randomness: the operating system's, good enough for secrets.
#pragma once

#include "server/core/lobby/lobby.hpp"

namespace jaipur::server::shell {

// Ends the process if the system has no randomness: nothing may continue without it.
core::Entropy system_entropy();

} // namespace jaipur::server::shell
