#include "server/core/password.hpp"

#include "protocol/hash.hpp"

#include <openssl/evp.h>

#include <stdexcept>

namespace jaipur::server::core {

namespace {

struct Cost {
    std::uint64_t n = 0, parallelism = 0;
};

// Slow for guessing, fast for joining. The first takes 4 MiB and some 10 ms. The second is what
// OWASP recommends for 16 MiB, and takes some 200 ms.
constexpr Cost first_cost{1 << 12, 1};
constexpr Cost second_cost{1 << 14, 5};

SlowHash scrypt(std::string_view text, const Salt& salt, Cost cost) {
    constexpr std::uint64_t block_size = 8;
    SlowHash hash{};
    if (EVP_PBE_scrypt(text.data(), text.size(), salt.data(), salt.size(), cost.n, block_size,
                       cost.parallelism, 0, hash.data(), hash.size()) != 1)
        throw std::runtime_error("scrypt failed");
    return hash;
}

} // namespace

HashedPassword hash_password(std::string_view password, const Salt& salt) {
    const SlowHash first = scrypt(password, salt, first_cost);
    const std::string_view text(reinterpret_cast<const char*>(first.data()), first.size());
    return {salt, first, scrypt(text, salt, second_cost)};
}

PasswordHash keep(const HashedPassword& password) {
    return {password.salt, password.second, password_hash_version};
}

bool fits(const PasswordHash& kept, const HashedPassword& shown) {
    return kept.salt == shown.salt &&
           protocol::equal_in_constant_time(kept.hash, kept.version ? shown.second : shown.first);
}

} // namespace jaipur::server::core
