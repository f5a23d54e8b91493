// Small numbers that change by a difference.
#pragma once

#include <cassert>
#include <cstdint>

namespace jaipur::bots {

// The sum must be at least 0.
inline void add(std::uint8_t& number, int change) {
    assert(number + change >= 0);
    number = static_cast<std::uint8_t>(number + change);
}

} // namespace jaipur::bots
