// What the terminal, and the user, say about how to write.
#pragma once

#include <functional>
#include <string_view>

namespace jaipur::client::app {

bool terminal_knows_utf8();
bool colours_wanted();
// Whether somebody sits at a terminal, so that the screen can be filled.
bool at_a_terminal();

enum class Letters { All, Ascii };
// Writes lines to the standard output.
std::function<void(std::string_view line)> line_writer(Letters letters);

} // namespace jaipur::client::app
