// Time as the core sees it: passed in, in Unix milliseconds, and never going back.
#pragma once

#include <chrono>
#include <cstdint>

namespace jaipur::server::core {

using Time = std::chrono::sys_time<std::chrono::milliseconds>;
using std::chrono::milliseconds;

// While somebody waits for a deadline, the server looks at the clock this often.
inline constexpr milliseconds look_every{500};
// So if more has passed since the last look, the server didn't run. Long enough for a busy machine,
// short enough for players not to notice.
inline constexpr milliseconds longest_gap{1000};

constexpr std::int64_t unix_ms(Time time) {
    return time.time_since_epoch().count();
}

} // namespace jaipur::server::core
