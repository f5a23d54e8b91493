// Time as the core sees it: passed in, in Unix milliseconds, and never going back.
#pragma once

#include <chrono>
#include <cstdint>

namespace jaipur::server::core {

using Time = std::chrono::sys_time<std::chrono::milliseconds>;
using std::chrono::milliseconds;

constexpr std::int64_t unix_ms(Time time) {
    return time.time_since_epoch().count();
}

} // namespace jaipur::server::core
