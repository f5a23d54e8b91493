#include "server/core/password.hpp"

#include "protocol/hash.hpp"

#include <openssl/evp.h>

#include <argon2.h>
#include <stdexcept>

namespace jaipur::server::core {

namespace {

// Of release 0.1.0: 4 MiB, some 10 ms.
SlowHash scrypt(std::string_view text, const Salt& salt) {
    constexpr std::uint64_t n = 1 << 12, block_size = 8, parallelism = 1;
    SlowHash hash{};
    if (EVP_PBE_scrypt(text.data(), text.size(), salt.data(), salt.size(), n, block_size,
                       parallelism, 0, hash.data(), hash.size()) != 1)
        throw std::runtime_error("scrypt failed");
    return hash;
}

// What OWASP recommends first: slow for guessing, and at some 40 ms still fast for joining.
SlowHash argon2id(const SlowHash& text, const Salt& salt) {
    constexpr std::uint32_t passes = 2, kibibytes = 19 * 1024, parallelism = 1;
    SlowHash hash{};
    if (argon2id_hash_raw(passes, kibibytes, parallelism, text.data(), text.size(), salt.data(),
                          salt.size(), hash.data(), hash.size()) != ARGON2_OK)
        throw std::runtime_error("Argon2 failed");
    return hash;
}

} // namespace

HashedPassword hash_password(std::string_view password, const Salt& salt) {
    const SlowHash first = scrypt(password, salt);
    return {salt, first, argon2id(first, salt)};
}

PasswordHash keep(const HashedPassword& password) {
    return {password.salt, password.second, password_hash_version};
}

bool fits(const PasswordHash& kept, const HashedPassword& shown) {
    return kept.salt == shown.salt &&
           protocol::equal_in_constant_time(kept.hash, kept.version ? shown.second : shown.first);
}

} // namespace jaipur::server::core
