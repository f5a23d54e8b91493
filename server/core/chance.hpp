// Randomness as the core sees it: a function that is passed in. What the server draws from it.
#pragma once

#include "server/core/record.hpp"

#include <cstdint>
#include <functional>
#include <span>
#include <string_view>

namespace jaipur::server {

// Fills the bytes with randomness fit for secrets.
using Entropy = std::function<void(std::span<std::uint8_t>)>;

// Digits and letters that nobody mistakes for one another; a room's code is six of them.
inline constexpr std::string_view code_alphabet = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";
inline constexpr std::size_t code_length = 6;

using Token = std::array<std::uint8_t, 32>; // a seat's secret

FreshMatch draw_match(const Entropy& entropy);
Token draw_token(const Entropy& entropy);
Salt draw_salt(const Entropy& entropy);
// Each code with the same probability.
RoomCode draw_code(const Entropy& entropy);

} // namespace jaipur::server
