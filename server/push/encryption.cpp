#include "server/push/encryption.hpp"

#include <algorithm>
#include <span>
#include <vector>

namespace jaipur::server::push {

namespace {

using Bytes = std::vector<std::uint8_t>;

void append(Bytes& to, std::span<const std::uint8_t> bytes) {
    to.insert(to.end(), bytes.begin(), bytes.end());
}

// With the zero at its end, as the RFCs want it.
template <std::size_t Size>
Bytes label(const char (&text)[Size]) {
    return Bytes(text, text + Size);
}

constexpr std::array<std::uint8_t, 4> record_size{0, 0, 16, 0}; // 4096, of which one is used
constexpr std::uint8_t last_record = 2;

} // namespace

std::optional<std::string> encrypted(std::string_view text, const Recipient& to,
                                     const MessageSecrets& secrets, std::size_t padded) {
    const auto ours = KeyPair::from(secrets.key);
    const auto shared = ours ? ours->agree(to.key) : std::nullopt;
    if (!shared)
        return std::nullopt;
    Bytes key_info = label("WebPush: info");
    append(key_info, to.key);
    append(key_info, ours->public_key());
    const auto secret = hkdf<32>(to.auth, *shared, key_info);
    const auto key = hkdf<16>(secrets.salt, secret, label("Content-Encoding: aes128gcm"));
    const auto nonce = hkdf<12>(secrets.salt, secret, label("Content-Encoding: nonce"));

    Bytes record(text.begin(), text.end());
    record.push_back(last_record);
    record.resize(std::max(record.size(), padded + 1)); // zeros
    Bytes header(secrets.salt.begin(), secrets.salt.end());
    append(header, record_size);
    header.push_back(static_cast<std::uint8_t>(ours->public_key().size()));
    append(header, ours->public_key());
    return std::string(header.begin(), header.end()) + encrypt_aes_128_gcm(key, nonce, record);
}

} // namespace jaipur::server::push
