// The rules in brief, for the help of both frontends.
#pragma once

#include <string>
#include <vector>

namespace jaipur::client {

std::vector<std::string> short_rules();

} // namespace jaipur::client
