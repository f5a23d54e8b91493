// A client that can do everything wrong: plain sockets, frames written byte by byte. Every wait is
// bounded, so that a silent server fails the test instead of blocking it.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace jaipur::server::shell::test {

using namespace std::chrono_literals;

// Only a hang takes longer, even on a busy machine.
inline constexpr std::chrono::milliseconds patience{60000};

enum class Opcode : std::uint8_t {
    Continuation = 0x0,
    Text = 0x1,
    Binary = 0x2,
    Close = 0x8,
    Ping = 0x9,
    Pong = 0xa,
};

struct Frame {
    Opcode opcode{};
    std::string payload;
};

enum class Part : std::uint8_t { NotLast = 0x00, Last = 0x80 };

// The bytes of a masked frame.
std::string frame_bytes(Opcode opcode, std::string_view payload, Part part = Part::Last);

class RawClient {
  public:
    // Small receive buffers make a client that does not read fill up quickly.
    explicit RawClient(std::uint16_t port, int receive_buffer = 0);
    ~RawClient();
    RawClient(const RawClient&) = delete;
    RawClient& operator=(const RawClient&) = delete;

    // How many bytes could be sent before the time was up or the server hung up.
    std::size_t push(std::string_view bytes, std::chrono::milliseconds at_most);
    // Whether all of it could be sent.
    bool send(std::string_view bytes, std::chrono::milliseconds at_most = patience);

    bool text(std::string_view payload) { return send(frame_bytes(Opcode::Text, payload)); }

    // An HTTP response, head and body; empty: none arrived.
    std::string http(std::string_view request);
    std::string response();
    // Upgrades to a WebSocket; returns the response's head.
    std::string upgrade(std::string_view more_headers = "");

    // The next frame; nullopt: the server hung up, or nothing arrived in time.
    std::optional<Frame> frame(std::chrono::milliseconds at_most = patience);
    // The next text, answering pings meanwhile; empty: closed, or nothing arrived in time.
    std::string next_text();
    // Sends a text and returns the next one received.
    std::string ask(std::string_view request);
    // The code of the final close frame, skipping all before it; nullopt: hung up without one.
    std::optional<int> close_code();
    // Whether the server hangs up within the time given.
    bool hung_up(std::chrono::milliseconds at_most = patience);

    // Data segments received: on loopback, what one call sends arrives in one.
    std::uint32_t data_segments() const;

    int descriptor() const { return descriptor_; }

  private:
    bool fill(std::size_t wanted, std::chrono::steady_clock::time_point until);

    int descriptor_;
    std::string received_;
};

inline constexpr std::string_view upgrade_request =
    "GET /ws HTTP/1.1\r\n"
    "Host: localhost\r\n"
    "Connection: Upgrade\r\n"
    "Upgrade: websocket\r\n"
    "Sec-WebSocket-Version: 13\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";

} // namespace jaipur::server::shell::test
