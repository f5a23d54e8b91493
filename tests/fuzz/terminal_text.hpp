// What may be written to a terminal, decided independently of the client: valid UTF-8 without
// control characters, changes of writing direction, or invisible characters.
#pragma once

#include "client/console/screen/canvas.hpp"

#include <string_view>

namespace jaipur::fuzz {

bool is_fit_for_terminal(std::string_view text);

// The same for each cell; also, the columns add up, so a wide glyph has the space it needs.
bool is_fit_for_terminal(const client::screen::Canvas& canvas);

} // namespace jaipur::fuzz
