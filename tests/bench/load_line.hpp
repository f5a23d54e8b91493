// One WebSocket connection of a load generator, as cheap as can be: a blocking socket, the few
// frames that a well-behaved server sends, no check of anything. Knows nothing of the game.
#pragma once

#include <arpa/inet.h>
#include <array>
#include <cstdint>
#include <netinet/tcp.h>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <sys/socket.h>
#include <unistd.h>
#include <utility>

namespace jaipur::bench {

[[noreturn]] inline void fail(const std::string& what) {
    throw std::runtime_error(what);
}

class Line {
  public:
    explicit Line(std::uint16_t port) : socket_(::socket(AF_INET, SOCK_STREAM, 0)) {
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_port = htons(port);
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        if (connect(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0)
            fail("can't connect");
        const int yes = 1;
        setsockopt(socket_, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
        put("GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
            "Sec-WebSocket-Protocol: jaipur.v1\r\n\r\n");
        while (buffer_.find("\r\n\r\n") == std::string::npos)
            read_more();
        if (!buffer_.starts_with("HTTP/1.1 101"))
            fail("no upgrade: " + buffer_);
        buffer_.erase(0, buffer_.find("\r\n\r\n") + 4);
    }

    ~Line() { close(socket_); }

    Line(const Line&) = delete;
    Line& operator=(const Line&) = delete;

    int descriptor() const { return socket_; }

    // A request; the mask is zero, which is allowed and costs nothing.
    void ask(std::string_view text) { frame(0x81, text); }

    // Reads what there is (waits for something) and hands each whole message to `take`.
    template <class Take>
    void receive(const Take& take) {
        read_more();
        std::size_t at = 0;
        while (const auto length = frame_length(at)) {
            const auto [head, size] = *length;
            const auto payload = std::string_view(buffer_).substr(at + head, size);
            const auto opcode = static_cast<unsigned char>(buffer_[at]) & 0x0FU;
            if (opcode == 9)
                frame(0x8A, payload);
            else if (opcode == 8)
                fail("the server closed a line");
            else
                take(payload);
            at += head + size;
        }
        buffer_.erase(0, at);
    }

  private:
    std::optional<std::pair<std::size_t, std::size_t>> frame_length(std::size_t at) const {
        const auto byte = [&](std::size_t i) {
            return static_cast<std::size_t>(static_cast<unsigned char>(buffer_[at + i]));
        };
        if (buffer_.size() < at + 4)
            return std::nullopt;
        const std::size_t short_size = byte(1) & 0x7FU;
        const std::size_t head = short_size < 126 ? 2 : 4;
        const std::size_t size = short_size < 126 ? short_size : byte(2) << 8U | byte(3);
        if (short_size == 127)
            fail("a frame of more than 64 KiB");
        if (buffer_.size() < at + head + size)
            return std::nullopt;
        return std::pair(head, size);
    }

    void frame(unsigned char first, std::string_view payload) {
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

    void put(std::string_view data) {
        while (!data.empty()) {
            const auto sent = send(socket_, data.data(), data.size(), MSG_NOSIGNAL);
            if (sent < 0)
                fail("can't send");
            data.remove_prefix(static_cast<std::size_t>(sent));
        }
    }

    void read_more() {
        std::array<char, 65536> chunk; // NOLINT: read into
        const auto got = recv(socket_, chunk.data(), chunk.size(), 0);
        if (got <= 0)
            fail("the server ended a line");
        buffer_.append(chunk.data(), static_cast<std::size_t>(got));
    }

    int socket_;
    std::string buffer_;
};

} // namespace jaipur::bench
