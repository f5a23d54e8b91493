// Texts that people write: UTF-8, and the characters allowed in names and chat. Characters that
// control a terminal or browser, change the writing direction or hide are not.
#pragma once

#include "protocol/limits.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace jaipur::protocol {

struct FirstCodePoint {
    std::optional<char32_t> value; // empty if not valid UTF-8
    std::size_t bytes = 1;
};

// The text must not be empty. Strict: no surrogates, no overlong forms.
FirstCodePoint first_code_point(std::string_view text);

void append_utf8(std::string& text, char32_t c);

// The code points of a text; nothing if it is not valid UTF-8.
std::optional<std::u32string> code_points(std::string_view text);

bool is_utf8(std::string_view text);

// False for characters that control, change the writing direction or hide.
bool may_be_shown(char32_t c);

// Variation selectors choose the form of the character before them; Hangul fillers stand for a
// missing letter. On their own both are invisible, and terminals disagree on their width.
bool is_selector_or_filler(char32_t c);

// Spaces, and other characters that show nothing on their own.
bool is_blank(char32_t c);

// The number of code points is within bounds, all may be shown, and at least one is visible.
bool is_fit_to_show(std::string_view text, Bounds bounds);

// "0A"
std::string upper_hex(std::uint32_t number, std::size_t least_digits);

// A code point as \u{202E}, a byte that isn't UTF-8 as \xFF. `first` is the first of `text`.
std::string escaped(std::string_view text, const FirstCodePoint& first);
// Safe to print on a terminal: characters that may not be shown, line breaks too, are escaped.
std::string printable(std::string_view text);

bool is_name(std::string_view text);
// 1 to 64 code points of any kind: a password is never shown.
bool is_password(std::string_view text);
// The text of a file, without the mark that some editors put at its beginning.
std::string_view without_byte_order_mark(std::string_view text);
// The first line of a text file, without what some editors add: a byte order mark, a carriage
// return.
std::string_view first_line(std::string_view text);

// The room code in upper case; nothing if the text isn't one.
std::optional<std::string> room_code(std::string_view text);

} // namespace jaipur::protocol
