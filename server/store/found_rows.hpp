// Finds this server's rows in the pages of a damaged database, without relying on anything that
// leads to a page or says what is in it: a row counts if its checksum is right. It must not know
// how the rows belong together.
#pragma once

#include "server/store/image.hpp"
#include "server/store/inventory.hpp"

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace jaipur::server::store {

struct FoundRows {
    std::function<void(std::int64_t number, std::string_view room, std::string_view text)> record =
        [](auto...) {};
    std::function<void(std::int64_t row, std::string_view match, std::int64_t at,
                       std::int64_t uptime, std::string_view replay)>
        replay = [](auto...) {};
    std::function<void(const Block& block)> block = [](auto&) {};
    // Of `guests`.
    std::function<void(std::int64_t number, std::string_view entry)> guest = [](auto...) {};
    // Of `meta`.
    std::function<void(std::string_view name, std::int64_t value)> number = [](auto...) {};
    // The index says that this row has this match's replay. It has no checksum.
    std::function<void(std::string_view match, std::int64_t row)> listed = [](auto...) {};
    // The first page says so, without a checksum.
    std::function<void(std::string_view table, std::uint32_t root)> root = [](auto...) {};
    // Called once, after the rows that the pages' headers list. What follows only looks like a row:
    // a header may be damaged, but SQLite also leaves copies of rows that it has moved, and these
    // may have been changed or deleted since.
    std::function<void()> others = [] {};
};

// The newest first; the same row may be found more than once.
void find_rows(const Image& image, const FoundRows& found);
// Only those of this page.
void find_rows(const Image& image, std::uint32_t number, std::string_view page,
               const FoundRows& found);

} // namespace jaipur::server::store
