// Makes text from the network safe for a terminal. Anything that could move the cursor, change
// colours or the writing direction, or be invisible, is shown as an escape. A good server already
// refuses such texts.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace jaipur::client {

// Longer texts are cut and end in "...".
inline constexpr std::size_t longest_safe_text = 400;

// Valid UTF-8 without control, bidirectional, zero-width or other invisible characters: those
// become \u{202E}; bytes that aren't UTF-8 become \xFF. Safe text stays unchanged.
std::string safe(std::string_view text, std::size_t max_code_points = longest_safe_text);

// The same for a terminal that shows only ASCII: marks of Latin letters are left out, and other
// characters are escaped.
std::string ascii_only(std::string_view text);

// ASCII letters in lower case.
std::string lower(std::string_view text);

// Without the spaces, tabs and ends of lines around it.
std::string_view trimmed(std::string_view text);

} // namespace jaipur::client
