// The delay before the next attempt to connect: half a second, because most failures are short;
// after ten seconds, a twentieth of the time since the connection was lost, up to fifteen seconds.
// ±30 % at random, so that a thousand clients don't return at once. If the server says that it
// restarts (1012), another one may have its rooms within a moment: during the first second, a tenth
// of a second, ±50 %.
#pragma once

#include <algorithm>
#include <chrono>
#include <cmath>

namespace jaipur::client::session {

inline constexpr std::chrono::milliseconds shortest_retry_delay{500};
inline constexpr std::chrono::milliseconds longest_retry_delay{15000};

inline constexpr std::chrono::milliseconds handover_delay{100};
inline constexpr std::chrono::milliseconds longest_handover{1000};

inline bool is_handover(bool server_restarts, std::chrono::steady_clock::duration away) {
    return server_restarts && away < longest_handover;
}

// `away`: since the connection was lost, or the first attempt failed. `chance` is uniform in 0
// to 1.
inline std::chrono::milliseconds retry_delay(std::chrono::steady_clock::duration away,
                                             double chance, bool server_restarts = false) {
    const bool soon = is_handover(server_restarts, away);
    const double jitter = soon ? 0.5 : 0.3;
    const auto usual = std::clamp(std::chrono::duration_cast<std::chrono::milliseconds>(away / 20),
                                  shortest_retry_delay, longest_retry_delay);
    const auto delay = soon ? handover_delay : usual;
    const double factor = 1 - jitter + 2 * jitter * chance;
    return std::chrono::milliseconds(std::llround(static_cast<double>(delay.count()) * factor));
}

} // namespace jaipur::client::session
