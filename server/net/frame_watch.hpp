// Follows the frames in the bytes that a WebSocket client sends, to know when an incomplete message
// began. It must not know about their content: others decide whether frames are valid, and for a
// broken stream its answers mean nothing.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace jaipur::server::net {

using Instant = std::chrono::steady_clock::time_point;

class FrameWatch {
  public:
    void feed(std::span<const std::uint8_t> bytes, Instant now);

    // When the first byte of the incomplete message (or control frame) came.
    std::optional<Instant> begun() const { return begun_; }

    // Moves its beginning: for a while, the server didn't run.
    void begun_at(Instant later) { begun_ = later; }

    // Frames of that message so far.
    std::size_t fragments() const { return fragments_; }

  private:
    enum class Part : std::uint8_t { First, Length, Extended, Payload };

    void header_byte(std::uint8_t byte);
    void frame_done();

    Part part_ = Part::First;
    bool control_ = false;    // of this frame
    bool final_ = false;      // of this frame
    bool in_message_ = false; // between the fragments of a message
    int extended_left_ = 0;   // bytes of extended length and mask still due
    int length_left_ = 0;     // of these, bytes of extended length
    std::uint64_t payload_left_ = 0;
    std::optional<Instant> begun_;
    std::size_t fragments_ = 0;
};

} // namespace jaipur::server::net
