#include "server/chance.hpp"

namespace jaipur::server {

FreshMatch draw_match(const Entropy& entropy) {
    FreshMatch fresh;
    entropy(fresh.match);
    entropy(fresh.server_seed);
    return fresh;
}

Token draw_token(const Entropy& entropy) {
    Token token{};
    entropy(token);
    return token;
}

RoomCode draw_code(const Entropy& entropy) {
    // Bytes at or above the largest multiple of the alphabet's size are thrown away.
    constexpr std::size_t limit = 256 - 256 % code_alphabet.size();
    RoomCode code;
    while (code.size() < code_length) {
        std::array<std::uint8_t, code_length> bytes{};
        entropy(bytes);
        for (std::uint8_t byte : bytes)
            if (byte < limit && code.size() < code_length)
                code += code_alphabet[byte % code_alphabet.size()];
    }
    return code;
}

} // namespace jaipur::server
