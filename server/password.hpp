// Passwords of rooms: kept salted and hashed slowly (scrypt), compared in constant time.
#pragma once

#include "server/chance.hpp"
#include "server/record.hpp"

#include <string_view>

namespace jaipur::server {

PasswordHash hash_password(std::string_view password, const Entropy& entropy);
bool fits(const PasswordHash& hash, std::string_view password);

} // namespace jaipur::server
