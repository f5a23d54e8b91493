// Passwords of rooms: salted, hashed slowly (scrypt), compared in constant time. Don't hash on a
// thread that others wait for.
#pragma once

#include "server/core/record.hpp"

#include <string_view>

namespace jaipur::server::core {

PasswordHash hash_password(std::string_view password, const Salt& salt);
// Whether both are hashes of the same password with the same salt.
bool fits(const PasswordHash& kept, const PasswordHash& shown);

} // namespace jaipur::server::core
