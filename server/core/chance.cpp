#include "server/core/chance.hpp"

#include "protocol/limits.hpp"

namespace jaipur::server::core {

FreshMatch draw_match(const Entropy& entropy) {
    FreshMatch fresh;
    entropy(fresh.match);
    entropy(fresh.server_seed);
    return fresh;
}

RoomCode draw_code(const Entropy& entropy) {
    // Each letter stands for equally many values of a byte, so no draw is rejected.
    static_assert(256 % protocol::room_code_alphabet.size() == 0);
    std::array<std::uint8_t, protocol::room_code_length> bytes{};
    entropy(bytes);
    RoomCode code;
    for (std::uint8_t byte : bytes)
        code += protocol::room_code_alphabet[byte % protocol::room_code_alphabet.size()];
    return code;
}

} // namespace jaipur::server::core
