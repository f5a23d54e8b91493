// What the user chose about the full screen.
#pragma once

#include <cstdint>

namespace jaipur::client::screen {

enum class Glyphs : std::uint8_t { Utf8, Ascii };
enum class Colours : std::uint8_t { Some, None };            // none: NO_COLOR
enum class ThemeChoice : std::uint8_t { Auto, Dark, Light }; // auto: like the terminal
enum class Mouse : std::uint8_t { On, Off };

} // namespace jaipur::client::screen
