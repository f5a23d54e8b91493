// The compiled catalogues of po/, as the build embeds them (cmake/catalogues.cmake).
#pragma once

#include <string_view>

namespace jaipur::client {

// By the language's code: the bytes of its .mo file; empty if there is none.
std::string_view catalogue(std::string_view code);

} // namespace jaipur::client
