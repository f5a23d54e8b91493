// What came of a tournament, as a table for people and as a plot.
#pragma once

#include "bots/ladder/rating.hpp"
#include "bots/ladder/tournament.hpp"

#include <span>
#include <string>
#include <vector>

namespace jaipur::bots::ladder {

// Elo by the share less luck, if that has the smaller variance.
std::vector<Rating> ratings(std::size_t players, std::span<const Encounter> encounters);

std::string table(std::span<const Entrant> players, std::span<const Encounter> encounters);

// How often positions are won that the judge gives a certain chance, over all players.
std::string calibration_table(std::span<const Encounter> encounters);

std::string elo_plot(std::span<const Entrant> players, std::span<const Encounter> encounters);

} // namespace jaipur::bots::ladder
