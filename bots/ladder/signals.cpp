#include "bots/ladder/signals.hpp"

#include <csignal>

namespace jaipur::bots::ladder {

namespace {

std::atomic<bool> caught = false;
static_assert(std::atomic<bool>::is_always_lock_free); // a signal handler sets it, on any thread

void handle_with(void (*handler)(int)) {
    for (const int signal : {SIGINT, SIGTERM})
        std::signal(signal, handler);
}

} // namespace

const std::atomic<bool>& catch_signals() {
    handle_with([](int) {
        caught = true;
        handle_with(SIG_DFL);
    });
    return caught;
}

} // namespace jaipur::bots::ladder
