// SHA-256, HMAC-SHA-256 and base64url; the only place that knows that OpenSSL computes hashes.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace jaipur::protocol {

std::array<std::uint8_t, 32> sha256(std::span<const std::uint8_t> bytes);
std::array<std::uint8_t, 32> hmac_sha256(std::span<const std::uint8_t> key,
                                         std::span<const std::uint8_t> bytes);

// A seat's token on the wire: 32 bytes as 43 characters of base64url without padding.
std::string base64url(std::span<const std::uint8_t, 32> bytes);
std::optional<std::array<std::uint8_t, 32>> from_base64url(std::string_view text);

// Takes the same time wherever the bytes differ.
bool equal_in_constant_time(std::span<const std::uint8_t> a, std::span<const std::uint8_t> b);

} // namespace jaipur::protocol
