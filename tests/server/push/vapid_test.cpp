// The token that says who sends a message: the example of RFC 8292, and our own tokens.
#include "protocol/hash.hpp"
#include "server/push/vapid.hpp"

#include <doctest/doctest.h>
#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/ecdsa.h>
#include <openssl/evp.h>

#include <array>
#include <memory>
#include <string>
#include <vector>

using namespace jaipur;
using namespace jaipur::server::push;
using namespace std::chrono_literals;

namespace {

// Whether `t`, a token with a signature in ES256, was signed by the owner of `k`.
bool verifies(std::string_view t, std::string_view k) {
    const auto dot = t.rfind('.');
    const auto signature = protocol::from_base64url<64>(t.substr(dot + 1)).value();
    auto point = protocol::from_base64url<65>(k).value();
    std::string curve = "prime256v1";
    const std::array parameters{
        OSSL_PARAM_construct_utf8_string(OSSL_PKEY_PARAM_GROUP_NAME, curve.data(), 0),
        OSSL_PARAM_construct_octet_string(OSSL_PKEY_PARAM_PUB_KEY, point.data(), point.size()),
        OSSL_PARAM_construct_end()};
    const std::unique_ptr<EVP_PKEY_CTX, decltype(&EVP_PKEY_CTX_free)> context(
        EVP_PKEY_CTX_new_from_name(nullptr, "EC", nullptr), EVP_PKEY_CTX_free);
    EVP_PKEY* made = nullptr;
    REQUIRE(EVP_PKEY_fromdata_init(context.get()) == 1);
    REQUIRE(EVP_PKEY_fromdata(context.get(), &made, EVP_PKEY_PUBLIC_KEY,
                              const_cast<OSSL_PARAM*>(parameters.data())) == 1);
    const std::unique_ptr<EVP_PKEY, decltype(&EVP_PKEY_free)> key(made, EVP_PKEY_free);
    const std::unique_ptr<ECDSA_SIG, decltype(&ECDSA_SIG_free)> pair(ECDSA_SIG_new(),
                                                                     ECDSA_SIG_free);
    ECDSA_SIG_set0(pair.get(), BN_bin2bn(signature.data(), 32, nullptr),
                   BN_bin2bn(signature.data() + 32, 32, nullptr));
    std::uint8_t* der = nullptr;
    const int size = i2d_ECDSA_SIG(pair.get(), &der);
    const std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> digest(EVP_MD_CTX_new(),
                                                                         EVP_MD_CTX_free);
    REQUIRE(EVP_DigestVerifyInit(digest.get(), nullptr, EVP_sha256(), nullptr, key.get()) == 1);
    const bool good = EVP_DigestVerify(digest.get(), der, static_cast<std::size_t>(size),
                                       reinterpret_cast<const std::uint8_t*>(t.data()), dot) == 1;
    OPENSSL_free(der);
    return good;
}

std::string base64url(std::string_view text) {
    return protocol::base64url({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
}

// RFC 8292, section 2.4.
constexpr std::string_view rfc_token =
    "eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiJ9.eyJhdWQiOiJodHRwczovL3B1c2guZXhhbXBsZS5uZXQiLCJleHAiOjE0"
    "NTM1MjM3NjgsInN1YiI6Im1haWx0bzpwdXNoQGV4YW1wbGUuY29tIn0.i3CYb7t4xfxCDquptFOepC9GAu_HLGkMlMuCGS"
    "K2rpiUfnK9ojFwDXb1JrErtmysazNjjvW2L9OkSSHzvoD1oA";
constexpr std::string_view rfc_key =
    "BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRuU_RCPCfA5aq9ojSwk5Y2EmClBPs";

} // namespace

TEST_CASE("a token has the form of RFC 8292, and verifies like the one there") {
    REQUIRE(verifies(rfc_token, rfc_key));
    PrivateKey number{};
    number.fill(7);
    const Vapid vapid(KeyPair::from(number).value(), "mailto:push@example.com");
    // Half a day before the example's token expires.
    const auto now = std::chrono::sys_seconds(1453523768s) - 12h;
    const std::string header = vapid.authorization("https://push.example.net", now);
    const auto end = header.find(", k=");
    REQUIRE(header.starts_with("vapid t="));
    REQUIRE(end != std::string::npos);
    const std::string token = header.substr(8, end - 8);
    CHECK(header.substr(end + 4) == vapid.public_key());
    const auto signed_part = [](std::string_view text) { return text.substr(0, text.rfind('.')); };
    CHECK(signed_part(token) == signed_part(rfc_token));
    CHECK(verifies(token, vapid.public_key()));
    CHECK_FALSE(verifies(token, rfc_key));
}

TEST_CASE("a token is for one push service, and is signed by the key that browsers know") {
    PrivateKey number{};
    number.fill(9);
    const Vapid vapid(KeyPair::from(number).value(), "https://example.org/contact");
    for (int i = 0; i < 200; ++i) { // r or s may begin with zeros
        const std::string origin = "https://p" + std::to_string(i) + ".example";
        const std::string header = vapid.authorization(origin, std::chrono::sys_seconds(0s));
        const std::string token = header.substr(8, header.find(',') - 8);
        CHECK(token.find(base64url(R"({"aud":")" + origin + R"(","exp":43200,"sub":"https://ex)")
                             .substr(0, 60)) != std::string::npos);
        CHECK(verifies(token, vapid.public_key()));
    }
}

TEST_CASE("a subject is a mailto: or https: URI that needs no escaping") {
    for (const char* good : {"mailto:me@example.org", "https://example.org/contact?x=1"})
        CHECK(is_subject(good));
    for (const char* bad :
         {"", "mailto:", "https://", "http://example.org", "me@example.org", "mailto:a\"b",
          "mailto:a b", "mailto:a\\b", "mailto:\x7f", "mailto:\xc3\xa9"})
        CHECK_FALSE(is_subject(bad));
    CHECK_FALSE(is_subject("mailto:" + std::string(200, 'a')));
}
