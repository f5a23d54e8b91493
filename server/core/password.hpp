// Passwords of rooms: kept salted and hashed slowly (scrypt), compared in constant time. Hashing is
// nothing for a thread on which others wait.
#pragma once

#include "server/core/record.hpp"

#include <string_view>

namespace jaipur::server::core {

PasswordHash hash_password(std::string_view password, const Salt& salt);
// Whether both are of the same password, with the same salt.
bool fits(const PasswordHash& kept, const PasswordHash& shown);

} // namespace jaipur::server::core
