// Texts that people write: UTF-8, and which characters may stand in a name or a chat line. Nothing
// that a terminal or a browser obeys, that turns the writing direction, or that hides.
#pragma once

#include "protocol/limits.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace jaipur::protocol {

struct FirstCodePoint {
    std::optional<char32_t> value; // none: the first byte is not UTF-8
    std::size_t bytes = 1;
};

// Of a text that is not empty. Strict: no surrogates, no overlong forms.
FirstCodePoint first_code_point(std::string_view text);

// The code points of UTF-8; nothing if it is not valid.
std::optional<std::u32string> code_points(std::string_view text);

bool is_utf8(std::string_view text);

// False for what controls, turns the writing direction or hides.
bool may_be_shown(char32_t c);

// As many code points as the bounds allow; all may be shown, and at least one is visible.
bool is_fit_to_show(std::string_view text, Bounds bounds);

bool is_name(std::string_view text);
// 1 to 64 code points of any kind: a password is never shown.
bool is_password(std::string_view text);

// A room's code in upper case; nothing if it is not one.
std::optional<std::string> room_code(std::string_view text);

} // namespace jaipur::protocol
