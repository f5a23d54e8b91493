// Several stores with one database: each slot belongs to one of them, and moves.
#include "server/postgresql/statements.hpp"
#include "tests/server/postgresql/postgres.hpp"
#include "tests/server/store/samples.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <exception>
#include <future>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace jaipur::server::postgresql::test {

namespace {

using core::Slot;
using core::Stored;
using store::SlotContents;
using store::test::chat_record;
using store::test::chat_records;

const core::RoomCode a_room = "AAAAAA", b_room = "BBBBBB", c_room = "CCCCCC";

// A store that begins without slots.
struct Node {
    explicit Node(PostgresqlStore::Settings settings) {
        settings.lost = [this](Slot slot) {
            const std::lock_guard lock(mutex);
            lost.push_back(slot);
        };
        opened.emplace(std::move(settings));
    }

    explicit Node(const TestDatabase& database) : Node(settings_for(database)) {}

    std::optional<SlotContents> adopt(Slot slot) const {
        std::promise<std::optional<SlotContents>> answer;
        opened->store->adopt(slot, [&](std::optional<SlotContents> contents) {
            answer.set_value(std::move(contents));
        });
        return answer.get_future().get();
    }

    Stored append(std::uint64_t number, const core::RoomCode& room) {
        return opened->append({chat_record(number, room)});
    }

    // Waits until everything before it is done.
    void release(Slot slot) {
        opened->store->release(slot);
        opened->settle();
        opened->settle();
    }

    std::vector<Slot> all_lost() {
        const std::lock_guard lock(mutex);
        return lost;
    }

    std::mutex mutex;
    std::vector<Slot> lost;
    std::optional<Opened> opened;
};

// As if its time had come: the former holder has not noticed.
void end_lease(const TestDatabase& database, Slot slot) {
    database.sql("update lease set until = '-infinity' where slot = '" + std::string(1, slot) +
                 "'");
}

std::vector<std::string> epochs(const TestDatabase& database, Slot slot) {
    return database.sql("select epoch from record where slot = '" + std::string(1, slot) +
                        "' order by number");
}

} // namespace

TEST_CASE("two stores hold different slots, and each is refused the other's") {
    const TestDatabase database;
    Node one(database), two(database);
    const auto empty = one.adopt('A');
    REQUIRE(empty.has_value());
    CHECK(empty->records.empty());
    CHECK(empty->last == 0);
    CHECK_FALSE(two.adopt('A').has_value());
    CHECK(two.adopt('B').has_value());
    CHECK(one.append(1, a_room) == Stored::Durable);
    CHECK(two.append(1, b_room) == Stored::Durable); // numbers count in a slot
    CHECK(one.append(2, b_room) == Stored::Fenced);
    CHECK(two.append(2, a_room) == Stored::Fenced);
    CHECK(one.append(3, a_room) == Stored::Durable);
    CHECK(database.sql("select slot || number from record order by slot, number") ==
          std::vector<std::string>{"A1", "A3", "B1"});
}

TEST_CASE("a slot that is released is adopted at once, with everything that it had") {
    const TestDatabase database;
    Node one(database), two(database);
    one.adopt('A');
    one.adopt('B');
    std::vector<core::Record> records;
    for (std::uint64_t number = 1; number <= 5000; ++number) // more than are read at once
        records.push_back(chat_record(number, number % 2 == 0 ? a_room : b_room));
    CHECK(one.opened->append(records) == Stored::Durable);
    one.opened->store->housekeep(core::DiscardRange{a_room, 4998, 5000});
    one.release('A');
    const auto found = two.adopt('A');
    REQUIRE(found.has_value());
    CHECK(found->records.size() == 2498);
    CHECK(found->records.back().number == 4996);
    CHECK(found->last == 5000); // numbers never repeat
    CHECK(one.append(5001, a_room) == Stored::Fenced);
    CHECK(two.append(5001, a_room) == Stored::Durable);
    CHECK(one.append(5002, b_room) == Stored::Durable);
    CHECK(one.all_lost().empty());
    CHECK(epochs(database, 'A').back() == "2");
    two.release('A');
    CHECK(one.adopt('A')->last == 5001);
}

