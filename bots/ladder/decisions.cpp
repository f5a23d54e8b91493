#include "bots/ladder/decisions.hpp"

#include <numeric>

namespace jaipur::bots::ladder {

namespace {

constexpr double least_open = 0.1; // a chance below this, or above its complement, is settled

} // namespace

void Decisions::add(const Network& judge, const Position& position, const Option& chosen) {
    ++kinds[chosen.action.index()];
    const Option favourite = best_option(judge, position);
    const double most = share(favourite.chance);
    if (most < least_open || most > 1 - least_open)
        return;
    ++open;
    best += chosen.then == favourite.then ? 1 : 0;
    loss += most - share(chosen.chance);
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
