// A line of text that is being typed. Pure.
#pragma once

#include "client/console/screen/key.hpp"

#include <cstddef>
#include <string>
#include <string_view>

namespace jaipur::client::screen {

struct LineEdit {
    std::u32string text;
    std::size_t cursor = 0; // characters before it
    friend bool operator==(const LineEdit&, const LineEdit&) = default;
};

LineEdit line_edit(std::string_view text);
std::string utf8(const LineEdit& line);
std::string utf8_before_cursor(const LineEdit& line);

// Whether the line used the key. It holds at most `most` characters.
bool edit(LineEdit& line, const Key& key, std::size_t most);

} // namespace jaipur::client::screen
