// Databases that a store must not use.
#include "server/store/error.hpp"
#include "tests/server/postgresql/postgres.hpp"
#include "tests/server/store/samples.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <string>

namespace jaipur::server::postgresql::test {

namespace {

using store::StoreError;
using namespace std::chrono_literals;

// Why a store can't be opened there; empty if it can.
std::string refusal(const PostgresqlStore::Settings& settings,
                    StoreError::Kind kind = StoreError::Kind::CantOpen) {
    try {
        const Opened opened(settings);
        return "";
    } catch (const StoreError& error) {
        CHECK(error.kind() == kind);
        return error.what();
    }
}

bool says(const std::string& text, const std::string& part) {
    CAPTURE(text);
    CHECK(text.find(part) != std::string::npos);
    return text.find(part) != std::string::npos;
}

void set_full_page_writes(const TestDatabase& database, bool on) {
    const char* const value = on ? "on" : "off";
    database.sql(std::string("alter system set full_page_writes = ") + value);
    database.sql("select pg_reload_conf()");
    REQUIRE(eventually([&] { return database.sql("show full_page_writes").front() == value; }));
}

} // namespace

TEST_CASE("a store refuses a database that acknowledges what a power cut can take") {
    const TestDatabase database;
    const auto settings = settings_for(database);
    CHECK(refusal(settings).empty());
    for (const std::string value : {"off", "local", "remote_write"}) {
        database.sql("alter database " + database.name() + " set synchronous_commit = " + value);
        CHECK(says(refusal(settings), "synchronous_commit = " + value));
    }
    for (const std::string value : {"on", "remote_apply"}) {
        database.sql("alter database " + database.name() + " set synchronous_commit = " + value);
        CHECK(refusal(settings).empty());
    }
}

TEST_CASE("a store refuses a database without full page writes") {
    const TestDatabase database;
    set_full_page_writes(database, false);
    CHECK(says(refusal(settings_for(database)), "full_page_writes = off"));
    set_full_page_writes(database, true);
    CHECK(refusal(settings_for(database)).empty());
}

TEST_CASE("a store stops using a database that becomes unsafe, and goes on once it is safe again") {
    const TestDatabase database;
    auto settings = settings_for(database);
    settings.session.ttl = 60s; // looks at the settings every 6 seconds
    settings.session.margin = 0s;
    Losses losses;
    losses.follow(settings);
    {
        Opened opened(settings);
        CHECK(opened.append(store::test::chat_records(1, 1)) == core::Stored::Durable);
        set_full_page_writes(database, false);
        CHECK(eventually([&] { return losses.count > 0; }));
        set_full_page_writes(database, true);
        CHECK(opened.append(store::test::chat_records(2, 1)) == core::Stored::Durable);
    }
    CHECK(says(losses.last, "full_page_writes = off"));
}

TEST_CASE("a store refuses a database without a standby, unless the host knows") {
    const TestDatabase database;
    auto settings = settings_for(database);
    settings.session.single_database = false;
    CHECK(says(refusal(settings), "no synchronous standby"));
}

TEST_CASE("a store refuses tables of a newer server, and says so") {
    const TestDatabase database;
    CHECK(refusal(settings_for(database)).empty());
    database.sql("insert into schema_version values(99)");
    CHECK(says(refusal(settings_for(database), StoreError::Kind::NewerSchema), "newer server"));
}

TEST_CASE("an address that leads nowhere is an error") {
    const TestDatabase database;
    auto settings = settings_for(database);
    settings.session.connection = "host=/nowhere";
    CHECK(says(refusal(settings, StoreError::Kind::Unreachable), "/nowhere"));
}

TEST_CASE("an error about a connection string doesn't repeat its password") {
    const TestDatabase database;
    auto settings = settings_for(database);
    for (const char* wrong : {"postgresql://me:s3cret%zz@host", "postgresql://me:s3cret@[host",
                              "host=a password='s3cret", "host=a s3cret"}) {
        settings.session.connection = wrong;
        const std::string text = refusal(settings);
        CHECK(says(text, "postgresql://USER@HOST/DATABASE"));
        CHECK(text.find("s3cret") == std::string::npos);
    }
}

TEST_CASE("of several hosts, the one that can be reached is used") {
    const TestDatabase database;
    auto settings = settings_for(database);
    const std::string socket = database.address().substr(5, database.address().find(' ') - 5);
    settings.session.connection =
        "host=/nowhere," + socket + " user=jaipur dbname=" + database.name();
    Opened opened(settings);
    CHECK(opened.append(store::test::chat_records(1, 3)) == core::Stored::Durable);
}

TEST_CASE("a record that can't be read costs its room, and no other") {
    const TestDatabase database;
    {
        Opened opened(settings_for(database));
        opened.append(store::test::chat_records(1, 3, "ABC234"));
        opened.append(store::test::chat_records(4, 3, "DEF567"));
    }
    database.sql("update record set body = replace(body, 'hello', 'hello\"') where number = 2");
    database.sql("update record set body = replace(body, 'DEF567', 'GHJ234') where number = 6");
    const Opened opened(settings_for(database));
    CHECK(opened.damaged == std::vector<core::RoomCode>{"ABC234", "DEF567"});
    CHECK(database.sql("select count(*) from record").front() == "6");
    CHECK(opened.store->last_number() == 6);
}

} // namespace jaipur::server::postgresql::test
