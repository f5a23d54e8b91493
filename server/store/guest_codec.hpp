// Entries of the guest book as text, like records.
#pragma once

#include "server/core/guest_book.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace jaipur::server::store {

// The entry must have a body.
std::string encode_guest(const core::GuestEntry& entry);
// Nothing if the text isn't exactly what `encode_guest` writes.
std::optional<core::GuestEntry> decode_guest(std::uint64_t number, std::string_view text);

} // namespace jaipur::server::store
