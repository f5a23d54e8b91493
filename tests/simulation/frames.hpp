// WebSocket frames to bytes and back: enough of RFC 6455 for two well-behaved ends. It must not
// know what the frames carry.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace jaipur::simulation {

enum class Opcode : std::uint8_t { Text = 1, Binary = 2, Close = 8, Ping = 9, Pong = 10 };

// A client masks what it sends: here with zeros, which change nothing.
enum class Masked : std::uint8_t { No, Yes };

struct Frame {
    Opcode opcode{};
    std::string payload;
};

std::string to_bytes(Opcode opcode, std::string_view payload, Masked masked);
std::string close_payload(std::uint16_t code);
std::uint16_t close_code(std::string_view payload); // 0: none

// Reassembles frames from a stream of bytes.
class Frames {
  public:
    void feed(std::string_view bytes) { pending_ += bytes; }

    std::optional<Frame> next();

    // In the middle of a frame.
    bool broken_off() const { return !pending_.empty(); }

  private:
    std::string pending_;
};

} // namespace jaipur::simulation
