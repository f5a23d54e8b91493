#include "bots/ladder/decisions.hpp"

#include "bots/evaluate.hpp"

#include <numeric>

namespace jaipur::bots::ladder {

namespace {

constexpr double least_open = 0.1; // a chance below this, or above its complement, is settled

double share(int chance) {
    return static_cast<double>(chance) / chance_one;
}

} // namespace

void Decisions::add(const Network& judge, const Position& position, const Action& action) {
    ++kinds[action.index()];
    const Option favourite = best_option(judge, position);
    const double most = share(favourite.chance);
    if (most < least_open || most > 1 - least_open)
        return;
    const Position then = after(position, action);
    ++open;
    best += then == favourite.then ? 1 : 0;
    loss += most - share(chance_after(judge, then));
}

void Decisions::add(const Decisions& others) {
    for (std::size_t i = 0; i < kinds.size(); ++i)
        kinds[i] += others.kinds[i];
    open += others.open;
    best += others.best;
    loss += others.loss;
}

int Decisions::all() const {
    return std::accumulate(kinds.begin(), kinds.end(), 0);
}

} // namespace jaipur::bots::ladder
