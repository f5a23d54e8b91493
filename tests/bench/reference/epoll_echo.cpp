// The minimum cost of a WebSocket server: epoll, one thread, hand-written framing, no checks,
// no timeouts. It answers each message with one frame of REPLY bytes.
//
// usage: epoll_echo REPLY      prints `listening on ADDRESS:PORT`
#include <openssl/evp.h>

#include <arpa/inet.h>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <string>
#include <string_view>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

namespace {

struct Peer {
    int socket = -1;
    bool upgraded = false;
    std::string in;
};

std::string accept_key(std::string_view key) {
    const std::string text = std::string(key) + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
    std::array<unsigned char, 20> hash{};
    EVP_Digest(text.data(), text.size(), hash.data(), nullptr, EVP_sha1(), nullptr);
    std::array<unsigned char, 32> encoded{};
    EVP_EncodeBlock(encoded.data(), hash.data(), static_cast<int>(hash.size()));
    return reinterpret_cast<const char*>(encoded.data());
}

std::string frame_of(std::size_t size) {
    std::string frame = "\x81";
    if (size < 126) {
        frame += static_cast<char>(size);
    } else {
        frame += '\x7e';
        frame += static_cast<char>(size >> 8U);
        frame += static_cast<char>(size & 0xFFU);
    }
    return frame.append(size, 'x');
}

// A short write would mean that the peer doesn't read; ours do.
bool put(const Peer& peer, std::string_view data) {
    return send(peer.socket, data.data(), data.size(), MSG_NOSIGNAL) ==
           static_cast<ssize_t>(data.size());
}

bool upgrade(Peer& peer) {
    const auto end = peer.in.find("\r\n\r\n");
    if (end == std::string::npos)
        return true;
    constexpr std::string_view name = "Sec-WebSocket-Key: ";
    const auto key = peer.in.find(name);
    if (key == std::string::npos)
        return false;
    const auto from = key + name.size();
    const std::string answer =
        "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Accept: " +
        accept_key(std::string_view(peer.in).substr(from, peer.in.find("\r\n", from) - from)) +
        "\r\n\r\n";
    peer.in.erase(0, end + 4);
    peer.upgraded = true;
    return put(peer, answer);
}

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
        if (!put(peer, reply))
            return false;
        at += head + size;
    }
    peer.in.erase(0, at);
    return true;
}

bool readable(Peer& peer, const std::string& reply) {
    std::array<char, 4096> chunk; // NOLINT: read into
    const auto got = recv(peer.socket, chunk.data(), chunk.size(), 0);
    if (got <= 0)
        return false;
    peer.in.append(chunk.data(), static_cast<std::size_t>(got));
    return peer.upgraded ? answer(peer, reply) : upgrade(peer);
}

int listen_on_loopback() {
    const int listener = socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    auto* const any = reinterpret_cast<sockaddr*>(&address);
    if (listener < 0 || bind(listener, any, size) != 0 || listen(listener, 4096) != 0 ||
        getsockname(listener, any, &size) != 0)
        return -1;
    std::printf("listening on 127.0.0.1:%d\n", ntohs(address.sin_port));
    std::fflush(stdout);
    return listener;
}

void take(int listener, int epoll) {
    const int yes = 1;
    auto peer = std::make_unique<Peer>();
    peer->socket = accept(listener, nullptr, nullptr);
    if (peer->socket < 0)
        return;
    setsockopt(peer->socket, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    epoll_event event{};
    event.events = EPOLLIN;
    event.data.ptr = peer.get();
    if (epoll_ctl(epoll, EPOLL_CTL_ADD, peer->socket, &event) == 0)
        peer.release(); // NOLINT: epoll has it
}

} // namespace

int main(int argc, char** argv) {
    const std::string reply = frame_of(argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 1200);
    const int listener = listen_on_loopback();
    const int epoll = epoll_create1(0);
    epoll_event event{};
    event.events = EPOLLIN;
    if (listener < 0 || epoll_ctl(epoll, EPOLL_CTL_ADD, listener, &event) != 0)
        return 1;
    std::array<epoll_event, 64> events{};
    for (;;) {
        const int count = epoll_wait(epoll, events.data(), static_cast<int>(events.size()), -1);
        for (int i = 0; i < count; ++i) {
            auto* const peer = static_cast<Peer*>(events[static_cast<std::size_t>(i)].data.ptr);
            if (peer == nullptr) {
                take(listener, epoll);
            } else if (!readable(*peer, reply)) {
                close(peer->socket);
                delete peer; // NOLINT: epoll owned it
            }
        }
    }
}
