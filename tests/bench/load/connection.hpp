// One WebSocket connection of a load generator, as cheap as possible: a blocking socket, the few
// frames that a well-behaved server sends, no checks. Knows nothing about the game.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unistd.h>
#include <utility>

struct ssl_st;

namespace jaipur::bench {

// Where a server listens on loopback. Its certificate isn't checked.
struct Port {
    // NOLINTNEXTLINE: implicit, because most ports are plain
    Port(std::uint16_t at, bool encrypted = false) : number(at), tls(encrypted) {}

    std::uint16_t number;
    bool tls;
};

[[noreturn]] void fail(const std::string& what);

class Connection {
  public:
    // Connects from 127.0.0.`source`, because one address has too few ports for some loads, and
    // requests the upgrade. It is open once the server has replied.
    explicit Connection(Port port, int source = 1);

    ~Connection() { close(socket_); }

    Connection(const Connection&) = delete;
    Connection& operator=(const Connection&) = delete;

    int descriptor() const { return socket_; }

    bool is_open() const { return open_; }

    void wait_until_open();

    // Sends a request; the mask is zero, which is allowed and costs nothing.
    void ask(std::string_view text) { frame(0x81, text); }

    // Waits for data, reads it, and passes each complete message to `take`.
    template <class Take>
    void receive(const Take& take) {
        read_more();
        if (!open_)
            return;
        std::size_t at = 0;
        while (const auto length = frame_length(at)) {
            const auto [head, size] = *length;
            const auto payload = std::string_view(buffer_).substr(at + head, size);
            const auto opcode = static_cast<unsigned char>(buffer_[at]) & 0x0FU;
            if (opcode == 9)
                frame(0x8A, payload);
            else if (opcode == 8)
                fail("the server closed a connection");
            else
                take(payload);
            at += head + size;
        }
        buffer_.erase(0, at);
    }

  private:
    std::optional<std::pair<std::size_t, std::size_t>> frame_length(std::size_t at) const;
    void frame(unsigned char first, std::string_view payload);
    void put(std::string_view data);
    void shake_hands();
    std::size_t send_some(std::string_view data);
    std::size_t receive_some(std::array<char, 65536>& chunk);
    void read_more();
    void read_upgrade();

    int socket_;
    std::unique_ptr<ssl_st, void (*)(ssl_st*)> tls_; // null: plain
    bool open_ = false;
    std::string buffer_;
};

} // namespace jaipur::bench
