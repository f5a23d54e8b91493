#include "tests/bench/load/connection.hpp"

#include <arpa/inet.h>
#include <cerrno>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdexcept>
#include <sys/socket.h>
#include <system_error>

namespace jaipur::bench {

namespace {

sockaddr_in loopback(std::uint16_t port, int last) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK - 1U + static_cast<std::uint32_t>(last));
    return address;
}

void fail_with(const std::string& what, int error) {
    fail(what + ": " + std::generic_category().message(error));
}

} // namespace

void fail(const std::string& what) {
    throw std::runtime_error(what);
}

Connection::Connection(std::uint16_t port, int source)
    : socket_(::socket(AF_INET, SOCK_STREAM, 0)) {
    if (socket_ < 0)
        fail_with("no socket", errno);
    const int yes = 1;
    if (source != 1) {
        setsockopt(socket_, IPPROTO_IP, IP_BIND_ADDRESS_NO_PORT, &yes, sizeof yes);
        const sockaddr_in from = loopback(0, source);
        if (bind(socket_, reinterpret_cast<const sockaddr*>(&from), sizeof from) != 0)
            fail_with("can't use a loopback address", errno);
    }
    const sockaddr_in to = loopback(port, 1);
    if (connect(socket_, reinterpret_cast<const sockaddr*>(&to), sizeof to) != 0)
        fail_with("can't connect", errno);
    setsockopt(socket_, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    put("GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
        "Sec-WebSocket-Protocol: jaipur.v1\r\n\r\n");
}

void Connection::wait_until_open() {
    while (!open_)
        read_more();
}

void Connection::read_upgrade() {
    const auto end = buffer_.find("\r\n\r\n");
    if (end == std::string::npos)
        return;
    if (!buffer_.starts_with("HTTP/1.1 101"))
        fail("no upgrade: " + buffer_);
    buffer_.erase(0, end + 4);
    open_ = true;
}

std::optional<std::pair<std::size_t, std::size_t>> Connection::frame_length(std::size_t at) const {
    const auto byte = [&](std::size_t i) {
        return static_cast<std::size_t>(static_cast<unsigned char>(buffer_[at + i]));
    };
    if (buffer_.size() < at + 2)
        return std::nullopt;
    const std::size_t short_size = byte(1) & 0x7FU;
    const std::size_t head = short_size < 126 ? 2 : 4;
    if (short_size == 127)
        fail("a frame of more than 64 KiB");
    if (buffer_.size() < at + head)
        return std::nullopt;
    const std::size_t size = short_size < 126 ? short_size : byte(2) << 8U | byte(3);
    if (buffer_.size() < at + head + size)
        return std::nullopt;
    return std::pair(head, size);
}

void Connection::frame(unsigned char first, std::string_view payload) {
    std::string out(1, static_cast<char>(first));
    if (payload.size() < 126) {
        out += static_cast<char>(0x80U | payload.size());
    } else {
        out += static_cast<char>(0x80U | 126U);
        out += static_cast<char>(payload.size() >> 8U);
        out += static_cast<char>(payload.size() & 0xFFU);
    }
    out.append(4, '\0');
    out += payload;
    put(out);
}

void Connection::put(std::string_view data) {
    while (!data.empty()) {
        const auto sent = send(socket_, data.data(), data.size(), MSG_NOSIGNAL);
        if (sent < 0)
            fail_with("can't send", errno);
        data.remove_prefix(static_cast<std::size_t>(sent));
    }
}

void Connection::read_more() {
    std::array<char, 65536> chunk; // NOLINT: read into
    const auto got = recv(socket_, chunk.data(), chunk.size(), 0);
    if (got <= 0)
        fail("the server ended a connection");
    buffer_.append(chunk.data(), static_cast<std::size_t>(got));
    if (!open_)
        read_upgrade();
}

} // namespace jaipur::bench
