// How people end a long run: after the first Ctrl-C or SIGTERM it finishes what it has begun; the
// second one ends it at once.
#pragma once

#include <atomic>

namespace jaipur::bots::ladder {

// Becomes true when the first one comes, from now on.
const std::atomic<bool>& catch_signals();

} // namespace jaipur::bots::ladder
