// The cryptography of Web Push: keys on the curve P-256, HKDF-SHA-256, AES-128-GCM. Only its source
// knows that OpenSSL computes them. It must not know about messages or push services.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>

struct evp_pkey_st; // OpenSSL's

namespace jaipur::server::push {

using PublicKey = std::array<std::uint8_t, 65>; // an uncompressed point
using PrivateKey = std::array<std::uint8_t, 32>;
using SharedSecret = std::array<std::uint8_t, 32>;
using Signature = std::array<std::uint8_t, 64>; // r and s, as JWS has them

class KeyPair {
  public:
    // Empty if no key has this number: it is 0 or too large, which hardly ever happens by chance.
    static std::optional<KeyPair> from(const PrivateKey& number);

    const PublicKey& public_key() const { return public_key_; }

    // The secret shared with the owner of the other key (ECDH). Empty if that key, which comes from
    // a client, isn't a point on the curve.
    std::optional<SharedSecret> agree(const PublicKey& other) const;

    // ES256: ECDSA over SHA-256.
    Signature sign(std::span<const std::uint8_t> bytes) const;

  private:
    KeyPair() = default;

    std::shared_ptr<evp_pkey_st> key_;
    PublicKey public_key_{};
};

// HKDF-SHA-256 (RFC 5869), for at most 32 bytes.
template <std::size_t Size>
    requires(Size <= 32)
std::array<std::uint8_t, Size> hkdf(std::span<const std::uint8_t> salt,
                                    std::span<const std::uint8_t> secret,
                                    std::span<const std::uint8_t> info);

using ContentKey = std::array<std::uint8_t, 16>;
using Nonce = std::array<std::uint8_t, 12>;

// The ciphertext, followed by its tag of 16 bytes.
std::string encrypt_aes_128_gcm(const ContentKey& key, const Nonce& nonce,
                                std::span<const std::uint8_t> text);

} // namespace jaipur::server::push
