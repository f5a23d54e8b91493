// The inventory in the database: blocks change in memory during a transaction, and each is written
// once, at its end. Private to the files that use SQL.
#pragma once

#include "server/store/connection.hpp"
#include "server/store/inventory.hpp"

#include <SQLiteCpp/SQLiteCpp.h>

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace jaipur::server::store {

class InventoryTable {
  public:
    explicit InventoryTable(Connection& connection);

    // The highest number that was ever added. If the newest block is damaged, one that is at least
    // as high.
    std::uint64_t last_number() const { return newest_.last(); }

    // Within a transaction, which ends with `flush` and then `confirm` or `undo`.
    void add(std::uint64_t number, std::string_view room);
    void remove(std::uint64_t number);
    void flush();
    void confirm();

    void undo() { edited_.clear(); }

    // Writes the block again, as the stored records show it.
    void renew(std::uint64_t index);

  private:
    std::optional<Block>& edit(std::uint64_t index);
    std::optional<std::string> stored(std::uint64_t index);
    Block newest(Connection& connection);

    SQLite::Statement read_, write_, delete_, rows_;
    Block newest_;
    std::map<std::uint64_t, std::optional<Block>> edited_; // empty: damaged, stays as it is
};

// Writes all blocks again, as the stored records show them. The next record gets a higher number
// than `last`. Within a transaction.
void take_inventory(Connection& connection, std::uint64_t last);

} // namespace jaipur::server::store
