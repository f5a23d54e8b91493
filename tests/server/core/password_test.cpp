#include "server/core/password.hpp"

#include <doctest/doctest.h>

using namespace jaipur::server::core;

namespace {

Salt counting(std::uint8_t from) {
    Salt salt{};
    for (auto& byte : salt)
        byte = from++;
    return salt;
}

} // namespace

TEST_CASE("a password matches only its own hash with the same salt") {
    const Salt salt = counting(0);
    const auto shown = hash_password("open sesame", salt);
    const auto kept = keep(shown);
    CHECK(fits(kept, shown));
    CHECK_FALSE(fits(kept, hash_password("open sesam", salt)));
    CHECK_FALSE(fits(kept, hash_password("Open sesame", salt)));
    CHECK_FALSE(fits(kept, hash_password("", salt)));
    const auto salted_otherwise = hash_password("open sesame", counting(1));
    CHECK(salted_otherwise.first != shown.first);
    CHECK(salted_otherwise.second != shown.second);
    CHECK_FALSE(fits(kept, salted_otherwise));
    CHECK_FALSE(fits(keep({counting(1), shown.first, shown.second}), shown));
}

TEST_CASE("a room of release 0.1.0 takes the same password, by its own hash") {
    const auto shown = hash_password("open sesame", counting(0));
    const PasswordHash kept{counting(0), shown.first, std::nullopt};
    CHECK(fits(kept, shown));
    CHECK_FALSE(fits(kept, hash_password("open sesam", counting(0))));
    // Neither version takes the other's hash for its own.
    CHECK_FALSE(fits({counting(0), shown.second, std::nullopt}, shown));
    CHECK_FALSE(fits({counting(0), shown.first, password_hash_version}, shown));
}

TEST_CASE("the hash is Argon2id with 19 MiB and two passes, of scrypt's with N=4096, r=8, p=1") {
    // python3: salt = bytes(range(16))
    //          first = hashlib.scrypt(b'open sesame', salt=salt, n=4096, r=8, p=1, dklen=32)
    //          ctypes.CDLL('libargon2.so.1').argon2id_hash_raw(2, 19456, 1, first, 32, salt, 16,
    //          out, 32)
    const auto hash = hash_password("open sesame", counting(0));
    CHECK(jaipur::protocol::hex(hash.first) ==
          "381504fee795df676f75983f1a5459e5178dca24a8642cccdc6525860c82493b");
    CHECK(jaipur::protocol::hex(hash.second) ==
          "8c3f32025784919ba549d837a4cc6ff9227979818519a00e30690bd56846c986");
}
