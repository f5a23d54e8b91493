#include "server/core/password.hpp"

#include "protocol/hash.hpp"

#include <openssl/evp.h>

#include <stdexcept>

namespace jaipur::server::core {

namespace {

// 4 MiB and some 10 ms: slow for guessing, fast for joining.
constexpr std::uint64_t cost = 1 << 12;
constexpr std::uint64_t block_size = 8;
constexpr std::uint64_t parallelism = 1;

} // namespace

PasswordHash hash_password(std::string_view password, const Salt& salt) {
    PasswordHash result{salt, {}};
    if (EVP_PBE_scrypt(password.data(), password.size(), salt.data(), salt.size(), cost, block_size,
                       parallelism, 0, result.hash.data(), result.hash.size()) != 1)
        throw std::runtime_error("scrypt failed");
    return result;
}

bool fits(const PasswordHash& kept, const PasswordHash& shown) {
    return kept.salt == shown.salt && protocol::equal_in_constant_time(kept.hash, shown.hash);
}

} // namespace jaipur::server::core
