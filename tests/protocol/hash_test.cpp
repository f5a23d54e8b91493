#include "protocol/fair.hpp"
#include "protocol/hash.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using namespace jaipur::protocol;

namespace {

std::vector<std::uint8_t> bytes_of(std::string_view text) {
    return {text.begin(), text.end()};
}

std::array<std::uint8_t, 32> counting(std::uint8_t first) {
    std::array<std::uint8_t, 32> bytes;
    for (std::size_t i = 0; i < bytes.size(); ++i)
        bytes[i] = static_cast<std::uint8_t>(first + i);
    return bytes;
}

} // namespace

TEST_CASE("SHA-256 gives the digests of FIPS 180-4") {
    CHECK(hex(sha256({})) == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    CHECK(hex(sha256(bytes_of("abc"))) ==
          "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    CHECK(hex(sha256(bytes_of("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"))) ==
          "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
}

TEST_CASE("HMAC-SHA-256 gives the codes of RFC 4231") {
    const std::vector<std::uint8_t> twenty(20, 0x0b), long_key(131, 0xaa);
    CHECK(hex(hmac_sha256(twenty, bytes_of("Hi There"))) ==
          "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7");
    CHECK(hex(hmac_sha256(bytes_of("Jefe"), bytes_of("what do ya want for nothing?"))) ==
          "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
    CHECK(hex(hmac_sha256(long_key,
                          bytes_of("Test Using Larger Than Block-Size Key - Hash Key First"))) ==
          "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54");
}

TEST_CASE("an HMAC with an empty key is that of the empty key, whatever came before") {
    hmac_sha256(bytes_of("Jefe"), bytes_of("something"));
    CHECK(hex(hmac_sha256({}, {})) ==
          "b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad");
}

TEST_CASE("a token is 43 characters of base64url") {
    CHECK(base64url(counting(0)) == "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8");
    CHECK(base64url(counting(0xe0)) == "4OHi4-Tl5ufo6err7O3u7_Dx8vP09fb3-Pn6-_z9_v8");
    for (int first = 0; first < 256; ++first) {
        const auto bytes = counting(static_cast<std::uint8_t>(first));
        CHECK(from_base64url(base64url(bytes)) == bytes);
    }
}

TEST_CASE("a token has one spelling; everything else is refused") {
    const std::string good = base64url(counting(7));
    CHECK_FALSE(from_base64url(""));
    CHECK_FALSE(from_base64url(good.substr(1)));
    CHECK_FALSE(from_base64url(good + "="));
    CHECK_FALSE(from_base64url(good + "A"));
    int accepted = 0;
    for (int last = 0; last < 256; ++last) {
        std::string text = good;
        text.back() = static_cast<char>(last);
        accepted += from_base64url(text).has_value() ? 1 : 0;
    }
    CHECK(accepted == 16); // 64 characters, of whose six bits two must be 0
    std::string with_plus = good;
    with_plus[3] = '+';
    CHECK_FALSE(from_base64url(with_plus));
    std::string with_zero = good;
    with_zero[3] = '\0';
    CHECK_FALSE(from_base64url(with_zero));
}

TEST_CASE("constant-time equality is equality") {
    const auto a = counting(1);
    auto b = a;
    CHECK(equal_in_constant_time(a, b));
    CHECK(equal_in_constant_time({}, {}));
    CHECK_FALSE(equal_in_constant_time(a, std::span(b).first(31)));
    for (std::size_t i = 0; i < b.size(); ++i) {
        b = a;
        b[i] ^= 0x80;
        CHECK_FALSE(equal_in_constant_time(a, b));
    }
}
