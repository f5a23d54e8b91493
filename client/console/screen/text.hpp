// Text as terminal columns: every string that is drawn goes through here. Only printable characters
// come out, so no server or player can move the cursor, change the terminal's state or break the
// columns. It knows nothing about the game or a terminal library.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace jaipur::client::screen {

// What the terminal can show.
enum class Charset : std::uint8_t {
    Utf8,
    Console, // UTF-8, but a font of few characters (the Linux console)
    Ascii,
};

// A character with the marks that combine with it.
struct Glyph {
    std::string bytes; // UTF-8
    int width = 1;     // columns, 1 or 2
};

// Controls, line breaks, bidirectional and invisible characters and broken UTF-8 become `?` or
// nothing. Characters that the charset lacks become similar ones, or `?`.
std::vector<Glyph> glyphs(std::string_view text, Charset charset);

// Columns.
int width(std::string_view text, Charset charset);

// At most this many columns; a longer text ends in `…`.
std::string clip(std::string_view text, int columns, Charset charset);

// Lines of at most this many columns, broken at spaces where possible. At least one line.
std::vector<std::string> wrap(std::string_view text, int columns, Charset charset);

// The characters of UTF-8; a broken byte becomes U+FFFD.
std::u32string characters(std::string_view text);

} // namespace jaipur::client::screen