TEST_CASE("a lost slot undoes nothing of the others in the same transaction") {
    const TestDatabase database;
    Node one(database), two(database);
    for (const Slot slot : {'A', 'B', 'C'})
        CHECK(one.adopt(slot).has_value());
    end_lease(database, 'B');
    REQUIRE(two.adopt('B').has_value());
    one.opened->store->append({chat_record(1, a_room), chat_record(2, b_room),
                               chat_record(3, c_room), chat_record(4, b_room),
                               chat_record(5, a_room)});
    one.opened->ear->wait_for(5);
    std::vector<Stored> results;
    for (std::uint64_t number = 1; number <= 5; ++number)
        results.push_back(one.opened->ear->wait_for(number));
    CHECK(results == std::vector<Stored>{Stored::Durable, Stored::Fenced, Stored::Durable,
                                         Stored::Fenced, Stored::Durable});
    CHECK(one.all_lost() == std::vector<Slot>{'B'});
    CHECK(two.append(1, b_room) == Stored::Durable);
    CHECK(database.sql("select slot || number from record order by slot, number") ==
          std::vector<std::string>{"A1", "A5", "B1", "C3"});
}

TEST_CASE("housekeeping of a lost slot is left out, and undoes nothing of the others") {
    const TestDatabase database;
    Node one(database), two(database);
    one.adopt('A');
    one.adopt('B');
    CHECK(one.append(1, a_room) == Stored::Durable);
    CHECK(one.append(2, b_room) == Stored::Durable);
    end_lease(database, 'B');
    REQUIRE(two.adopt('B')->records.size() == 1);
    one.opened->store->housekeep(core::DiscardRange{b_room, 0, 2});
    one.opened->store->housekeep(core::DiscardRange{a_room, 0, 1});
    one.opened->store->housekeep(store::test::finished_match(1, {}));
    CHECK(one.opened->find(1).has_value());
    CHECK(eventually([&] { return one.all_lost() == std::vector<Slot>{'B'}; }));
    CHECK(eventually([&] {
        return database.sql("select slot || number from record") == std::vector<std::string>{"B2"};
    }));
    // It comes back, and what it was to do before is forgotten.
    two.release('B');
    CHECK(one.adopt('B')->records.size() == 1);
    one.opened->settle();
    CHECK(database.sql("select slot || number from record") == std::vector<std::string>{"B2"});
}

TEST_CASE("slots are lost before their leases can have ended, and can be adopted again") {
    const TestDatabase database;
    auto settings = settings_for(database);
    settings.session.ttl = 6s;
    settings.session.margin = 1s;
    settings.session.deadline = 300ms;
    Node one(settings);
    std::uint64_t number = 0;
    // On a slow machine the lease may end before it is used.
    const auto serves = [&](Slot slot, const core::RoomCode& room) {
        return eventually([&] {
            return one.adopt(slot).has_value() && one.append(++number, room) == Stored::Durable;
        });
    };
    REQUIRE(serves('A', a_room));
    Postgres::instance().freeze();
    one.opened->store->append({chat_record(++number, a_room)});
    std::optional<Stored> result;
    try {
        result = one.opened->ear->wait_for(number);
    } catch (const std::exception&) { // it thaws in any case
    }
    Postgres::instance().thaw();
    CHECK(result == Stored::Fenced); // whether it is stored, the next holder knows
    CHECK(one.all_lost().back() == 'A');
    CHECK_FALSE(one.opened->ear->failure().has_value());

    Node two(database);
    std::optional<SlotContents> found;
    CHECK(eventually([&] {
        found = two.adopt('A');
        return found.has_value();
    }));
    REQUIRE(found->records.size() >= 1);
    CHECK(two.append(found->last + 1, a_room) == Stored::Durable);
    CHECK(serves('B', b_room)); // it has a connection again
    CHECK(one.append(++number, a_room) == Stored::Fenced);
}

TEST_CASE("without space for renewals slots are lost when their leases end, and nothing else") {
    const TestDatabase database;
    auto settings = settings_for(database);
    settings.session.ttl = 3s;
    settings.session.margin = 1s;
    Node one(settings);
    REQUIRE(eventually([&] { return one.adopt('A').has_value(); }));
    database.sql("create sequence refusals");
    database.sql("create function refuse() returns trigger language plpgsql as $$ begin "
                 "perform nextval('refusals'); "
                 "raise exception 'no space' using errcode = 'disk_full'; end $$");
    database.sql("create trigger refuse before update on lease execute function refuse()");
    const auto failed = [&] { return one.opened->ear->failure().has_value(); };
    REQUIRE(eventually([&] { return !one.all_lost().empty() || failed(); }));
    REQUIRE_FALSE(failed());
    CHECK_FALSE(one.adopt('B').has_value());
    CHECK(std::stoi(database.sql("select last_value from refusals").front()) > 1);
    database.sql("drop trigger refuse on lease");
    CHECK(eventually([&] { return one.adopt('A').has_value(); }));
}

