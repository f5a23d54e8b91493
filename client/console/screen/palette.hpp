// The colours of both themes, as the escape sequences that select them. Pure.
#pragma once

#include "client/console/screen/canvas.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace jaipur::client::screen {

enum class Theme : std::uint8_t { Dark, Light };

// The colours that a terminal can show. With few, its own background stays.
enum class Depth : std::uint8_t { None, Few, Many, True }; // 0, 8 or 16, 256, 24 bits

struct Rgb {
    std::uint8_t red = 0, green = 0, blue = 0;
};

// A colour of 24 bits, and the one of xterm's 256 colours that replaces it.
struct Shade {
    Rgb exact;
    std::uint8_t index = 0;
};

struct Shades {
    Shade letters, ground;
};

// For many colours and more.
Shades shades_of(Style style, Theme theme);

// The sequence that switches from any other style to this one.
std::string selecting(Style style, Depth depth, Theme theme);

// By the number of colours in the terminal's description, and COLORTERM.
Depth depth_of(int colours, std::string_view colorterm);

// The question for the colour of the background (OSC 11), and the theme that suits the answer
// `]11;rgb:ffff/ffff/ffff`, without its escape characters.
inline constexpr std::string_view background_question = "\x1b]11;?\x1b\\";
std::optional<Theme> theme_of_answer(std::string_view answer);
// The same for the variable COLORFGBG of some terminals: "15;0".
std::optional<Theme> theme_of_colorfgbg(std::string_view value);

} // namespace jaipur::client::screen
