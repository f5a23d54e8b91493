// Randomness as the core sees it: a function that is passed in; and what the core draws from it.
#pragma once

#include "server/core/record.hpp"

#include <cstdint>
#include <functional>
#include <span>

namespace jaipur::server::core {

// Fills the bytes with randomness that is good enough for secrets.
using Entropy = std::function<void(std::span<std::uint8_t>)>;

using Token = std::array<std::uint8_t, 32>; // a seat's secret

// A secret of this type: an array of bytes.
template <class Secret>
Secret draw(const Entropy& entropy) {
    Secret secret{};
    entropy(secret);
    return secret;
}

FreshMatch draw_match(const Entropy& entropy);
// All codes are equally likely.
RoomCode draw_code(const Entropy& entropy);

} // namespace jaipur::server::core
