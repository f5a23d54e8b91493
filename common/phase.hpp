// The phases of a match.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace jaipur {

enum class Phase : std::uint8_t { Waiting, Playing, RoundOver, MatchOver };

constexpr std::string_view name(Phase phase) {
    constexpr std::array<std::string_view, 4> names{"waiting", "playing", "round_over",
                                                    "match_over"};
    return names[static_cast<std::size_t>(phase)];
}

} // namespace jaipur
