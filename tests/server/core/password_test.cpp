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
    const auto kept = hash_password("open sesame", salt);
    CHECK(fits(kept, hash_password("open sesame", salt)));
    CHECK_FALSE(fits(kept, hash_password("open sesam", salt)));
    CHECK_FALSE(fits(kept, hash_password("Open sesame", salt)));
    CHECK_FALSE(fits(kept, hash_password("", salt)));
    const auto salted_otherwise = hash_password("open sesame", counting(1));
    CHECK(salted_otherwise.hash != kept.hash);
    CHECK_FALSE(fits(kept, salted_otherwise));
    CHECK_FALSE(fits(kept, {counting(1), kept.hash}));
}

TEST_CASE("the hash is scrypt with N=4096, r=8, p=1") {
    // python3: hashlib.scrypt(b'open sesame', salt=bytes(range(16)), n=4096, r=8, p=1, dklen=32)
    const auto hash = hash_password("open sesame", counting(0));
    CHECK(jaipur::protocol::hex(hash.hash) ==
          "381504fee795df676f75983f1a5459e5178dca24a8642cccdc6525860c82493b");
}
