// The help on `?`: how the game goes and what the keys do. Text alone.
#pragma once

#include <string_view>
#include <vector>

namespace jaipur::client::screen {

struct HelpLine {
    // A heading has no right part, plain text no left one; a space on the left: the line before
    // goes on.
    std::string_view left, right;
};

// Each fits into 78 columns.
const std::vector<HelpLine>& help_lines();
const std::vector<HelpLine>& replay_help_lines();

} // namespace jaipur::client::screen
