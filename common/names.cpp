// The names of phases and end reasons on the wire.
#include "common/phase.hpp"
#include "common/result.hpp"

#include <array>
#include <cstddef>

namespace jaipur {

std::string_view name(Phase phase) {
    static constexpr std::array<std::string_view, 4> names{"waiting", "playing", "round_over",
                                                           "match_over"};
    return names[static_cast<std::size_t>(phase)];
}

std::string_view name(EndReason reason) {
    static constexpr std::array<std::string_view, 8> names{
        "tokens", "deck", "stalled", "seals", "resigned", "timeout", "claimed", "abandoned"};
    return names[static_cast<std::size_t>(reason)];
}

} // namespace jaipur
