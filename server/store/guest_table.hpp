// The table of the guest book. Older servers ignore it, so it isn't part of the schema's version:
// they can still open the database. It must not know about records, rooms or transactions.
#pragma once

#include "server/core/guest_book.hpp"
#include "server/store/connection.hpp"

#include <SQLiteCpp/SQLiteCpp.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace jaipur::server::store {

// Unless it is there.
void create_guest_table(Connection& connection);

std::int64_t guest_checksum(std::int64_t number, std::string_view entry);

// All of it throws SQLite's errors.
class GuestTable {
  public:
    explicit GuestTable(Connection& connection);

    struct Found {
        std::vector<core::GuestEntry> entries; // in the order of their numbers
        std::vector<std::uint64_t> damaged;    // numbers of others
    };

    Found all();

    void change(const core::GuestEntry& entry);
    // Unless there is one with this number.
    void add(std::int64_t number, std::string_view entry);

  private:
    Connection& connection_;
    SQLite::Statement put_, add_, remove_;
};

} // namespace jaipur::server::store
