// Requests whose outcome is unknown at first. Every test shows that its fault happened.
#include "tests/server/postgresql/postgres.hpp"
#include "tests/server/store/samples.hpp"

#include <doctest/doctest.h>

#include <atomic>
#include <csignal>
#include <cstdint>
#include <string>
#include <thread>
#include <vector>

namespace jaipur::server::postgresql::test {

namespace {

using core::Stored;
using store::test::Answered;
using store::test::chat_record;
using store::test::chat_records;

// Every record up to `last` was answered once, in order, and is there once, unchanged.
void check_all(const Opened& opened, const TestDatabase& database, std::uint64_t last) {
    std::uint64_t next = 1;
    for (const Answered& answered : opened.ear->answers()) {
        CHECK(answered.first == next);
        CHECK(answered.result == Stored::Durable);
        next = answered.last + 1;
    }
    CHECK(next == last + 1);
    CHECK(database.sql("select body from record order by number") ==
          store::test::texts(chat_records(1, last)));
}

} // namespace

TEST_CASE("connections that end amid appends lose nothing and double nothing") {
    Followed followed;
    auto& [database, losses, opened] = followed;
    std::atomic<bool> done = false;
    std::thread killer([&] {
        while (!done) {
            const std::size_t answers = opened.ear->answers().size();
            database.terminate();
            // On a slow machine nothing would ever be done between one end and the next.
            while (!done && opened.ear->answers().size() == answers)
                std::this_thread::sleep_for(1ms);
            std::this_thread::sleep_for(5ms);
        }
    });
    std::uint64_t last = 0;
    while (losses.count < 20 || last < 2000) {
        opened.store->append(chat_records(last + 1, 10));
        last += 10;
        opened.ear->wait_for(last - 9); // some of them are always under way
    }
    done = true;
    killer.join();
    opened.ear->wait_for(last);
    check_all(opened, database, last);
}

TEST_CASE("a database that freezes and goes on loses nothing and doubles nothing") {
    Followed followed(500ms);
    auto& [database, losses, opened] = followed;
    std::uint64_t last = 0;
    for (int times = 0; times < 3; ++times) {
        const int before = losses.count;
        Postgres::instance().freeze();
        for (int i = 0; i < 20; ++i, last += 5)
            opened.store->append(chat_records(last + 1, 5));
        const bool lost = eventually([&] { return losses.count > before; });
        Postgres::instance().thaw();
        CHECK(lost);
        opened.ear->wait_for(last);
    }
    check_all(opened, database, last);
    opened.close();
    CHECK(losses.last == "the database did not answer in time");
}

// The end of the transaction takes longer than the deadline, so it commits without an answer.
TEST_CASE("a record that was committed without an answer is found, and not stored again") {
    Followed followed(500ms);
    auto& [database, losses, opened] = followed;
    database.on_insert(2, "perform pg_sleep(2)", true);
    CHECK(opened.append(chat_records(1, 3)) == Stored::Durable);
    CHECK(losses.count > 0);
    // By the first attempt: later ones have other epochs.
    CHECK(database.sql("select distinct epoch from record") == std::vector<std::string>{"1"});
    check_all(opened, database, 3);
}

TEST_CASE("a record that was not committed is stored under the same number") {
    Followed followed;
    auto& [database, losses, opened] = followed;
    opened.append(chat_records(1, 1));
    database.on_insert(2, "if new.epoch = 1 then perform pg_sleep(60); end if", false);
    opened.store->append(chat_records(2, 2));
    REQUIRE(eventually([&] {
        return database
                   .sql("select count(*) from pg_stat_activity where wait_event = 'PgSleep' "
                        "and datname = current_database()")
                   .front() == "1";
    }));
    CHECK(database.terminate() >= 1);
    opened.ear->wait_for(3);
    CHECK(losses.count > 0);
    CHECK(database.sql("select epoch from record order by number").back() != "1");
    check_all(opened, database, 3);
}

// That is how PostgreSQL says that it did not wait for its standby.
TEST_CASE("a warning with a commit counts as unknown") {
    Followed followed;
    auto& [database, losses, opened] = followed;
    database.on_insert(2, "raise warning 'only here'", true);
    CHECK(opened.append(chat_records(1, 3)) == Stored::Durable);
    check_all(opened, database, 3);
    opened.close();
    CHECK(losses.count == 1);
    CHECK(losses.last.find("only here") != std::string::npos);
}

TEST_CASE("another record under the same number is an error, never an answer") {
    const TestDatabase database;
    auto settings = settings_for(database);
    settings.session.deadline = 500ms;
    Opened opened(settings);
    database.on_insert(2, "perform pg_sleep(2); update record set body = 'other' where number = 2",
                       true);
    opened.store->append(chat_records(1, 3));
    CHECK(opened.ear->wait_for_failure().find("other records") != std::string::npos);
    CHECK(database.sql("select count(*) from lease where owner <> ''").front() == "0");
    CHECK(opened.ear->answers().empty());
}

TEST_CASE("a connection that ends while nothing happens is made again") {
    Followed followed;
    auto& [database, losses, opened] = followed;
    opened.settle();
    CHECK(database.terminate() == 1);
    REQUIRE(eventually([&] { return losses.count == 1; }));
    CHECK(opened.append(chat_records(1, 1)) == Stored::Durable);
    CHECK(losses.count == 1);
}

TEST_CASE("housekeeping happens once, in its order, whatever happens to connections") {
    const TestDatabase database;
    Opened opened(settings_for(database));
    for (std::uint64_t number = 1; number <= 50; ++number) {
        opened.append(chat_records(number * 10, 2));
        opened.store->housekeep(
            store::Compact{store::test::snapshot_record(number * 10 + 1, "ABC234")});
        opened.store->housekeep(store::test::finished_match(1, {}, std::to_string(number)));
        database.terminate();
    }
    CHECK(opened.find(1) == "50");
    CHECK(database.sql("select number from record") == std::vector<std::string>{"501"});
}

// Otherwise a snapshot could come back long after its room was closed.
TEST_CASE("what a frozen connection had not yet begun is shut out when it wakes up") {
    Followed followed(500ms);
    auto& [database, losses, opened] = followed;
    opened.append(chat_records(1, 3, "ABC234"));
    const std::string pid = database
                                .sql("select pid from pg_stat_activity where pid <> "
                                     "pg_backend_pid() and datname = current_database()")
                                .front();
    REQUIRE(::kill(std::stoi(pid), SIGSTOP) == 0);
    opened.store->housekeep(store::Compact{store::test::snapshot_record(3, "ABC234")});
    CHECK(eventually([&] { return losses.count > 0; }));
    opened.store->housekeep(core::DiscardRange{"ABC234", 0, 3});
    opened.settle();
    CHECK(database.sql("select number from record").empty());
    REQUIRE(::kill(std::stoi(pid), SIGCONT) == 0);
    CHECK(eventually([&] {
        return database.sql("select pid from pg_stat_activity where pid = " + pid).empty();
    }));
    CHECK(database.sql("select number from record").empty());
}

TEST_CASE("without space records are refused and not stored; later the store continues") {
    const TestDatabase database;
    Opened opened(settings_for(database));
    CHECK(opened.append(chat_records(1, 1)) == Stored::Durable);
    const std::string full = "raise exception 'no space' using errcode = 'disk_full'";
    database.on_insert(2, full, false);
    opened.store->housekeep(store::test::finished_match(1, {}, "a replay"));
    CHECK(opened.append(chat_records(2, 2)) == Stored::Full);
    CHECK(opened.append(chat_records(4, 1)) == Stored::Durable);
    CHECK(opened.store->accepts_records());
    CHECK(opened.find(1) == "a replay");
    CHECK(opened.store->last_number() == 4);
    CHECK(database.sql("select number from record order by number") ==
          std::vector<std::string>{"1", "4"});
    database.on_insert(5, full, false);
    CHECK(opened.append(chat_records(5, 1)) == Stored::Full);
    CHECK(eventually([&] { return opened.store->accepts_records(); })); // without being asked
}

} // namespace jaipur::server::postgresql::test
