#include "server/net/frame_watch.hpp"

#include <algorithm>

namespace jaipur::server::net {

namespace {

constexpr int mask_bytes = 4;

} // namespace

void FrameWatch::feed(std::span<const std::uint8_t> bytes, Instant now) {
    while (!bytes.empty()) {
        if (!begun_)
            begun_ = now;
        if (part_ == Part::Payload) {
            const auto skip = std::min<std::uint64_t>(payload_left_, bytes.size());
            payload_left_ -= skip;
            bytes = bytes.subspan(static_cast<std::size_t>(skip));
        } else {
            header_byte(bytes.front());
            bytes = bytes.subspan(1);
        }
        if (part_ == Part::Payload && payload_left_ == 0)
            frame_done();
    }
}

void FrameWatch::header_byte(std::uint8_t byte) {
    switch (part_) {
    case Part::First:
        final_ = (byte & 0x80) != 0;
        control_ = (byte & 0x08) != 0;
        part_ = Part::Length;
        return;
    case Part::Length: {
        const int length = byte & 0x7f;
        length_left_ = length == 126 ? 2 : length == 127 ? 8 : 0;
        extended_left_ = length_left_ + ((byte & 0x80) != 0 ? mask_bytes : 0);
        payload_left_ = length_left_ == 0 ? static_cast<std::uint64_t>(length) : 0;
        part_ = extended_left_ == 0 ? Part::Payload : Part::Extended;
        return;
    }
    case Part::Extended:
        if (length_left_ > 0) {
            payload_left_ = payload_left_ << 8 | byte;
            --length_left_;
        }
        if (--extended_left_ == 0)
            part_ = Part::Payload;
        return;
    case Part::Payload:
        return;
    }
}

void FrameWatch::frame_done() {
    part_ = Part::First;
    if (!control_) {
        in_message_ = !final_;
        fragments_ = final_ ? 0 : fragments_ + 1;
    }
    // A control frame between two fragments does not end the message.
    if (!in_message_)
        begun_.reset();
}

} // namespace jaipur::server::net
