// The trained weights: the assembler puts `weights/value.bin` into the program.
#include "bots/network.hpp"

extern "C" {
// NOLINTBEGIN(*-avoid-c-arrays): this is how a label of the assembler looks from C++
extern const std::byte jaipur_value_begin[];
extern const std::byte jaipur_value_end[];
// NOLINTEND(*-avoid-c-arrays)
}

__asm__(".section .rodata\n"
        ".global jaipur_value_begin\n"
        ".global jaipur_value_end\n"
        "jaipur_value_begin:\n"
        ".incbin \"" JAIPUR_VALUE_WEIGHTS "\"\n"
        "jaipur_value_end:\n"
        ".byte 0\n"
        ".previous\n");

namespace jaipur::bots {

const Network& trained_network() {
    static const Network network(std::span(jaipur_value_begin, jaipur_value_end));
    return network;
}

} // namespace jaipur::bots
