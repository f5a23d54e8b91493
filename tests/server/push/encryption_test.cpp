// Encryption for a browser: the example of RFC 8291, and messages that a browser's key opens.
#include "protocol/hash.hpp"
#include "server/push/encryption.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <set>
#include <span>
#include <string>

using namespace jaipur;
using namespace jaipur::server::push;

namespace {

template <std::size_t Size>
std::array<std::uint8_t, Size> bytes(std::string_view text) {
    return protocol::from_base64url<Size>(text).value();
}

std::string in_base64url(const std::string& body) {
    return protocol::base64url({reinterpret_cast<const std::uint8_t*>(body.data()), body.size()});
}

// RFC 8291, Appendix A.
const auto browser_number = bytes<32>("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94");
const Recipient browser{
    bytes<65>(
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"),
    bytes<16>("BTBZMqHH6r4Tts7J_aSIgg")};
const MessageSecrets secrets{bytes<32>("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"),
                             bytes<16>("DGv6ra1nlYgDCS1FRnbzlw")};

} // namespace

TEST_CASE("a number gives the key pair of the RFC's example, and both sides share a secret") {
    const auto ours = KeyPair::from(secrets.key), theirs = KeyPair::from(browser_number);
    REQUIRE(ours);
    REQUIRE(theirs);
    CHECK(theirs->public_key() == browser.key);
    CHECK(
        protocol::base64url(ours->public_key()) ==
        "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8");
    const std::string shared = "kyrL1jIIOHEzg3sM2ZWRHDRB62YACZhhSlknJ672kSs";
    CHECK(protocol::base64url(ours->agree(theirs->public_key()).value()) == shared);
    CHECK(protocol::base64url(theirs->agree(ours->public_key()).value()) == shared);
}

TEST_CASE("the message of RFC 8291 is encrypted as there") {
    const auto body = encrypted("When I grow up, I want to be a watermelon", browser, secrets, 0);
    CHECK(in_base64url(body.value()) ==
          "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmY"
          "WAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexS"
          "gSxsj_Qulcy4a-fN");
}

TEST_CASE("all messages have the same length") {
    std::set<std::size_t> lengths;
    for (const std::string text : {"", "a", R"({"room":"K7QX2M","what":"rematch"})"})
        lengths.insert(encrypted(text, browser, secrets)->size());
    constexpr std::size_t header = 16 + 4 + 1 + 65, tag = 16;
    CHECK(lengths == std::set<std::size_t>{header + padded_size + 1 + tag});
}

TEST_CASE("what isn't a point of the curve, or a key's number, is refused") {
    Recipient wrong = browser;
    wrong.key.back() ^= 1;
    CHECK_FALSE(encrypted("x", wrong, secrets));
    CHECK_FALSE(encrypted("x", {{}, {}}, secrets));
    for (const auto first : {std::uint8_t{2}, std::uint8_t{3}, std::uint8_t{6}}) {
        wrong = browser;
        wrong.key[0] = first; // another form of a point
        CHECK_FALSE(encrypted("x", wrong, secrets));
    }
    CHECK_FALSE(KeyPair::from({}));
    PrivateKey all_ones;
    all_ones.fill(0xFF);
    CHECK_FALSE(KeyPair::from(all_ones));
}
