#include "tests/simulation/frames.hpp"

#include <cstddef>

namespace jaipur::simulation {

namespace {

constexpr std::size_t short_length = 126, long_length = 65536;
constexpr std::size_t mask_size = 4;

std::uint8_t byte_at(std::string_view bytes, std::size_t at) {
    return static_cast<std::uint8_t>(bytes[at]);
}

std::size_t big_endian(std::string_view bytes) {
    std::size_t value = 0;
    for (const char byte : bytes)
        value = value << 8 | static_cast<std::uint8_t>(byte);
    return value;
}

} // namespace

std::string to_bytes(Opcode opcode, std::string_view payload, Masked masked) {
    const std::size_t size = payload.size();
    const int extended = size < short_length ? 0 : size < long_length ? 2 : 8;
    const std::size_t first = extended == 0 ? size : extended == 2 ? 126 : 127;
    std::string bytes;
    bytes.reserve(size + 14);
    bytes += static_cast<char>(0x80 | static_cast<int>(opcode));
    bytes += static_cast<char>(first | (masked == Masked::Yes ? 0x80 : 0));
    for (int i = extended - 1; i >= 0; --i)
        bytes += static_cast<char>(size >> 8 * i & 0xff);
    if (masked == Masked::Yes)
        bytes.append(mask_size, '\0');
    bytes += payload;
    return bytes;
}

std::string close_payload(std::uint16_t code) {
    return {static_cast<char>(code >> 8), static_cast<char>(code & 0xff)};
}

std::uint16_t close_code(std::string_view payload) {
    return payload.size() < 2 ? std::uint16_t{0}
                              : static_cast<std::uint16_t>(big_endian(payload.substr(0, 2)));
}

std::optional<Frame> Frames::next() {
    std::size_t header = 2;
    if (pending_.size() < header)
        return std::nullopt;
    const std::size_t first = byte_at(pending_, 1) & 0x7f;
    const std::size_t extended = first < short_length ? 0 : first == 126 ? 2 : 8;
    const std::size_t mask = (byte_at(pending_, 1) & 0x80) != 0 ? mask_size : 0;
    if (pending_.size() < header + extended)
        return std::nullopt;
    const std::size_t size =
        extended == 0 ? first : big_endian(std::string_view(pending_).substr(header, extended));
    header += extended + mask;
    if (pending_.size() < header + size)
        return std::nullopt;
    Frame frame{static_cast<Opcode>(byte_at(pending_, 0) & 0x0f), pending_.substr(header, size)};
    pending_.erase(0, header + size);
    return frame;
}

} // namespace jaipur::simulation
