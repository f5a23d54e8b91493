// Two servers and one database: only the one with the lease writes.
#include "server/postgresql/statements.hpp"
#include "server/store/error.hpp"
#include "tests/server/postgresql/postgres.hpp"
#include "tests/server/store/samples.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <atomic>
#include <future>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace jaipur::server::postgresql::test {

namespace {

using core::Stored;
using store::test::chat_records;

// Never stops because of its own clock, as if that stood still.
SessionSettings without_clock(const TestDatabase& database, std::chrono::milliseconds ttl) {
    SessionSettings settings = settings_for(database).session;
    settings.ttl = ttl;
    settings.margin = -1h;
    return settings;
}

Transaction append_of(const std::vector<core::Record>& records) {
    store::RecordNumbers numbers;
    Transaction transaction;
    for (const core::Record& record : records)
        transaction.append(record, numbers);
    return transaction;
}

std::unique_ptr<Connection> connected(const TestDatabase& database) {
    const auto until = Clock::now() + 60s;
    auto connection = std::make_unique<Connection>(hosts_of(database.address()).front(), until);
    connection->execute("set search_path = jaipur", until);
    return connection;
}

} // namespace

TEST_CASE("a store that closes releases its leases, so the next one starts at once") {
    const TestDatabase database;
    auto settings = settings_for(database);
    settings.session.ttl = 1h;
    settings.session.waiting = [](std::string_view) { FAIL_CHECK("it waits"); };
    for (std::uint64_t number = 1; number <= 3; ++number) {
        settings.session.owner = "owner of " + std::to_string(number);
        Opened opened(settings);
        CHECK(opened.loaded.size() == number - 1);
        CHECK(opened.append(chat_records(number, 1)) == Stored::Durable);
    }
    CHECK(database.sql("select epoch from record order by number") ==
          std::vector<std::string>{"1", "2", "3"});
}

TEST_CASE("leases are renewed while nothing happens") {
    const TestDatabase database;
    auto settings = settings_for(database);
    settings.session.ttl = 9s; // renewed every 900 ms
    settings.session.margin = 0s;
    Opened opened(settings);
    const auto until = [&] { return database.sql("select max(until)::text from lease").front(); };
    const std::string before = until();
    CHECK(eventually([&] { return until() != before; }));
    CHECK(opened.append(chat_records(1, 1)) == Stored::Durable);
}

TEST_CASE("a second store waits for the first one's leases to end, and the first is then fenced") {
    const TestDatabase database;
    std::promise<void> stall;
    std::shared_future<void> stalled = stall.get_future().share();
    store::test::Ear ear;
    auto settings = settings_for(database);
    settings.session.ttl = 2s;
    settings.session.margin = 500ms;
    settings.session.owner = "the first";
    std::atomic<int> fenced = 0;
    // Its thread stalls while it answers.
    auto first = std::make_unique<PostgresqlStore>(
        settings,
        [&, answer = ear.answer()](std::uint64_t from, std::uint64_t to, Stored result) {
            answer(from, to, result);
            stalled.wait();
        },
        [&](std::string_view) { ++fenced; }, [](std::string_view) { FAIL_CHECK("it failed"); });
    first->load([](const core::Record&) {});
    first->append(chat_records(1, 1));
    ear.wait_for(1);
    first->append(chat_records(2, 1));

    std::string holder;
    auto next = settings_for(database);
    next.session.waiting = [&](std::string_view owner) { holder = owner; };
    Opened second(next);
    CHECK(holder == "the first");
    CHECK(second.loaded.size() == 1);
    stall.set_value();
    CHECK(eventually([&] { return fenced == 1; }));
    first->append(chat_records(3, 1)); // it does nothing more
    first.reset();
    CHECK(fenced == 1);
    CHECK(ear.answers().size() == 1);
    CHECK(second.append(chat_records(2, 2)) == Stored::Durable);
    CHECK(database.sql("select epoch from record order by number") ==
          std::vector<std::string>{"1", "2", "2"});
}

TEST_CASE("the leases of a process that has ended are taken at once, and shut it out") {
    const TestDatabase database;
    auto settings = settings_for(database).session;
    settings.ttl = 1h;
    settings.owner = "first";
    Session first(settings);
    CHECK(first.transact(append_of(chat_records(1, 1))) == Session::Outcome::Durable);
    settings.owner = "second";
    settings.has_ended = [](std::string_view owner) { return owner == "first"; };
    Session second(settings);
    CHECK_THROWS_AS(first.transact(append_of(chat_records(2, 1))), FencedOff);
    CHECK(second.transact(append_of(chat_records(2, 1))) == Session::Outcome::Durable);
    settings.owner = "third";
    settings.patient = [] { return false; };
    CHECK_THROWS_AS(Session{settings}, store::StoreError);
}

