// What the sources of `Database` share: its connection, tables, and what it knows about them.
// Nobody else includes this.
#pragma once

#include "server/store/acknowledged.hpp"
#include "server/store/audit.hpp"
#include "server/store/connection.hpp"
#include "server/store/database.hpp"
#include "server/store/guest_table.hpp"
#include "server/store/inventory_table.hpp"
#include "server/store/opening.hpp"
#include "server/store/record_numbers.hpp"
#include "server/store/replay_table.hpp"

#include <SQLiteCpp/SQLiteCpp.h>

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

struct sqlite3;

namespace jaipur::server::store {

struct Database::Impl {
    // A log of this many pages, about 4 MiB, is worth a checkpoint.
    static constexpr int long_log = 1000;

    explicit Impl(const Settings& settings) : Impl(settings, open_database(settings)) {}

    Impl(const Settings& settings, OpenDatabase open);

    void insert(const core::Record& record);
    void remove_row(std::uint64_t number);
    void carry_out(const FinishedMatch& finished);
    void carry_out(const Compact& compact);
    void carry_out(const core::DiscardRange& range);
    void renew_inventory(const std::vector<std::uint64_t>& blocks);
    bool log_may_not_grow() const;
    // Runs `what` in one transaction. Full: nothing has changed.
    Written commit(const std::function<void()>& what);
    // Damage that only the next start can repair. Reports it once.
    void suspect(const StoreError& error);
    void report(Damage::What what, std::string name) const;

    const std::filesystem::path directory;
    const Store::Damaged damaged;
    std::unique_ptr<Connection> connection;
    std::unique_ptr<const Audit> audit; // until the records are loaded
    std::vector<core::RoomCode> lost_rooms;
    SQLite::Statement insert_record, remove_record, mark_removed, set_uptime;
    ReplayTable replays;
    GuestTable guests;
    InventoryTable inventory;
    Acknowledged acknowledged;
    RecordNumbers numbers;
    std::vector<std::uint64_t> leftovers;     // numbers of records, unordered
    std::vector<std::uint64_t> now_left_over; // added in this transaction
    std::uint64_t last_number = 0;
    std::chrono::milliseconds uptime{0}, stored_uptime{0};
    bool suspected = false;
    int log_pages = 0;
    int next_checkpoint = long_log; // pages

  private:
    static int count_pages(void* self, sqlite3*, const char*, int pages);
    std::chrono::milliseconds intact_uptime();
    void remove_up_to(const core::RoomCode& room, std::uint64_t last);
    void remove(const core::RoomCode& room, std::uint64_t first, std::uint64_t last);
};

} // namespace jaipur::server::store
