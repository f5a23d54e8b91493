// A quick stand-in for the slow hash of passwords: the core accepts any.
#pragma once

#include "protocol/hash.hpp"
#include "server/core/delivery.hpp"
#include "server/core/password.hpp"

#include <vector>

namespace jaipur::test {

inline server::core::HashedPassword quick_hash(const server::core::PasswordToHash& password) {
    std::vector<std::uint8_t> bytes(password.salt.begin(), password.salt.end());
    bytes.insert(bytes.end(), password.password.begin(), password.password.end());
    const auto first = protocol::sha256(bytes);
    return {password.salt, first, protocol::sha256(first)};
}

} // namespace jaipur::test