TEST_CASE("what a former holder sends arrives nowhere, even if its clock stands still") {
    const TestDatabase database;
    const auto overtaken = [&](std::uint64_t number) {
        auto first = std::make_unique<Session>(without_clock(database, 100ms));
        CHECK(first->transact(append_of(chat_records(number, 1))) == Session::Outcome::Durable);
        Session(without_clock(database, 1ms)); // takes over
        return first;
    };
    CHECK_THROWS_AS(overtaken(1)->transact(append_of(chat_records(11, 1))), FencedOff);

    store::RecordNumbers numbers;
    Transaction compact;
    compact.carry_out(store::Compact{store::test::chat_record(2)}, numbers, 0ms);
    CHECK_THROWS_AS(overtaken(2)->transact(compact), FencedOff);

    const auto first = overtaken(3);
    CHECK(database.terminate() == 1);
    CHECK_THROWS_AS(first->transact(append_of(chat_records(13, 1))), FencedOff);

    CHECK(database.sql("select number from record order by number") ==
          std::vector<std::string>{"1", "2", "3"});
    CHECK(database.sql("select epoch from record order by number") ==
          std::vector<std::string>{"1", "3", "5"}); // the second one was not replaced
}

TEST_CASE("a store that can't renew its leases stops before they end") {
    const TestDatabase database;
    auto settings = settings_for(database);
    settings.session.ttl = 3s;
    settings.session.margin = 1s;
    settings.session.deadline = 300ms;
    Opened opened(settings);
    Postgres::instance().freeze();
    opened.store->append(chat_records(1, 1));
    std::string why;
    try {
        why = opened.ear->wait_for_failure();
    } catch (const std::exception& error) {
        why = error.what();
    }
    Postgres::instance().thaw();
    CHECK(why == "the database was out of reach for too long: the database did not answer in time");
    CHECK(opened.ear->answers().empty());
}

namespace {

// A takeover during an append: the leases have ended, but the append has already looked. Returns
// whether the new holder could write before the append was committed: a fork.
bool forks(const TestDatabase& database, const std::string& append) {
    database.sql("truncate record");
    database.sql("update lease set owner = 'first', epoch = 7, until = now()");
    const auto first = connected(database), second = connected(database);
    const auto until = Clock::now() + 60s;
    const std::vector<std::string> values{"first", "{A}",     "{7}",      "1",
                                          "{1}",   "{first}", "{ABC234}", "{7}"};
    const auto inserted = first->run({{"begin"}, {append.c_str(), values}}, until);
    REQUIRE(inserted.at(1).affected == 1);
    auto takeover = std::async(std::launch::async, [&] {
        second->run({{"update lease set owner = 'second', epoch = epoch + 1, "
                      "until = now() + interval '1 hour' where slot = 'A' and until < now()"}},
                    until);
        second->run(
            {{append_sql, {"second", "{A}", "{8}", "1", "{2}", "{second}", "{ABC234}", "{8}"}}},
            until);
    });
    const auto blocked = [&] {
        return database
                   .sql("select count(*) from pg_stat_activity where wait_event_type = 'Lock' "
                        "and datname = current_database()")
                   .front() == "1";
    };
    bool overtaken = false;
    REQUIRE(eventually([&] {
        overtaken = takeover.wait_for(0s) == std::future_status::ready;
        return overtaken || blocked();
    }));
    first->run({{"commit"}}, until);
    takeover.get();
    CHECK(database.sql("select count(*) from record").front() == "2");
    return overtaken;
}

std::string without(std::string text, const std::string& part) {
    const auto at = text.find(part);
    REQUIRE(at != std::string::npos);
    return text.erase(at, part.size());
}

} // namespace

TEST_CASE("a takeover waits for an append under way; without `for share` the room would fork") {
    const TestDatabase database;
    Session(settings_for(database).session); // makes the tables
    CHECK_FALSE(forks(database, append_sql));
    CHECK_FALSE(forks(database, append_to_one_sql));
    CHECK_FALSE(forks(database, append_rest_sql));
    CHECK(forks(database, without(append_sql, " for share of lease")));
    CHECK(forks(database, without(append_to_one_sql, " for share")));
}

TEST_CASE("stores that fight for the leases never write out of turn") {
    const TestDatabase database;
    std::mutex mutex;
    std::vector<std::string> acknowledged; // numbers
    constexpr int enough = 15;
    std::atomic<int> takeovers = 0;
    std::vector<std::thread> servers;
    for (int server = 0; server < 3; ++server)
        servers.emplace_back([&, settings = without_clock(database, 60ms)]() mutable {
            while (takeovers < enough) {
                settings.owner += '+';
                Session session(settings);
                ++takeovers;
                const Result found =
                    session.query({"select coalesce(max(number), 0) + 1 from record"});
                try {
                    for (auto next = std::stoull(found.rows.at(0).at(0)); takeovers < enough;
                         ++next) {
                        session.transact(append_of(chat_records(next, 1)));
                        const std::lock_guard lock(mutex);
                        acknowledged.push_back(std::to_string(next));
                    }
                } catch (const FencedOff&) { // as expected
                }
            }
        });
    for (std::thread& server : servers)
        server.join();
    std::ranges::sort(acknowledged);
    CHECK(database.sql("select number from record order by number::text") == acknowledged);
    // In the order of numbers, epochs only grow.
    CHECK(database
              .sql("select count(*) from record a join record b on a.number < b.number and "
                   "a.epoch > b.epoch")
              .front() == "0");
}

} // namespace jaipur::server::postgresql::test
