#include "tests/fuzz/spoken.hpp"

#include "protocol/codec.hpp"
#include "tests/fuzz/input.hpp"

#include <algorithm>
#include <array>
#include <charconv>

namespace jaipur::fuzz {

namespace {

constexpr std::string_view begins = "HTTP/1.1 ";

void check_head(std::string_view head) {
    constexpr std::array<std::string_view, 11> known{"101", "200", "304", "400", "403", "404",
                                                     "405", "426", "429", "431", "503"};
    require(std::ranges::find(known, head.substr(begins.size(), 3)) != known.end(),
            "a status that is meant");
    for (const char c : head)
        require((c >= ' ' && c < 0x7f) || c == '\r' || c == '\n', "headers are ASCII");
}

std::size_t content_length(std::string_view head) {
    constexpr std::string_view name = "\r\nContent-Length: ";
    const auto at = head.find(name);
    std::size_t length = 0;
    if (at != std::string_view::npos)
        std::from_chars(head.data() + at + name.size(), head.data() + head.size(), length);
    return length;
}

// A server's frames; returns whether there was a close frame.
void check_frames(std::string_view bytes) {
    bool closed = false;
    while (bytes.size() >= 2) {
        require(!closed, "nothing follows a close frame");
        const auto first = static_cast<std::uint8_t>(bytes[0]);
        const auto second = static_cast<std::uint8_t>(bytes[1]);
        const unsigned kind = first & 0x0f;
        require((first & 0xf0) == 0x80 && second < 127, "frames are whole, plain and short");
        require(kind == 1 || kind == 8 || kind == 9 || kind == 10,
                "a frame has an expected opcode");
        require(kind == 1 || second < 126, "control frames are short");
        std::size_t head = 2, size = second;
        if (second == 126) {
            if (bytes.size() < 4)
                return;
            head = 4;
            size = std::size_t{static_cast<std::uint8_t>(bytes[2])} << 8 |
                   static_cast<std::uint8_t>(bytes[3]);
        }
        if (bytes.size() < head + size)
            return;
        const std::string_view payload = bytes.substr(head, size);
        bytes.remove_prefix(head + size);
        closed = kind == 8;
        if (kind == 1)
            require(protocol::decode_server(payload).has_value(),
                    "a client can decode each message");
    }
}

} // namespace

bool is_utf8(std::string_view text) {
    while (!text.empty()) {
        const auto byte = [&](std::size_t i) {
            return i < text.size() ? static_cast<std::uint8_t>(text[i]) : std::uint8_t{0};
        };
        const std::uint8_t lead = byte(0);
        const std::size_t length = lead < 0x80   ? 1
                                   : lead < 0xc2 ? 0
                                   : lead < 0xe0 ? 2
                                   : lead < 0xf0 ? 3
                                   : lead < 0xf5 ? 4
                                                 : 0;
        if (length == 0)
            return false;
        for (std::size_t i = 1; i < length; ++i)
            if ((byte(i) & 0xc0) != 0x80)
                return false;
        if ((lead == 0xe0 && byte(1) < 0xa0) || (lead == 0xed && byte(1) >= 0xa0) ||
            (lead == 0xf0 && byte(1) < 0x90) || (lead == 0xf4 && byte(1) >= 0x90))
            return false;
        text.remove_prefix(length);
    }
    return true;
}

void check_spoken(std::string_view bytes) {
    while (!bytes.empty()) {
        const auto shared = std::min(bytes.size(), begins.size());
        require(bytes.substr(0, shared) == begins.substr(0, shared), "a response is HTTP");
        const auto end = bytes.find("\r\n\r\n");
        if (end == std::string_view::npos)
            return; // cut off
        const std::string_view head = bytes.substr(0, end + 2);
        check_head(head);
        bytes.remove_prefix(end + 4);
        if (head.substr(begins.size(), 3) == "101")
            return check_frames(bytes);
        if (bytes.starts_with(begins))
            continue; // HEAD responses have no body
        bytes.remove_prefix(std::min(bytes.size(), content_length(head)));
    }
}

} // namespace jaipur::fuzz
