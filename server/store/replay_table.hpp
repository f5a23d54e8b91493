// The table of finished matches. It must not know about records, rooms or transactions.
#pragma once

#include "protocol/fair.hpp"
#include "server/store/connection.hpp"
#include "server/store/store.hpp"

#include <SQLiteCpp/SQLiteCpp.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace jaipur::server::store {

// All of it throws SQLite's errors.
class ReplayTable {
  public:
    explicit ReplayTable(Connection& connection);

    // `uptime`: for how long servers have run on this database.
    void insert(const FinishedMatch& finished, std::chrono::milliseconds uptime);

    struct Found {
        std::optional<std::string> replay;
        bool damaged = false;
    };

    Found find(const protocol::MatchId& match);
    // Of a replay, without reading it.
    std::optional<std::size_t> size_of(const protocol::MatchId& match);
    // Removes at most `most` replays that were inserted when the uptime was lower than this;
    // returns how many.
    int remove(std::chrono::milliseconds before, int most);
    // Compares the next `most` rows with the index of matches, and throws a StoreError if it is
    // damaged. False: these were the last.
    bool compare_index(int most);

  private:
    Connection& connection_;
    SQLite::Statement insert_, find_, find_row_, remove_, compare_index_;
    std::int64_t compared_ = 0; // the row of a replay
};

} // namespace jaipur::server::store
