// Which records a damaged database may have lost without a trace: those whose pages are damaged in
// the table of records and also in the inventory. Only the trees of pages can tell: a block of the
// inventory without records isn't stored, and many numbers are no longer used.
#pragma once

#include "server/store/image.hpp"

#include <cstdint>
#include <set>

namespace jaipur::server::store {

// The highest number of such a record; 0 if there can't be one. `blocks` of the inventory were
// found intact.
std::uint64_t highest_unknown_number(const Image& image, const std::set<std::uint64_t>& blocks);

} // namespace jaipur::server::store
