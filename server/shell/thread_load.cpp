#include "server/shell/thread_load.hpp"

#include <algorithm>
#include <pthread.h>
#include <system_error>
#include <utility>

namespace jaipur::server::shell {

namespace {

clockid_t own_clock() {
    clockid_t clock{};
    if (const int error = ::pthread_getcpuclockid(::pthread_self(), &clock); error != 0)
        throw std::system_error(error, std::system_category(), "can't measure processor time");
    return clock;
}

} // namespace

ThreadLoad::ThreadLoad() : clock_(own_clock()), used_(used()) {}

double ThreadLoad::now() {
    const auto now = Clock::now();
    if (now - measured_ < step)
        return load_;
    const std::chrono::duration<double> passed = now - std::exchange(measured_, now);
    const std::chrono::duration<double> before = std::exchange(used_, used());
    load_ = std::clamp((used_ - before) / passed, 0.0, 1.0);
    return load_;
}

std::chrono::nanoseconds ThreadLoad::used() const {
    timespec time{};
    ::clock_gettime(clock_, &time);
    return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
}

} // namespace jaipur::server::shell
