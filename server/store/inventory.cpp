#include "server/store/inventory.hpp"

#include "server/store/checksum.hpp"

#include <algorithm>
#include <ranges>
#include <stdexcept>

namespace jaipur::server::store {

namespace {

void append(std::string& text, std::uint64_t number, std::size_t bytes) {
    for (std::size_t i = 0; i < bytes; ++i)
        text.push_back(static_cast<char>(number >> (8 * i)));
}

std::uint64_t number_in(std::string_view bytes) {
    std::uint64_t number = 0;
    for (const char each : bytes | std::views::reverse)
        number = number << 8 | static_cast<unsigned char>(each);
    return number;
}

std::uint64_t checksum(std::uint64_t index, std::string_view bytes) {
    const auto value = Checksum('I').add(static_cast<std::int64_t>(index)).add(bytes).value();
    return static_cast<std::uint32_t>(value);
}

constexpr std::size_t last_bytes = 8, checksum_bytes = 4;

} // namespace

std::string_view Block::room(std::uint64_t number) const {
    const Entry& entry = entries_[number % size];
    return {entry.data(), static_cast<std::size_t>(std::ranges::find(entry, '\0') - entry.begin())};
}

bool Block::empty() const {
    return std::ranges::all_of(entries_, [](const Entry& entry) { return entry.front() == '\0'; });
}

void Block::add(std::uint64_t number, std::string_view room) {
    if (room.size() > longest_code)
        throw std::length_error("a room code is too long for the inventory");
    at(number) = {};
    std::ranges::copy(room, at(number).begin());
    raise_last(number);
}

void Block::remove(std::uint64_t number) {
    at(number) = {};
}

void Block::raise_last(std::uint64_t number) {
    last_ = std::max(last_, number);
}

std::string Block::encode() const {
    std::string bytes;
    bytes.reserve(size * longest_code + last_bytes + checksum_bytes);
    for (const Entry& entry : entries_)
        bytes.append(entry.data(), entry.size());
    append(bytes, last_, last_bytes);
    append(bytes, checksum(index_, bytes), checksum_bytes);
    return bytes;
}

std::optional<Block> Block::decode(std::uint64_t index, std::string_view bytes) {
    constexpr std::size_t rooms = size * longest_code;
    if (bytes.size() != rooms + last_bytes + checksum_bytes)
        return std::nullopt;
    const std::string_view covered = bytes.substr(0, rooms + last_bytes);
    if (number_in(bytes.substr(covered.size())) != checksum(index, covered))
        return std::nullopt;
    Block block(index);
    for (std::size_t i = 0; i < size; ++i)
        std::ranges::copy(bytes.substr(i * longest_code, longest_code), block.entries_[i].begin());
    block.last_ = number_in(covered.substr(rooms));
    return block;
}

} // namespace jaipur::server::store
