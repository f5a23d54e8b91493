// Checksums of stored rows: CRC-32C (RFC 3720) over everything that a row means, so that a flipped
// bit is found, and also a row that has moved to another number or room. It must not know about
// databases.
#pragma once

#include <cstdint>
#include <string_view>

namespace jaipur::server::store {

// The state after these bytes: by the processor's instruction if it has one.
std::uint32_t crc32c(std::uint32_t state, std::string_view bytes);
std::uint32_t crc32c_by_tables(std::uint32_t state, std::string_view bytes);

class Checksum {
  public:
    // `kind` tells rows of different tables apart.
    explicit Checksum(char kind) { add(std::string_view(&kind, 1)); }

    Checksum& add(std::string_view bytes);
    Checksum& add(std::int64_t number); // eight bytes, the lowest first

    // As a database keeps it: 32 bits with a sign.
    std::int64_t value() const { return static_cast<std::int32_t>(~state_); }

  private:
    std::uint32_t state_ = ~std::uint32_t{0};
};

std::int64_t record_checksum(std::int64_t number, std::string_view room, std::string_view text);
// Of the row, not of what it should contain: `match` may have any length.
std::int64_t replay_checksum(std::string_view match, std::int64_t at, std::int64_t uptime,
                             std::string_view replay);
std::int64_t number_checksum(std::string_view name, std::int64_t value);

} // namespace jaipur::server::store
