// The minimum cost of a message: epoll, one thread, hand-written framing, no checks, no timeouts.
// It answers each message with one frame of REPLY bytes.
//
// usage: epoll_echo REPLY      prints `listening on ADDRESS:PORT`
#include "tests/bench/reference/bare_server.hpp"

#include <cstdlib>

namespace {

using jaipur::bench::Peer;

// Answers every complete frame; false if one ends the connection.
bool answer(Peer& peer, const std::string& reply) {
    std::size_t at = 0;
    while (peer.in.size() >= at + 6) {
        const auto byte = [&](std::size_t i) {
            return static_cast<std::size_t>(static_cast<unsigned char>(peer.in[at + i]));
        };
        const bool is_short = (byte(1) & 0x7FU) < 126;
        const std::size_t head = is_short ? 6 : 8;
        if (peer.in.size() < at + head)
            break;
        const std::size_t size = is_short ? byte(1) & 0x7FU : byte(2) << 8U | byte(3);
        if (peer.in.size() < at + head + size)
            break;
        if ((byte(0) & 0x0FU) == 8)
            return false;
        char* const payload = peer.in.data() + at + head;
        const char* const mask = payload - 4;
        for (std::size_t i = 0; i < size; ++i)
            payload[i] = static_cast<char>(payload[i] ^ mask[i & 3U]);
        if (!jaipur::bench::put(peer, reply))
            return false;
        at += head + size;
    }
    peer.in.erase(0, at);
    return true;
}

} // namespace

int main(int argc, char** argv) {
    const std::string reply =
        jaipur::bench::frame_of(argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 1200);
    jaipur::bench::BareServer server([&](Peer& peer) { return answer(peer, reply); });
    server.run();
}
