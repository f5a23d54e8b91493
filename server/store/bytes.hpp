// Numbers as SQLite's file format has them, and the types of its pages:
// https://sqlite.org/fileformat2.html.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace jaipur::server::store {

// Reads from the front of some bytes; after the end, zeros, and `good` is false.
struct Bytes {
    std::string_view rest;
    bool good = true;

    std::uint64_t big_endian(std::size_t count) {
        std::uint64_t number = 0;
        for (const char each : take(count))
            number = number << 8 | static_cast<unsigned char>(each);
        return number;
    }

    std::uint64_t varint() {
        std::uint64_t number = 0;
        for (int i = 0; i < 8; ++i) {
            const auto byte = big_endian(1);
            number = number << 7 | (byte & 0x7F);
            if (byte < 0x80)
                return number;
        }
        return number << 8 | big_endian(1);
    }

    std::string_view take(std::size_t count) {
        good = good && count <= rest.size();
        const auto taken = rest.substr(0, good ? count : 0);
        rest.remove_prefix(taken.size());
        return taken;
    }
};

inline std::uint64_t big_endian(std::string_view bytes, std::size_t at, std::size_t count) {
    return Bytes{bytes.substr(at)}.big_endian(count);
}

// Of four bytes.
inline std::uint32_t word_at(std::string_view bytes, std::size_t at) {
    return static_cast<std::uint32_t>(big_endian(bytes, at, 4));
}

// A page's header begins with its type.
inline constexpr unsigned char table_leaf = 0x0D, table_interior = 0x05;
inline constexpr unsigned char index_leaf = 0x0A, index_interior = 0x02;

} // namespace jaipur::server::store
