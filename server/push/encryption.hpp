// Encrypts a message for one browser (RFC 8291, as a single record of RFC 8188): the push service
// that carries it can't read it.
#pragma once

#include "server/push/crypto.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace jaipur::server::push {

// The keys that the browser generated for its subscription.
struct Recipient {
    PublicKey key{};
    std::array<std::uint8_t, 16> auth{};
};

// Random values, new ones for each message.
struct MessageSecrets {
    PrivateKey key{};
    std::array<std::uint8_t, 16> salt{};
};

// All messages have the same length, so the length reveals nothing.
inline constexpr std::size_t padded_size = 128;

// The body of the request: text of at most `padded_size` bytes, padded and encrypted. Empty if the
// recipient's key isn't valid, or if the caller should draw new secrets.
std::optional<std::string> encrypted(std::string_view text, const Recipient& to,
                                     const MessageSecrets& secrets,
                                     std::size_t padded = padded_size);

} // namespace jaipur::server::push
