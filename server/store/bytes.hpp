// Numbers as SQLite's file format has them: https://sqlite.org/fileformat2.html.
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

} // namespace jaipur::server::store