TEST_CASE("connections that end lose no slot, and no record") {
    const TestDatabase database;
    Losses losses;
    auto settings = settings_for(database);
    losses.follow(settings);
    Node one(settings), two(database);
    one.adopt('A');
    two.adopt('B');
    std::uint64_t number = 0;
    for (int i = 0; i < 10; ++i) {
        database.terminate();
        CHECK(one.append(++number, a_room) == Stored::Durable);
        CHECK(two.append(number, b_room) == Stored::Durable);
    }
    CHECK(losses.count > 0);
    CHECK(one.all_lost().empty());
    CHECK(epochs(database, 'A').size() == number);
    CHECK(epochs(database, 'B').size() == number);
}

TEST_CASE("a slot with a record that can't be read is left alone, and the others are served") {
    const TestDatabase database;
    {
        Node one(database);
        one.adopt('A');
        one.append(1, a_room);
    }
    database.sql("update record set body = replace(body, 'hello', 'hello\"')");
    auto settings = settings_for(database);
    std::vector<std::string> damage;
    settings.damaged = [&](const store::Damage& what) { damage.push_back(what.name); };
    Node one(settings);
    CHECK_FALSE(one.adopt('A').has_value());
    const std::vector<std::string> found{"record 1 of room " + a_room};
    CHECK(damage == found);
    CHECK_FALSE(one.adopt('A').has_value());
    CHECK(damage == found); // it didn't try again to take it
    CHECK(database.sql("select epoch from lease where slot = 'A'") ==
          std::vector<std::string>{"2"});
    CHECK(one.adopt('B').has_value());
    CHECK(one.append(1, b_room) == Stored::Durable);
    CHECK_FALSE(one.opened->ear->failure().has_value());
    CHECK(database.sql("select owner from lease where slot = 'A'") == std::vector<std::string>{""});
    database.sql("update record set body = replace(body, 'hello\"', 'hello') where slot = 'A'");
    CHECK(one.adopt('A')->records.size() == 1);
}

TEST_CASE("stores agree on the key for push messages") {
    const TestDatabase database;
    std::vector<std::unique_ptr<PostgresqlStore>> stores;
    std::vector<store::PushSecret> secrets;
    for (const std::uint8_t next : {std::uint8_t{1}, std::uint8_t{2}}) {
        auto settings = settings_for(database);
        settings.lost = [](Slot) {};
        stores.push_back(std::make_unique<PostgresqlStore>(
            settings, [](auto, auto, auto) {}, [](auto) {}, [](auto) {}));
        const auto secret = stores.back()->push_secret(
            [&](std::span<std::uint8_t> bytes) { std::ranges::fill(bytes, next); });
        REQUIRE(secret.has_value());
        secrets.push_back(*secret);
    }
    CHECK(secrets[0] == secrets[1]);
    CHECK(secrets[0][0] == 1);
}

namespace {

// Two sessions take one slot from each other, again and again, while both append. Returns whether,
// in the order of numbers, an earlier epoch ever follows a later one.
bool epochs_interleave(const TestDatabase& database, const std::string& append) {
    database.sql("truncate record");
    database.sql("update lease set owner = 'one', epoch = 1 where slot = 'A'");
    const auto until = Clock::now() + 60s;
    Connection one(hosts_of(database.address()).front(), until);
    Connection two(hosts_of(database.address()).front(), until);
    for (Connection* each : {&one, &two})
        each->execute("set search_path = jaipur", until);
    const std::string update =
        "update lease set owner = 'two', epoch = epoch + 1 where slot = 'A' returning epoch";
    const auto write = [&](Connection& as, const char* owner, const char* epoch,
                           const char* number) {
        try {
            as.run({{append.c_str(), {owner, "{A}", epoch, "1", number, "{x}", "{A}", epoch}}},
                   until);
        } catch (const Refused& refused) {
            CHECK(refused.state() == guard_failed);
        }
    };
    write(one, "one", "{1}", "{1}");
    two.run({{update.c_str()}}, until);
    write(two, "two", "{2}", "{2}");
    write(one, "one", "{1}", "{3}"); // fenced, or not
    CHECK(database.sql("select count(*) from record where number < 3").front() == "2");
    return database
               .sql("select count(*) from record a join record b on a.number < b.number and "
                    "a.epoch > b.epoch")
               .front() != "0";
}

} // namespace

TEST_CASE("epochs of a slot never interleave; if nobody checked them, they would") {
    const TestDatabase database;
    Node(database).adopt('A'); // makes the tables
    for (const char* append : {append_sql, append_to_one_sql, append_rest_sql})
        CHECK_FALSE(epochs_interleave(database, append));
    CHECK(epochs_interleave(database, "insert into record(slot, number, epoch, body, room) "
                                      "select left(room, 1), n, e, b, room from "
                                      "unnest($5::bigint[], $6::text[], $7::text[], "
                                      "$8::bigint[]) r(n, b, room, e) "
                                      "where $1::text || $2::text || $3::text || $4::text <> ''"));
}

} // namespace jaipur::server::postgresql::test
