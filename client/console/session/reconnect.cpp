#include "client/console/session/reconnect.hpp"

#include <algorithm>
#include <cmath>

namespace jaipur::client::session {

std::chrono::milliseconds Reconnect::next(double chance) {
    auto delay = first;
    for (int i = 0; i < failures_ && delay < longest; ++i)
        delay = std::min(delay * 2, longest);
    ++failures_;
    const double factor = 1 - jitter + 2 * jitter * chance;
    return std::chrono::milliseconds(std::llround(static_cast<double>(delay.count()) * factor));
}

} // namespace jaipur::client::session
