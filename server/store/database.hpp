// The records and replays of one data directory in an SQLite file. Whatever `write` reports as
// durable survives crashes and power cuts. One connection, one thread at a time. It must not know
// about queues or threads; only its source knows SQLite.
#pragma once

#include "server/store/requests.hpp"
#include "server/store/schema.hpp"
#include "server/store/store.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace jaipur::server::store {

class Database {
  public:
    struct Settings {
        std::filesystem::path directory; // prepared and locked
        std::string vfs;                 // the name of an SQLite VFS; for tests
        std::span<const Migration> migrations = all_migrations();
        Store::Damaged damaged{}; // called on the thread that uses the database
        // Called before an older schema is updated, with the copy of the database from before it.
        std::function<void(const std::filesystem::path& copy)> upgrading{};
    };

    // All of these throw StoreError. After an error of kind Io nobody knows what was written; open
    // the database again. After one of kind Corrupt nothing was written; it is reported, and the
    // next start checks everything.
    explicit Database(const Settings& settings);
    ~Database();
    Database(const Database&) = delete;
    Database& operator=(const Database&) = delete;

    // As `Store::load`.
    std::vector<core::RoomCode> load(const std::function<void(const core::Record&)>& take);
    std::uint64_t last_number() const;

    enum class Written : std::uint8_t { Durable, Full };

    // All or nothing. Full: nothing was written, and none of it will appear later.
    Written write(std::span<const core::Record> records, const HousekeepingTasks& tasks);
    // If it is damaged, reports it.
    std::optional<std::string> find(const protocol::MatchId& match);
    // Of the same replay, without reading it; any size if it is damaged.
    std::optional<std::size_t> size_of(const protocol::MatchId& match);

    // As `Store::push_secret`.
    std::optional<PushSecret> push_secret(const core::Entropy& entropy);

    // As `Store::guests`; reports damage.
    core::GuestEntries guests();
    // All or nothing.
    Written keep(std::span<const core::GuestEntries> changes);

    // For how long servers have run on this database, as `set_uptime` last said. A commit stores it
    // together with replays, and otherwise once a minute; `store_uptime` does so at once.
    std::chrono::milliseconds uptime() const;
    void set_uptime(std::chrono::milliseconds uptime);
    Written store_uptime();
    // Removes at most `most` replays that were stored when the uptime was lower than this; returns
    // how many. None: the disk is too full for it.
    std::optional<int> forget_replays(std::chrono::milliseconds before, int most);

    // Records that `write` has marked as removed but that still take up space.
    std::size_t leftovers() const;
    // At most `most` of them, in one transaction. If a page is damaged, all of them stay until the
    // next start.
    Written remove_leftovers(std::size_t most);

    // Compares the next `most` replays with their index: no request finds one that isn't in it.
    // Reports damage. Returns whether there are more.
    bool compare_index(int most);

    // How long a commit takes, as a few of them show; empty if there is no space.
    std::optional<std::chrono::microseconds> measure_commit();

    enum class Checkpoint : std::uint8_t { Passive, Truncate };
    // Moves the log into the database. Full: not all of it; nothing is lost.
    Written checkpoint(Checkpoint how);
    // Whether the log is so long that moving it is worthwhile.
    bool wants_checkpoint() const;

  private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

} // namespace jaipur::server::store
