// Texts that people write: what may stand in a name or a chat line. Nothing that could move the
// cursor, turn the writing direction or hide.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace jaipur::server {

inline constexpr std::size_t max_name = 20;     // code points
inline constexpr std::size_t max_chat = 200;    // code points
inline constexpr std::size_t max_password = 64; // code points

// The code points of UTF-8; nothing where it is not valid.
std::optional<std::u32string> code_points(std::string_view text);

// 1 to `longest` code points, none of them forbidden, and something among them that shows.
bool is_fit_to_show(std::string_view text, std::size_t longest);

// 1 to 64 code points of any kind: a password is never shown.
bool is_password(std::string_view text);

// A room's code in upper case; nothing where it is none.
std::optional<std::string> room_code(std::string_view text);

} // namespace jaipur::server
