#include "tests/bench/load/connection.hpp"

#include <openssl/ssl.h>

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

// One for all connections, without checks.
SSL_CTX* tls_context() {
    static const std::unique_ptr<SSL_CTX, void (*)(SSL_CTX*)> context(
        SSL_CTX_new(TLS_client_method()), SSL_CTX_free);
    // A read returns after a session ticket, instead of waiting for data.
    SSL_CTX_clear_mode(context.get(), SSL_MODE_AUTO_RETRY);
    return context.get();
}

} // namespace

void fail(const std::string& what) {
    throw std::runtime_error(what);
}

Connection::Connection(Port port, int source)
    : socket_(::socket(AF_INET, SOCK_STREAM, 0)),
      tls_(port.tls ? SSL_new(tls_context()) : nullptr, SSL_free) {
    if (socket_ < 0)
        fail_with("no socket", errno);
    const int yes = 1;
    if (source != 1) {
        setsockopt(socket_, IPPROTO_IP, IP_BIND_ADDRESS_NO_PORT, &yes, sizeof yes);
        const sockaddr_in from = loopback(0, source);
        if (bind(socket_, reinterpret_cast<const sockaddr*>(&from), sizeof from) != 0)
            fail_with("can't use a loopback address", errno);
    }
    const sockaddr_in to = loopback(port.number, 1);
    if (connect(socket_, reinterpret_cast<const sockaddr*>(&to), sizeof to) != 0)
        fail_with("can't connect", errno);
    setsockopt(socket_, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    if (tls_)
        shake_hands();
    put("GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
        "Sec-WebSocket-Protocol: jaipur.v1\r\n\r\n");
}

void Connection::shake_hands() {
    SSL_set_fd(tls_.get(), socket_);
    if (SSL_connect(tls_.get()) != 1)
        fail("the TLS handshake failed");
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
        data.remove_prefix(send_some(data));
    }
}

std::size_t Connection::send_some(std::string_view data) {
    std::size_t sent = 0;
    if (tls_ && SSL_write_ex(tls_.get(), data.data(), data.size(), &sent) != 1)
        fail("can't send over TLS");
    if (tls_)
        return sent;
    const auto result = send(socket_, data.data(), data.size(), MSG_NOSIGNAL);
    if (result < 0)
        fail_with("can't send", errno);
    return static_cast<std::size_t>(result);
}

// Over TLS, nothing if what has arrived contains no data.
std::size_t Connection::receive_some(std::array<char, 65536>& chunk) {
    std::size_t got = 0;
    if (!tls_) {
        const auto result = recv(socket_, chunk.data(), chunk.size(), 0);
        if (result <= 0)
            fail("the server ended a connection");
        return static_cast<std::size_t>(result);
    }
    const int result = SSL_read_ex(tls_.get(), chunk.data(), chunk.size(), &got);
    if (result != 1 && SSL_get_error(tls_.get(), result) != SSL_ERROR_WANT_READ)
        fail("the server ended a TLS connection");
    return got;
}

void Connection::read_more() {
    std::array<char, 65536> chunk; // NOLINT: read into
    do {
        buffer_.append(chunk.data(), receive_some(chunk));
    } while (tls_ && SSL_pending(tls_.get()) > 0); // epoll doesn't see that
    if (!open_)
        read_upgrade();
}

} // namespace jaipur::bench
