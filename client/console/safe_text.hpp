// Text that came over the network, made fit for a terminal: whatever could move the cursor, change
// colours, turn the direction of writing or hide is shown as an escape instead. The server refuses
// such texts already; this is for a server that does not.
// It knows nothing of the game.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace jaipur::client {

// Longer texts are cut and end in "...".
inline constexpr std::size_t longest_safe_text = 400;

// Valid UTF-8 without control, bidirectional, zero-width or other invisible characters: those
// become \u{202E}, bytes that are no UTF-8 become \xFF. A text that is safe stays as it is.
std::string safe(std::string_view text, std::size_t max_code_points = longest_safe_text);

// The same for a terminal that shows ASCII alone: every other character is escaped.
std::string ascii_only(std::string_view text);

bool is_utf8(std::string_view text);

// Code points of a text, a byte that is no UTF-8 counted as one.
std::size_t code_points(std::string_view text);

// What a server takes as a player's name.
bool fit_for_a_name(std::string_view text);

} // namespace jaipur::client
