// A store in a temporary directory that a test can reopen, and everything it reported.
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

// What a store reported, in order. Every wait throws after a while.
class Ear {
  public:
    Store::Answer answer();
    SqliteStore::Failed failed();

    // Waits until the record with this number is answered.
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

// Opened and loaded; the records found are in `loaded`.
struct Opened {
    explicit Opened(SqliteStore::Settings settings);

    std::shared_ptr<Ear> ear = std::make_shared<Ear>();
    std::unique_ptr<SqliteStore> store;
    std::vector<core::Record> loaded;

    // Waits for the last answer.
    core::Stored append(std::vector<core::Record> records);
    std::optional<std::string> find(std::uint8_t match);
    std::optional<std::size_t> measure(std::uint8_t match);
    // Waits until all earlier requests are done or have found no space.
    void settle();

    void close() { store.reset(); }
};

SqliteStore::Settings settings_for(const std::filesystem::path& directory);
SqliteStore::Settings settings_for(const std::filesystem::path& directory,
                                   const FaultyFiles& files);

// What a database holds, read through a separate connection.
std::vector<std::string> rows(const std::filesystem::path& database, const std::string& query);
// The numbers of its pages, from 1, that hold this table or index.
std::vector<std::size_t> pages_of(const std::filesystem::path& database, const std::string& table);
inline constexpr std::size_t page_size = 4096;
void execute(const std::filesystem::path& database, const std::string& sql);
std::filesystem::path database_in(const std::filesystem::path& directory);

// A directory with three records and the replay of match 1.
struct Filled : TemporaryDirectory {
    // Opened by a server that knows these schemas.
    explicit Filled(std::span<const Migration> migrations = all_migrations());

    std::filesystem::path database() const { return database_in(path()); }
};

mode_t mode_of(const std::filesystem::path& file);

// The error that this throws.
StoreError thrown_by(const std::function<void()>& what);
bool says(const StoreError& error, const std::string& part);

} // namespace jaipur::server::store::test
