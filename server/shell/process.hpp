// Settings and figures of the server's own process.
#pragma once

#include <cstddef>
#include <cstdint>

namespace jaipur::server::shell {

// A core dump would contain every hand, token and seed. Also stops other processes of this user
// from reading this one's memory.
void forbid_core_dumps();

// Raises the limit as far as the system allows; returns it.
std::uint64_t raise_descriptor_limit();

// SIGINT, SIGTERM and SIGHUP wait from the first line of `main` until somebody handles them: a
// server that is told to stop while it starts ends like any other, with 0, and one that is told to
// reload goes on. They wait again once it has stopped.
void hold_stop_signals();
void release_stop_signals();

// Lowers the priority of the calling thread, so that moves go first, but not by much: on a machine
// that is busy with other things, a password must not wait for minutes.
void give_way();

// For the operator; 0 if unknown.
struct ProcessFigures {
    std::uint64_t resident_bytes = 0;
    std::uint64_t descriptors = 0; // open ones
    std::uint64_t most_descriptors = 0;
};

ProcessFigures process_figures();

} // namespace jaipur::server::shell
