// The help on `?`: the rules and the keys. Only text.
#pragma once

#include <string>
#include <vector>

namespace jaipur::client::screen {

struct HelpLine {
    // A heading has no right part, plain text no left one; a space continues the line above.
    std::string left, right;
};

// For a screen of that many columns.
std::vector<HelpLine> help_lines(int columns);
std::vector<HelpLine> replay_help_lines(int columns);

} // namespace jaipur::client::screen
