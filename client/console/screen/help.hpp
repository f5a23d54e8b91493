// The help on `?`: the rules and the keys. Only text.
#pragma once

#include <string>
#include <vector>

namespace jaipur::client::screen {

struct HelpLine {
    // A heading has no right part, plain text no left one.
    std::string left, right;
};

// Each fits into 78 columns.
const std::vector<HelpLine>& help_lines();
const std::vector<HelpLine>& replay_help_lines();

} // namespace jaipur::client::screen
