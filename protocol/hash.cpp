#include "protocol/hash.hpp"

#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/params.h>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <stdexcept>

namespace jaipur::protocol {

namespace {

// Finding an algorithm takes OpenSSL ten times as long as hashing a few bytes, so each thread keeps
// one with SHA-256.
EVP_MAC_CTX& hmac() {
    struct Free {
        void operator()(EVP_MAC* algorithm) const { EVP_MAC_free(algorithm); }

        void operator()(EVP_MAC_CTX* context) const { EVP_MAC_CTX_free(context); }
    };

    const auto make = [] {
        const std::unique_ptr<EVP_MAC, Free> algorithm(EVP_MAC_fetch(nullptr, "HMAC", nullptr));
        std::unique_ptr<EVP_MAC_CTX, Free> context(algorithm ? EVP_MAC_CTX_new(algorithm.get())
                                                             : nullptr);
        std::string digest = "SHA256";
        const std::array parameters{
            OSSL_PARAM_construct_utf8_string(OSSL_MAC_PARAM_DIGEST, digest.data(), 0),
            OSSL_PARAM_construct_end()};
        if (context == nullptr || EVP_MAC_CTX_set_params(context.get(), parameters.data()) != 1)
            throw std::runtime_error("HMAC-SHA-256 is not available");
        return context;
    };
    static thread_local const auto context = make();
    return *context;
}

} // namespace

std::array<std::uint8_t, 32> sha256(std::span<const std::uint8_t> bytes) {
    std::array<std::uint8_t, 32> digest;
    unsigned size = 0;
    if (EVP_Digest(bytes.data(), bytes.size(), digest.data(), &size, EVP_sha256(), nullptr) != 1 ||
        size != digest.size())
        throw std::runtime_error("SHA-256 is not available");
    return digest;
}

std::array<std::uint8_t, 32> hmac_sha256(std::span<const std::uint8_t> key,
                                         std::span<const std::uint8_t> bytes) {
    // OpenSSL reuses the last key if the key is null, so an empty key needs an address.
    static constexpr std::uint8_t no_key = 0;
    EVP_MAC_CTX& context = hmac();
    std::array<std::uint8_t, 32> code;
    std::size_t size = 0;
    if (EVP_MAC_init(&context, key.empty() ? &no_key : key.data(), key.size(), nullptr) != 1 ||
        EVP_MAC_update(&context, bytes.data(), bytes.size()) != 1 ||
        EVP_MAC_final(&context, code.data(), &size, code.size()) != 1 || size != code.size())
        throw std::runtime_error("HMAC-SHA-256 is not available");
    return code;
}

namespace {

constexpr std::string_view alphabet =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

// 6 bits per character.
constexpr std::size_t length_of(std::size_t bytes) {
    return (bytes * 8 + 5) / 6;
}

} // namespace

std::string base64url(std::span<const std::uint8_t> bytes) {
    std::string text;
    text.reserve(length_of(bytes.size()));
    std::uint32_t bits = 0;
    int held = 0; // number of unwritten bits, the lowest of `bits`
    for (std::uint8_t byte : bytes) {
        bits = bits << 8 | byte;
        for (held += 8; held >= 6; held -= 6)
            text += alphabet[bits >> (held - 6) & 63u];
    }
    if (held > 0)
        text += alphabet[bits << (6 - held) & 63u];
    return text;
}

bool read_base64url(std::string_view text, std::span<std::uint8_t> out) {
    if (text.size() != length_of(out.size()))
        return false;
    std::size_t next = 0;
    std::uint32_t bits = 0;
    int held = 0;
    for (char character : text) {
        const auto value = alphabet.find(character);
        if (value == std::string_view::npos)
            return false;
        bits = bits << 6 | static_cast<std::uint32_t>(value);
        held += 6;
        if (held >= 8) {
            held -= 8;
            out[next++] = static_cast<std::uint8_t>(bits >> held);
        }
    }
    // The spare bits must be 0, so that bytes have one spelling only.
    return (bits & ((1u << held) - 1u)) == 0;
}

bool equal_in_constant_time(std::span<const std::uint8_t> a, std::span<const std::uint8_t> b) {
    return a.size() == b.size() && CRYPTO_memcmp(a.data(), b.data(), a.size()) == 0;
}

} // namespace jaipur::protocol
