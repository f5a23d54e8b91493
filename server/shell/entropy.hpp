// The one source of randomness: the operating system's, fit for secrets.
#pragma once

#include "server/core/lobby/lobby.hpp"

namespace jaipur::server::shell {

// Ends the process where the system has no randomness to give: nothing here may go on without.
core::Entropy system_entropy();

} // namespace jaipur::server::shell
