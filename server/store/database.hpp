// The records and replays of one data directory in an SQLite file, with what is promised of it:
// whatever `write` calls durable survives the process and the power. One connection, one thread at
// a time. Knows no queue and no thread; SQLite is known to its source alone.
#pragma once

#include "server/store/schema.hpp"
#include "server/store/store.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

namespace jaipur::server::store {

// Housekeeping: what is asked of a store and answered to nobody.
struct Compact {
    core::Record snapshot;
};

struct Forget {
    core::RoomCode room;
    std::uint64_t first = 0, last = 0;
};

using HousekeepingTask = std::variant<FinishedMatch, Compact, Forget>;
using HousekeepingTasks = std::deque<HousekeepingTask>;

class Database {
  public:
    struct Settings {
        std::filesystem::path directory; // prepared and locked
        std::string vfs;                 // SQLite's name of a file system of its own; for tests
        std::span<const Migration> migrations = all_migrations();
    };

    // All of these throw StoreError where something fails. After an error of kind Io nothing is
    // known of what was written; the database has to be opened anew.
    explicit Database(const Settings& settings);
    ~Database();
    Database(const Database&) = delete;
    Database& operator=(const Database&) = delete;

    void load(const std::function<void(const core::Record&)>& take);
    std::uint64_t last_number() const;

    enum class Written : std::uint8_t { Durable, Full };

    // All of it or nothing. Full: nothing, for ever.
    Written write(std::span<const core::Record> records, const HousekeepingTasks& tasks);
    std::optional<std::string> find(const protocol::MatchId& match);
    // Removes replays of matches that ended before, `most` at most; how many there were. None:
    // there was no space to do it.
    std::optional<int> forget_replays(core::Time before, int most);

    // Records that `write` has removed, as every reader sees it, but that still take up space.
    std::size_t leftovers() const;
    // `most` of them at most, in one transaction.
    Written remove_leftovers(std::size_t most);

    // How long it takes to make something durable, as commits of its own show; none: no space.
    std::optional<std::chrono::microseconds> measure_commit();

    enum class Checkpoint : std::uint8_t { AsFarAsReadersLet, AndEmptyTheLog };
    // Moves what the log holds into the database proper. Full: not all of it; nothing is lost.
    Written checkpoint(Checkpoint how);
    // Whether the log has grown so much that moving it is worthwhile.
    bool wants_checkpoint() const;

  private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

} // namespace jaipur::server::store
