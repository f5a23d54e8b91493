// Checksums and the inventory, as values.
#include "server/store/checksum.hpp"
#include "server/store/inventory.hpp"

#include <doctest/doctest.h>

#include <cstdint>
#include <string>

namespace jaipur::server::store::test {

TEST_CASE("checksums are CRC-32C, as published") {
    const auto stored = [](std::uint32_t crc) {
        return std::int64_t{static_cast<std::int32_t>(crc)};
    };
    CHECK(Checksum('1').add("23456789").value() == stored(0xE3069283));
    // RFC 3720, B.4: 32 zeros, 32 ones, 32 bytes counting up.
    CHECK(Checksum('\0').add(std::string(31, '\0')).value() == stored(0x8A9136AA));
    CHECK(Checksum('\xFF').add(std::string(31, '\xFF')).value() == stored(0x62A8AB43));
    std::string counting;
    for (char byte = 1; byte < 32; ++byte)
        counting += byte;
    CHECK(Checksum('\0').add(counting).value() == stored(0x46DD794E));
}

TEST_CASE("tables and the processor's instruction give the same checksum") {
    std::string bytes;
    for (unsigned length = 0; length < 100; ++length) {
        for (const std::uint32_t state : {0U, 0x12345678U, 0xFFFFFFFFU})
            CHECK(crc32c(state, bytes) == crc32c_by_tables(state, bytes));
        bytes += static_cast<char>(length * 37);
    }
}

TEST_CASE("a checksum depends on everything that a row means") {
    const auto record = record_checksum(7, "ABC234", "text");
    CHECK(record != record_checksum(8, "ABC234", "text"));
    CHECK(record != record_checksum(7, "XYZ789", "text"));
    CHECK(record != record_checksum(7, "ABC234", "texT"));
    CHECK(record != record_checksum(7, "ABC234t", "ext"));
    const auto replay = replay_checksum("match", 1, 2, "replay");
    CHECK(replay != replay_checksum("matcH", 1, 2, "replay"));
    CHECK(replay != replay_checksum("match", 2, 2, "replay"));
    CHECK(replay != replay_checksum("match", 1, 1, "replay"));
    CHECK(replay != replay_checksum("match", 1, 2, "Replay"));
    CHECK(number_checksum("uptime", 1) != number_checksum("uptime", 2));
    CHECK(number_checksum("uptime", 1) != number_checksum("schema", 1));
}

TEST_CASE("a block of the inventory says whose record each number is, and any flipped bit shows") {
    Block block(3);
    CHECK(block.empty());
    CHECK(block.last() == 48);
    block.add(50, "ABC234");
    block.add(63, "XYZ789");
    block.remove(63);
    CHECK(block.room(50) == "ABC234");
    CHECK(block.room(51).empty());
    CHECK(block.room(63).empty());
    CHECK(block.last() == 63); // even though it is gone
    const std::string bytes = block.encode();
    const auto again = Block::decode(3, bytes);
    REQUIRE(again);
    CHECK(again->encode() == bytes);
    CHECK(again->room(50) == "ABC234");
    CHECK_FALSE(Block::decode(2, bytes));
    CHECK_FALSE(Block::decode(3, bytes.substr(1)));
    CHECK_FALSE(Block::decode(3, ""));
    for (std::size_t bit = 0; bit < bytes.size() * 8; ++bit) {
        std::string flipped = bytes;
        flipped[bit / 8] = static_cast<char>(flipped[bit / 8] ^ (1 << bit % 8));
        CHECK_FALSE(Block::decode(3, flipped));
    }
    block.remove(50);
    CHECK(block.empty());
}

} // namespace jaipur::server::store::test
