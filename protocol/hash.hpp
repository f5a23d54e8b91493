// SHA-256, HMAC-SHA-256 and base64url; the only place here that knows that OpenSSL computes hashes.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace jaipur::protocol {

std::array<std::uint8_t, 32> sha256(std::span<const std::uint8_t> bytes);
std::array<std::uint8_t, 32> hmac_sha256(std::span<const std::uint8_t> key,
                                         std::span<const std::uint8_t> bytes);

// How bytes travel: base64url without padding. A seat's token, 32 bytes, has 43 characters.
std::string base64url(std::span<const std::uint8_t> bytes);
// False unless the text is the one spelling of as many bytes as `out` has.
bool read_base64url(std::string_view text, std::span<std::uint8_t> out);

template <std::size_t Size = 32>
std::optional<std::array<std::uint8_t, Size>> from_base64url(std::string_view text) {
    std::array<std::uint8_t, Size> bytes{};
    return read_base64url(text, bytes) ? std::optional(bytes) : std::nullopt;
}

// Takes the same time wherever the bytes differ.
bool equal_in_constant_time(std::span<const std::uint8_t> a, std::span<const std::uint8_t> b);

} // namespace jaipur::protocol
