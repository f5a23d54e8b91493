// What this program gets from its surroundings: variables, some of which are set by a script that
// starts it, and random numbers.
#pragma once

#include "client/console/app/options.hpp"
#include "client/console/session/session.hpp"

#include <cstdint>
#include <span>
#include <string>

namespace jaipur::client::app {

// Empty if it isn't set.
std::string variable(const char* name);

// From the system. Throws std::runtime_error if there are none.
void draw_entropy(std::span<std::uint8_t> bytes);

// Whose seats the session holds.
session::SeatUser seat_user(const Options& options);

session::Environment environment(const Options& options);

} // namespace jaipur::client::app
