#include "bots/play/timed.hpp"

#include "bots/knowledge.hpp"

#include <algorithm>
#include <ctime>

namespace jaipur::bots {

double processor_ms() {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_nsec) * 1e-6;
}

std::function<double()> budget_of(double ms) {
    return [ms, begin = processor_ms()] { return (processor_ms() - begin) / ms; };
}

Action think(const Level& level, const protocol::Observation& view,
             std::span<const protocol::ObservedEvent> round, std::uint64_t seed, double at_most) {
    Dice dice(seed);
    const double budget = std::min(level.milliseconds, at_most);
    return choose(level, trained_network(), position(view, round), dice, budget_of(budget));
}

} // namespace jaipur::bots
