#include "tests/bench/load/shuffle.hpp"

#include "tests/bench/load/view_text.hpp"

#include <openssl/evp.h>

#include <cstdint>
#include <random>

namespace jaipur::bench {

namespace {

std::string to_hex(const std::array<unsigned char, 32>& bytes) {
    constexpr std::string_view digits = "0123456789abcdef";
    std::string text;
    for (const unsigned byte : bytes)
        text.append({digits[byte >> 4U], digits[byte & 15U]});
    return text;
}

std::string from_hex(std::string_view text) {
    const auto value = [](char digit) { return digit <= '9' ? digit - '0' : digit - 'a' + 10; };
    std::string bytes;
    for (std::size_t i = 0; i + 1 < text.size(); i += 2)
        bytes += static_cast<char>(value(text[i]) * 16 + value(text[i + 1]));
    return bytes;
}

void add_part(std::string& all, std::string_view part) {
    all += '\0'; // none is longer than 255 bytes
    all += static_cast<char>(part.size());
    all += part;
}

} // namespace

std::optional<std::string> ShufflePart::ready(std::string_view room) {
    const auto fair = after(room, R"("fair":{)");
    const auto match = quoted(after(fair, R"("match":)"));
    if (quoted(after(room, R"("phase":)")) != "waiting" || match.empty() || match == match_)
        return std::nullopt;
    match_ = match;
    static std::mt19937_64 random(1); // NOLINT: the same secrets in each run
    for (unsigned char& byte : nonce_)
        byte = static_cast<unsigned char>(random());
    std::string all;
    add_part(all, "jaipur-fair-1/seat");
    add_part(all, from_hex(match));
    add_part(all, from_hex(quoted(after(fair, R"("server_commit":)"))));
    add_part(all, std::string(1, static_cast<char>(seat_)));
    add_part(all, {reinterpret_cast<const char*>(nonce_.data()), nonce_.size()});
    Secret commit{};
    EVP_Digest(all.data(), all.size(), commit.data(), nullptr, EVP_sha256(), nullptr);
    return R"({"type":"ready","id":0,"match":")" + match_ + R"(","commit":")" + to_hex(commit) +
           R"("})";
}

std::string ShufflePart::reveal() const {
    return R"({"type":"reveal","id":0,"nonce":")" + to_hex(nonce_) + R"("})";
}

} // namespace jaipur::bench
