#include "server/shell/clock.hpp"

#include <algorithm>

namespace jaipur::server::shell {

core::Time Clock::look(Steady now) {
    const Steady::duration gap = now - last_look_;
    passed_ += waits_ ? std::min<Steady::duration>(gap, core::longest_gap) : gap;
    last_look_ = now;
    return start_ + std::chrono::floor<std::chrono::milliseconds>(passed_);
}

std::optional<Clock::Steady> Clock::wait_for(std::optional<core::Time> deadline) {
    waits_ = deadline.has_value();
    if (!deadline)
        return std::nullopt;
    const Steady::duration left = *deadline - start_ - passed_;
    return last_look_ + std::min<Steady::duration>(left, core::look_every);
}

} // namespace jaipur::server::shell
