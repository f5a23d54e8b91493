#include "server/password.hpp"

#include <doctest/doctest.h>

using namespace jaipur::server;

namespace {

Entropy counting() {
    return [next = std::uint8_t{0}](std::span<std::uint8_t> bytes) mutable {
        for (auto& byte : bytes)
            byte = next++;
    };
}

} // namespace

TEST_CASE("a password fits its hash alone, and every hash has its own salt") {
    const Entropy entropy = counting();
    const auto first = hash_password("open sesame", entropy);
    const auto second = hash_password("open sesame", entropy);
    CHECK(first.salt != second.salt);
    CHECK(first.hash != second.hash);
    CHECK(fits(first, "open sesame"));
    CHECK(fits(second, "open sesame"));
    CHECK_FALSE(fits(first, "open sesam"));
    CHECK_FALSE(fits(first, "Open sesame"));
    CHECK_FALSE(fits(first, ""));
}

TEST_CASE("the hash is scrypt with N=4096, r=8, p=1") {
    // python3: hashlib.scrypt(b'open sesame', salt=bytes(range(16)), n=4096, r=8, p=1, dklen=32)
    const auto hash = hash_password("open sesame", counting());
    CHECK(jaipur::protocol::hex(hash.hash) ==
          "381504fee795df676f75983f1a5459e5178dca24a8642cccdc6525860c82493b");
}
