#include "server/push/vapid.hpp"

#include "protocol/hash.hpp"

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>

namespace jaipur::server::push {

namespace {

constexpr std::chrono::hours lifetime{12}; // the RFC allows 24; clocks differ

std::span<const std::uint8_t> bytes_of(std::string_view text) {
    return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

std::string base64url(std::string_view text) {
    return protocol::base64url(bytes_of(text));
}

} // namespace

Vapid::Vapid(KeyPair key, std::string subject)
    : key_(std::move(key)), subject_(std::move(subject)) {}

std::string Vapid::public_key() const {
    return protocol::base64url(key_.public_key());
}

std::string Vapid::authorization(std::string_view origin, std::chrono::sys_seconds now) const {
    const std::string expiry = std::to_string((now + lifetime).time_since_epoch().count());
    const std::string claims = R"({"aud":")" + std::string(origin) + R"(","exp":)" + expiry +
                               R"(,"sub":")" + subject_ + R"("})";
    const std::string signed_part =
        base64url(R"({"typ":"JWT","alg":"ES256"})") + "." + base64url(claims);
    const Signature signature = key_.sign(bytes_of(signed_part));
    return "vapid t=" + signed_part + "." + protocol::base64url(signature) + ", k=" + public_key();
}

bool is_subject(std::string_view text) {
    const auto fits = [](char c) { return c > ' ' && c <= '~' && c != '"' && c != '\\'; };
    const auto has = [&](std::string_view scheme) {
        return text.starts_with(scheme) && text.size() > scheme.size();
    };
    return (has("mailto:") || has("https://")) && text.size() <= 200 &&
           std::ranges::all_of(text, fits);
}

} // namespace jaipur::server::push
