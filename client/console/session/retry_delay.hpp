// The delay before the next attempt to connect: half a second, because most failures are short;
// after ten seconds, a twentieth of the time since the connection was lost, up to fifteen seconds.
// ±30 % at random, so that a thousand clients don't return at once.
#pragma once

#include <algorithm>
#include <chrono>
#include <cmath>

namespace jaipur::client::session {

inline constexpr std::chrono::milliseconds shortest_retry_delay{500};
inline constexpr std::chrono::milliseconds longest_retry_delay{15000};

// `away`: since the connection was lost, or the first attempt failed. `chance` is uniform in 0
// to 1.
inline std::chrono::milliseconds retry_delay(std::chrono::steady_clock::duration away,
                                             double chance) {
    constexpr double jitter = 0.3;
    const auto delay = std::clamp(std::chrono::duration_cast<std::chrono::milliseconds>(away / 20),
                                  shortest_retry_delay, longest_retry_delay);
    const double factor = 1 - jitter + 2 * jitter * chance;
    return std::chrono::milliseconds(std::llround(static_cast<double>(delay.count()) * factor));
}

} // namespace jaipur::client::session
