// Descriptions of common terminals for systems that have none, or not where the statically linked
// client looks for them. Other builds contain no descriptions.
#pragma once

#include <string_view>

namespace jaipur::client::screen {

// Makes ncurses find the description of this terminal ($TERM). Returns whether there is one.
bool use_built_in_terminfo(std::string_view terminal);

// In ncurses' notation for $TERMINFO; empty if there is none. The build defines it
// (cmake/terminfo.cmake).
std::string_view built_in_terminfo(std::string_view terminal);

} // namespace jaipur::client::screen
