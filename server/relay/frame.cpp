#include "server/relay/frame.hpp"

namespace jaipur::server::relay {

void append_frame(std::string& to, Kind kind, std::string_view payload) {
    to += static_cast<char>(kind);
    for (const int shift : {16, 8, 0})
        to += static_cast<char>(payload.size() >> shift & 0xFF);
    to += payload;
}

void FrameReader::add(std::string_view bytes) {
    bytes_.erase(0, read_);
    read_ = 0;
    bytes_ += bytes;
}

std::optional<Frame> FrameReader::next() {
    const std::string_view rest = std::string_view(bytes_).substr(read_);
    if (too_long_ || rest.size() < frame_head) {
        if (rest.empty())
            std::string().swap(bytes_), read_ = 0; // most connections are idle most of the time
        return std::nullopt;
    }
    std::size_t size = 0;
    for (std::size_t i = 1; i < frame_head; ++i)
        size = size << 8 | static_cast<unsigned char>(rest[i]);
    too_long_ = size > most_;
    if (too_long_ || rest.size() - frame_head < size)
        return std::nullopt;
    read_ += frame_head + size;
    return Frame{static_cast<Kind>(rest[0]), rest.substr(frame_head, size)};
}

} // namespace jaipur::server::relay
