// How games stand, in sentences: for a list of all the user's matches.
#pragma once

#include "protocol/message.hpp"

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

namespace jaipur::client::words {

// A time that no exact number is needed for: "3 days", "2 hours", "50 seconds".
std::string about(std::chrono::milliseconds time);

// `now`: Unix milliseconds. The names must be safe to show.
std::string game(const protocol::Game& game, std::int64_t now);

// The user's turns first, the most urgent ones at the top; then the opponents' turns, matches that
// wait, and those that are over.
void sort_by_urgency(std::vector<protocol::Game>& games);

} // namespace jaipur::client::words
