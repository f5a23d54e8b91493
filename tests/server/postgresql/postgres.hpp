// A PostgreSQL for the tests, on a Unix socket in a temporary folder, and databases in it.
#pragma once

#include "server/postgresql/postgresql_store.hpp"
#include "tests/server/store/heard.hpp"

#include <atomic>
#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <sys/types.h>
#include <vector>

namespace jaipur::server::postgresql::test {

using namespace std::chrono_literals;

class Postgres {
  public:
    // Started by the first test that asks.
    static Postgres& instance();

    Postgres();
    ~Postgres();
    Postgres(const Postgres&) = delete;
    Postgres& operator=(const Postgres&) = delete;

    std::string address(const std::string& database) const;
    // All its processes, as if their machine was frozen.
    void freeze() const;
    void thaw() const;

  private:
    std::filesystem::path directory_;
    pid_t process_ = 0;
};

// An empty database.
class TestDatabase {
  public:
    TestDatabase();
    ~TestDatabase();
    TestDatabase(const TestDatabase&) = delete;
    TestDatabase& operator=(const TestDatabase&) = delete;

    const std::string& name() const { return name_; }

    std::string address() const { return Postgres::instance().address(name_); }

    // One statement, in a separate connection; the rows' first columns.
    std::vector<std::string> sql(const std::string& statement) const;
    // Calls `body`, in PL/pgSQL, for each record inserted whose number is this: at once, or at the
    // end of its transaction.
    void on_insert(std::uint64_t number, const std::string& body, bool at_commit) const;
    // Ends every other connection; returns how many.
    int terminate() const;

  private:
    std::string name_;
};

// Patient, for a database that is never lost for long.
PostgresqlStore::Settings settings_for(const TestDatabase& database);

struct Opened : store::test::Loaded<PostgresqlStore> {
    explicit Opened(PostgresqlStore::Settings settings);
};

// How often a store has lost its connection, and why the last time.
struct Losses {
    std::atomic<int> count = 0;
    std::string last; // read it when the store is closed

    void follow(PostgresqlStore::Settings& settings);
};

// An open store, its database, and the connections that it loses.
struct Followed {
    explicit Followed(std::optional<std::chrono::milliseconds> deadline = std::nullopt);

    const TestDatabase database;
    Losses losses;
    Opened opened;
};

bool eventually(const std::function<bool()>& condition);

} // namespace jaipur::server::postgresql::test
