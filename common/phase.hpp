// The phases of a match.
#pragma once

#include <cstdint>
#include <string_view>

namespace jaipur {

enum class Phase : std::uint8_t { Waiting, Playing, RoundOver, MatchOver };
// "waiting" "playing" "round_over" "match_over"
std::string_view name(Phase phase);

} // namespace jaipur
