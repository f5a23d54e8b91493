// QR codes for short texts such as links, at the lowest level of error correction, which is enough
// for a screen. A wrapper around qrcodegen; it knows nothing about the game.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace jaipur::client::qr {

using Modules = std::vector<std::vector<bool>>; // rows; true: dark

// Empty if the text is too long.
Modules encode(std::string_view text);

enum class Look : std::uint8_t { HalfBlocks, Ascii };

// One text per line, with a quiet zone of so many modules. Light modules are drawn, because most
// terminals write light on dark.
std::vector<std::string> drawn(std::string_view text, Look look, int quiet);

// The width that the standard requires and that scanners need.
inline constexpr int quiet_zone = 4, least_quiet_zone = 1;

} // namespace jaipur::client::qr
