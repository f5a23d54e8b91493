// ASCII substitutes for other characters, for terminals that show only ASCII. Pure.
#pragma once

#include <optional>

namespace jaipur::client {

// A Latin letter without its marks, or a similar sign, of the same width; nothing for others.
std::optional<char> ascii_for(char32_t character);

} // namespace jaipur::client
