// What the server asks of the system for its own process.
#pragma once

#include <cstddef>
#include <cstdint>

namespace jaipur::server::shell {

// A core dump would hold every hand, token and seed; and no other process of this user may look
// into this one.
void forbid_core_dumps();

// As many descriptors as the system lets us have; returns how many.
std::uint64_t raise_descriptor_limit();

// The thread that calls this lets the others go first where processors are short.
void give_way();

// For the operator; 0 where the system doesn't tell.
struct ProcessFigures {
    std::uint64_t resident_bytes = 0;
    std::uint64_t descriptors = 0; // open ones
};

ProcessFigures process_figures();

} // namespace jaipur::server::shell
