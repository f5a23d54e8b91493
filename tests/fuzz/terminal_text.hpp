// What may be written to a terminal, from any source, decided independently of the client: valid
// UTF-8, and nothing in it that a terminal obeys, that turns the direction of writing, or that
// cannot be seen.
#pragma once

#include "client/console/screen/canvas.hpp"

#include <string_view>

namespace jaipur::fuzz {

bool is_fit_for_terminal(std::string_view text);

// The same of each cell, and that the columns add up: a wide glyph has the place that it needs.
bool is_fit_for_terminal(const client::screen::Canvas& canvas);

} // namespace jaipur::fuzz
