// Passwords of rooms: salted, hashed slowly (Argon2id), compared in constant time. Don't hash on a
// thread that others wait for.
#pragma once

#include "server/core/record.hpp"

#include <string_view>

namespace jaipur::server::core {

// The version of the hash that new rooms keep.
inline constexpr int password_hash_version = 2;

// A password that somebody showed, hashed in every version with the salt of the room. So the time
// it takes doesn't tell how old a room is.
struct HashedPassword {
    Salt salt{};
    SlowHash first{};  // of release 0.1.0
    SlowHash second{}; // made from the first
};

// Throws std::runtime_error if there is too little memory.
HashedPassword hash_password(std::string_view password, const Salt& salt);
// What a new room keeps.
PasswordHash keep(const HashedPassword& password);
// Whether both are hashes of the same password with the same salt.
bool fits(const PasswordHash& kept, const HashedPassword& shown);

} // namespace jaipur::server::core
