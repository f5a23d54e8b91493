#include "client/console/screen/terminfo.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <string>

namespace jaipur::client::screen {

namespace {

// They behave like xterm, and their own descriptions are rarely installed elsewhere.
constexpr std::array<std::string_view, 6> like_xterm{"alacritty", "contour",       "foot",
                                                     "wezterm",   "xterm-ghostty", "xterm-kitty"};

} // namespace

bool use_built_in_terminfo(std::string_view terminal) {
    const bool alike = std::ranges::find(like_xterm, terminal) != like_xterm.end();
    const std::string known(alike ? "xterm-256color" : terminal);
    const std::string found(built_in_terminfo(known));
    // ncurses wants the name that is in the description.
    return !found.empty() && ::setenv("TERMINFO", found.c_str(), 1) == 0 &&
           ::setenv("TERM", known.c_str(), 1) == 0;
}

} // namespace jaipur::client::screen
