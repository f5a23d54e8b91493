// A store in a directory of its own, opened as often as a test likes, with all that it said.
#pragma once

#include "server/store/error.hpp"
#include "server/store/schema.hpp"
#include "server/store/sqlite_store.hpp"
#include "tests/server/store/faulty_files.hpp"

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <sys/types.h>
#include <vector>

namespace jaipur::server::store::test {

using namespace std::chrono_literals;

class TemporaryDirectory {
  public:
    TemporaryDirectory();
    ~TemporaryDirectory();
    TemporaryDirectory(const TemporaryDirectory&) = delete;
    TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;

    const std::filesystem::path& path() const { return path_; }

  private:
    std::filesystem::path path_;
};

struct Answered {
    std::uint64_t first = 0, last = 0;
    core::Stored result{};
    friend bool operator==(const Answered&, const Answered&) = default;
};

// What a store said, in order. Every wait gives up after a while: it throws then.
class Ear {
  public:
    Store::Answer answer();
    SqliteStore::Failed failed();

    // Until the record with this number was answered.
    core::Stored wait_for(std::uint64_t number);
    std::string wait_for_failure();

    std::vector<Answered> answers() const;
    std::optional<std::string> failure() const;

  private:
    const Answered* about(std::uint64_t number) const;

    mutable std::mutex mutex_;
    std::condition_variable heard_;
    std::vector<Answered> answers_;
    std::optional<std::string> failure_;
};

// Opened and loaded; records to begin with are in `loaded`.
struct Opened {
    explicit Opened(SqliteStore::Settings settings);

    std::shared_ptr<Ear> ear = std::make_shared<Ear>();
    std::unique_ptr<SqliteStore> store;
    std::vector<core::Record> loaded;

    // Waits for the answer to the last.
    core::Stored append(std::vector<core::Record> records);
    std::optional<std::string> find(std::uint8_t match);
    // Until all that was asked for before is done, or has found no space.
    void settle();

    void close() { store.reset(); }
};

SqliteStore::Settings settings_for(const std::filesystem::path& directory);
SqliteStore::Settings settings_for(const std::filesystem::path& directory,
                                   const FaultyFiles& files);

// What a database holds, seen by a connection of its own.
std::vector<std::string> rows(const std::filesystem::path& database, const std::string& query);
void execute(const std::filesystem::path& database, const std::string& sql);
std::filesystem::path database_in(const std::filesystem::path& directory);

// A directory in which three records and the replay of match 1 are kept.
struct Filled : TemporaryDirectory {
    // By a server that knows these schemas.
    explicit Filled(std::span<const Migration> migrations = all_migrations());

    std::filesystem::path database() const { return database_in(path()); }
};

mode_t mode_of(const std::filesystem::path& file);

// The error that this ends with.
StoreError thrown_by(const std::function<void()>& what);
bool says(const StoreError& error, const std::string& part);

} // namespace jaipur::server::store::test
