#include "server/push/crypto.hpp"

#include "protocol/hash.hpp"

#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/ecdsa.h>
#include <openssl/evp.h>
#include <openssl/param_build.h>

#include <algorithm>
#include <stdexcept>
#include <vector>

namespace jaipur::server::push {

namespace {

template <auto Free>
struct Freed {
    template <class T>
    void operator()(T* object) const {
        Free(object);
    }
};

template <class T, auto Free>
using Owned = std::unique_ptr<T, Freed<Free>>;

using Number = Owned<BIGNUM, BN_clear_free>;
using Group = Owned<EC_GROUP, EC_GROUP_free>;
using Point = Owned<EC_POINT, EC_POINT_free>;
using Key = std::shared_ptr<EVP_PKEY>;
using KeyContext = Owned<EVP_PKEY_CTX, EVP_PKEY_CTX_free>;
using Parameters = Owned<OSSL_PARAM, OSSL_PARAM_free>;
using ParameterBuilder = Owned<OSSL_PARAM_BLD, OSSL_PARAM_BLD_free>;

constexpr const char* curve = "prime256v1"; // P-256

void require(bool done) {
    if (!done)
        throw std::runtime_error("OpenSSL can't do what Web Push needs");
}

Group p256() {
    Group group(EC_GROUP_new_by_curve_name(NID_X9_62_prime256v1));
    require(group != nullptr);
    return group;
}

PublicKey bytes_of(const EC_GROUP* group, const EC_POINT* point) {
    PublicKey bytes;
    require(EC_POINT_point2oct(group, point, POINT_CONVERSION_UNCOMPRESSED, bytes.data(),
                               bytes.size(), nullptr) == bytes.size());
    return bytes;
}

// Null if the point isn't on the curve.
Key make_key(const PublicKey& point, const BIGNUM* number) {
    const ParameterBuilder builder(OSSL_PARAM_BLD_new());
    require(builder != nullptr);
    require(OSSL_PARAM_BLD_push_utf8_string(builder.get(), OSSL_PKEY_PARAM_GROUP_NAME, curve, 0) ==
            1);
    require(OSSL_PARAM_BLD_push_octet_string(builder.get(), OSSL_PKEY_PARAM_PUB_KEY, point.data(),
                                             point.size()) == 1);
    if (number != nullptr)
        require(OSSL_PARAM_BLD_push_BN(builder.get(), OSSL_PKEY_PARAM_PRIV_KEY, number) == 1);
    const Parameters parameters(OSSL_PARAM_BLD_to_param(builder.get()));
    const KeyContext context(EVP_PKEY_CTX_new_from_name(nullptr, "EC", nullptr));
    require(parameters && context && EVP_PKEY_fromdata_init(context.get()) == 1);
    EVP_PKEY* key = nullptr;
    const int selection = number != nullptr ? EVP_PKEY_KEYPAIR : EVP_PKEY_PUBLIC_KEY;
    if (EVP_PKEY_fromdata(context.get(), &key, selection, parameters.get()) != 1)
        return nullptr;
    return {key, EVP_PKEY_free};
}

} // namespace

std::optional<KeyPair> KeyPair::from(const PrivateKey& number) {
    const Group group = p256();
    const Number scalar(BN_bin2bn(number.data(), static_cast<int>(number.size()), nullptr));
    const Point point(EC_POINT_new(group.get()));
    require(scalar && point);
    if (BN_is_zero(scalar.get()) || BN_cmp(scalar.get(), EC_GROUP_get0_order(group.get())) >= 0)
        return std::nullopt;
    require(EC_POINT_mul(group.get(), point.get(), scalar.get(), nullptr, nullptr, nullptr) == 1);
    KeyPair pair;
    pair.public_key_ = bytes_of(group.get(), point.get());
    pair.key_ = make_key(pair.public_key_, scalar.get());
    require(pair.key_ != nullptr);
    return pair;
}

std::optional<SharedSecret> KeyPair::agree(const PublicKey& other) const {
    const Key peer = other[0] == POINT_CONVERSION_UNCOMPRESSED ? make_key(other, nullptr) : nullptr;
    if (!peer)
        return std::nullopt;
    const KeyContext context(EVP_PKEY_CTX_new_from_pkey(nullptr, key_.get(), nullptr));
    require(context && EVP_PKEY_derive_init(context.get()) == 1);
    // Checks that the point is on the curve.
    if (EVP_PKEY_derive_set_peer_ex(context.get(), peer.get(), 1) != 1)
        return std::nullopt;
    SharedSecret secret;
    std::size_t size = secret.size();
    require(EVP_PKEY_derive(context.get(), secret.data(), &size) == 1 && size == secret.size());
    return secret;
}

Signature KeyPair::sign(std::span<const std::uint8_t> bytes) const {
    const Owned<EVP_MD_CTX, EVP_MD_CTX_free> context(EVP_MD_CTX_new());
    require(context &&
            EVP_DigestSignInit(context.get(), nullptr, EVP_sha256(), nullptr, key_.get()) == 1);
    std::vector<std::uint8_t> der(static_cast<std::size_t>(EVP_PKEY_get_size(key_.get())));
    std::size_t size = der.size();
    require(EVP_DigestSign(context.get(), der.data(), &size, bytes.data(), bytes.size()) == 1);
    const std::uint8_t* at = der.data();
    const Owned<ECDSA_SIG, ECDSA_SIG_free> parsed(
        d2i_ECDSA_SIG(nullptr, &at, static_cast<long>(size)));
    require(parsed != nullptr);
    Signature signature;
    constexpr int half = signature.size() / 2;
    require(BN_bn2binpad(ECDSA_SIG_get0_r(parsed.get()), signature.data(), half) == half);
    require(BN_bn2binpad(ECDSA_SIG_get0_s(parsed.get()), signature.data() + half, half) == half);
    return signature;
}

template <std::size_t Size>
    requires(Size <= 32)
std::array<std::uint8_t, Size> hkdf(std::span<const std::uint8_t> salt,
                                    std::span<const std::uint8_t> secret,
                                    std::span<const std::uint8_t> info) {
    const auto key = protocol::hmac_sha256(salt, secret);
    std::vector<std::uint8_t> block(info.begin(), info.end());
    block.push_back(1); // its number: the only one
    const auto derived = protocol::hmac_sha256(key, block);
    std::array<std::uint8_t, Size> result;
    std::copy_n(derived.begin(), Size, result.begin());
    return result;
}

template std::array<std::uint8_t, 12> hkdf<12>(std::span<const std::uint8_t>,
                                               std::span<const std::uint8_t>,
                                               std::span<const std::uint8_t>);
template std::array<std::uint8_t, 16> hkdf<16>(std::span<const std::uint8_t>,
                                               std::span<const std::uint8_t>,
                                               std::span<const std::uint8_t>);
template std::array<std::uint8_t, 32> hkdf<32>(std::span<const std::uint8_t>,
                                               std::span<const std::uint8_t>,
                                               std::span<const std::uint8_t>);

std::string encrypt_aes_128_gcm(const ContentKey& key, const Nonce& nonce,
                                std::span<const std::uint8_t> text) {
    constexpr int tag_size = 16;
    std::string out(text.size() + tag_size, '\0');
    auto* const bytes = reinterpret_cast<std::uint8_t*>(out.data());
    const Owned<EVP_CIPHER_CTX, EVP_CIPHER_CTX_free> context(EVP_CIPHER_CTX_new());
    int size = 0;
    require(context && EVP_EncryptInit_ex(context.get(), EVP_aes_128_gcm(), nullptr, key.data(),
                                          nonce.data()) == 1); // a nonce has 12 bytes by default
    require(EVP_EncryptUpdate(context.get(), bytes, &size, text.data(),
                              static_cast<int>(text.size())) == 1);
    require(EVP_EncryptFinal_ex(context.get(), bytes + size, &size) == 1);
    require(EVP_CIPHER_CTX_ctrl(context.get(), EVP_CTRL_GCM_GET_TAG, tag_size,
                                bytes + text.size()) == 1);
    return out;
}

} // namespace jaipur::server::push
