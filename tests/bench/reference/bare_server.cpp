#include "tests/bench/reference/bare_server.hpp"

#include <openssl/evp.h>

#include <arpa/inet.h>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>
#include <utility>

namespace jaipur::bench {

namespace {

// In `data` of epoll's events; other values are numbers of peers.
constexpr std::uint64_t new_connection = ~std::uint64_t{0}, watched = new_connection - 1;

std::string accept_key(std::string_view key) {
    const std::string text = std::string(key) + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
    std::array<unsigned char, 20> hash{};
    EVP_Digest(text.data(), text.size(), hash.data(), nullptr, EVP_sha1(), nullptr);
    std::array<unsigned char, 32> encoded{};
    EVP_EncodeBlock(encoded.data(), hash.data(), static_cast<int>(hash.size()));
    return reinterpret_cast<const char*>(encoded.data());
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

bool add(int epoll, int descriptor, std::uint64_t number, std::uint32_t events) {
    epoll_event event{};
    event.events = events;
    event.data.u64 = number;
    return epoll_ctl(epoll, EPOLL_CTL_ADD, descriptor, &event) == 0;
}

} // namespace

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

bool put(const Peer& peer, std::string_view data) {
    return send(peer.socket, data.data(), data.size(), MSG_NOSIGNAL) ==
           static_cast<ssize_t>(data.size());
}

BareServer::BareServer(Take take)
    : take_(std::move(take)), listener_(listen_on_loopback()), epoll_(epoll_create1(0)) {
    rlimit limit{};
    if (getrlimit(RLIMIT_NOFILE, &limit) == 0) {
        limit.rlim_cur = limit.rlim_max;
        setrlimit(RLIMIT_NOFILE, &limit);
    }
    if (listener_ < 0 || !add(epoll_, listener_, new_connection, EPOLLIN))
        std::exit(1); // NOLINT: one thread
}

void BareServer::watch(int descriptor, std::function<void()> happened) {
    happened_ = std::move(happened);
    add(epoll_, descriptor, watched, EPOLLIN | EPOLLET);
}

Peer* BareServer::peer(std::size_t number) const {
    return number < peers_.size() ? peers_[number].get() : nullptr;
}

void BareServer::accept_one() {
    const int yes = 1;
    auto peer = std::make_unique<Peer>();
    peer->socket = accept(listener_, nullptr, nullptr);
    peer->number = peers_.size();
    if (peer->socket < 0)
        return;
    setsockopt(peer->socket, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    if (add(epoll_, peer->socket, peer->number, EPOLLIN))
        peers_.push_back(std::move(peer));
}

bool BareServer::readable(Peer& peer) {
    std::array<char, 4096> chunk; // NOLINT: read into
    const auto got = recv(peer.socket, chunk.data(), chunk.size(), 0);
    if (got <= 0)
        return false;
    peer.in.append(chunk.data(), static_cast<std::size_t>(got));
    return peer.upgraded ? take_(peer) : upgrade(peer);
}

void BareServer::run() {
    std::array<epoll_event, 128> events{}; // as many as Asio takes at once
    for (;;) {
        const int count = epoll_wait(epoll_, events.data(), static_cast<int>(events.size()), -1);
        for (int i = 0; i < count; ++i) {
            const std::uint64_t who = events[static_cast<std::size_t>(i)].data.u64;
            if (who == new_connection) {
                accept_one();
            } else if (who == watched) {
                happened_();
            } else if (auto& peer = peers_[who]; !readable(*peer)) {
                close(peer->socket);
                peer.reset();
            }
        }
    }
}

} // namespace jaipur::bench
