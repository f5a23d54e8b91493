// Which records a database holds, a second time and elsewhere in the file: a record that is missing
// is noticed, together with its room, even if nothing follows it. Blocks of consecutive numbers,
// each with its checksum; the last block takes the place of a counter in every commit. It must not
// know about databases.
#pragma once

#include "server/core/record.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace jaipur::server::store {

class Block {
  public:
    static constexpr std::uint64_t size = 16;      // numbers
    static constexpr std::size_t longest_code = 8; // of a room

    static constexpr std::uint64_t of(std::uint64_t number) { return number / size; }

    explicit Block(std::uint64_t index) : index_(index), last_(index * size) {}

    std::uint64_t index() const { return index_; }

    // The highest number that was ever added, even if it was removed later; at least the first one
    // of this block.
    std::uint64_t last() const { return last_; }

    // The room whose record has this number; empty if there is none.
    std::string_view room(std::uint64_t number) const;
    bool empty() const;

    void add(std::uint64_t number, std::string_view room);
    void remove(std::uint64_t number);
    // No lower number is given to a new record.
    void raise_last(std::uint64_t number);

    std::string encode() const;
    // Empty: damaged, or another block's.
    static std::optional<Block> decode(std::uint64_t index, std::string_view entries);

  private:
    using Entry = std::array<char, longest_code>; // filled up with zeros

    Entry& at(std::uint64_t number) { return entries_[number % size]; }

    std::uint64_t index_;
    std::uint64_t last_;
    std::array<Entry, size> entries_{};
};

} // namespace jaipur::server::store
