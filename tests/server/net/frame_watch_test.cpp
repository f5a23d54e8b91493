#include "server/net/frame_watch.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace jaipur::server::net {

namespace {

using Bytes = std::vector<std::uint8_t>;
using std::chrono::milliseconds;

const Instant arrival{};

// A masked frame with a payload of zeros.
Bytes frame(std::uint8_t first_byte, std::size_t length) {
    Bytes bytes{first_byte};
    if (length < 126) {
        bytes.push_back(static_cast<std::uint8_t>(0x80 | length));
    } else if (length < 65536) {
        bytes.push_back(0x80 | 126);
        bytes.push_back(static_cast<std::uint8_t>(length >> 8));
        bytes.push_back(static_cast<std::uint8_t>(length));
    } else {
        bytes.push_back(0x80 | 127);
        for (int shift = 56; shift >= 0; shift -= 8)
            bytes.push_back(static_cast<std::uint8_t>(length >> shift));
    }
    bytes.insert(bytes.end(), 4 + length, 0);
    return bytes;
}

constexpr std::uint8_t text = 0x81, text_begins = 0x01, text_goes_on = 0x00, text_ends = 0x80,
                       ping = 0x89;

Bytes operator+(Bytes a, const Bytes& b) {
    a.insert(a.end(), b.begin(), b.end());
    return a;
}

} // namespace

TEST_CASE("a message is under way from its first byte to its last, however it is split") {
    for (const std::size_t length : {0U, 1U, 125U, 126U, 127U, 4096U, 65535U, 65536U}) {
        const Bytes bytes = frame(text, length);
        FrameWatch watch;
        CHECK_FALSE(watch.begun());
        bool all_begun = true;
        for (std::size_t i = 0; i + 1 < bytes.size(); ++i) {
            watch.feed({&bytes[i], 1}, arrival + milliseconds(i));
            all_begun = all_begun && watch.begun() == arrival;
        }
        CHECK(all_begun);
        watch.feed({&bytes.back(), 1}, arrival);
        CHECK_FALSE(watch.begun());
    }
}

TEST_CASE("bytes after a complete message begin the next one, even in the same piece") {
    const Bytes rest = frame(text, 10);
    const Bytes bytes = frame(text, 200) + frame(text, 0) + Bytes{rest[0]};
    FrameWatch watch;
    watch.feed({bytes.data(), 1}, arrival);
    watch.feed({bytes.data() + 1, bytes.size() - 1}, arrival + milliseconds(5));
    CHECK(watch.begun() == arrival + milliseconds(5));
    watch.feed({rest.data() + 1, rest.size() - 1}, arrival + milliseconds(9));
    CHECK_FALSE(watch.begun());
}

TEST_CASE("fragments form one message; pings between them don't end it") {
    FrameWatch watch;
    milliseconds time{0};
    for (const Bytes& piece : {frame(text_begins, 3), frame(ping, 4), frame(text_goes_on, 0),
                               frame(text_goes_on, 300), frame(ping, 0)}) {
        watch.feed(piece, arrival + time);
        CHECK(watch.begun() == arrival);
        time += milliseconds(1);
    }
    watch.feed(frame(text_ends, 1), arrival + time);
    CHECK_FALSE(watch.begun());
}

TEST_CASE("a control frame is under way until it is complete") {
    const Bytes bytes = frame(ping, 5);
    FrameWatch watch;
    watch.feed({bytes.data(), 3}, arrival);
    CHECK(watch.begun() == arrival);
    watch.feed({bytes.data() + 3, bytes.size() - 3}, arrival);
    CHECK_FALSE(watch.begun());
}

} // namespace jaipur::server::net
