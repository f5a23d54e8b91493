// Servers that share a database see each other, and take and release slots by what they see.
#include "server/core/slot_plan.hpp"
#include "server/store/error.hpp"
#include "tests/server/postgresql/postgres.hpp"
#include "tests/server/store/samples.hpp"

#include <doctest/doctest.h>

#include <array>
#include <atomic>
#include <cstdint>
#include <future>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace jaipur::server::postgresql::test {

namespace {

using core::Slot;
using core::Stored;
using store::Neighbours;

PostgresqlStore::Settings presented(const TestDatabase& database, const std::string& name) {
    auto settings = settings_for(database);
    settings.session.presence = {name, name + ":1", "1.0"};
    settings.bans = "bans";
    settings.lost = [](Slot) {};
    return settings;
}

std::optional<Neighbours> look_of(PostgresqlStore& store, bool drains = false,
                                  std::uint64_t version = 0) {
    std::promise<std::optional<Neighbours>> answer;
    store.look(drains, version, [&](auto found) { answer.set_value(std::move(found)); });
    return answer.get_future().get();
}

bool takes(PostgresqlStore& store, Slot slot) {
    std::promise<bool> answer;
    store.adopt(slot, [&](const auto& contents) { answer.set_value(contents.has_value()); });
    return answer.get_future().get();
}

// Does what it has planned, by what it sees.
void plan_at(PostgresqlStore& store, const std::string& name, bool drains = false) {
    const auto plan = core::plan_slots(look_of(store, drains)->seen, name);
    for (const Slot slot : plan.release)
        store.release(slot);
    for (const Slot slot : plan.take)
        CHECK(takes(store, slot));
}

std::size_t held(const Neighbours& seen, const std::string& name) {
    std::size_t count = 0;
    for (const auto& [slot, holder] : seen.seen.holders)
        count += holder == name ? 1U : 0U;
    return count;
}

} // namespace

TEST_CASE("servers see each other, with addresses and slots, until one leaves") {
    const TestDatabase database;
    Opened one(presented(database, "one"));
    CHECK(look_of(*one.store)->seen.servers == std::map<std::string, bool>{{"one", false}});
    {
        Opened two(presented(database, "two"));
        CHECK(takes(*one.store, 'A'));
        CHECK(takes(*two.store, 'B'));
        const auto seen = look_of(*one.store);
        REQUIRE(seen);
        CHECK(seen->seen.servers == std::map<std::string, bool>{{"one", false}, {"two", false}});
        CHECK(seen->seen.holders == std::map<Slot, std::string>{{'A', "one"}, {'B', "two"}});
        CHECK(seen->addresses ==
              std::map<std::string, std::string>{{"one", "one:1"}, {"two", "two:1"}});
        look_of(*two.store, true);
        CHECK(look_of(*one.store)->seen.servers.at("two"));
        look_of(*two.store, false);
        CHECK_FALSE(look_of(*one.store)->seen.servers.at("two"));
    }
    const auto after = look_of(*one.store);
    CHECK(after->seen.servers == std::map<std::string, bool>{{"one", false}});
    CHECK(after->seen.holders == std::map<Slot, std::string>{{'A', "one"}});
}

TEST_CASE("slots spread over servers that come, drain and go") {
    const TestDatabase database;
    Opened one(presented(database, "one"));
    const auto count = [&](const std::string& name) { return held(*look_of(*one.store), name); };
    plan_at(*one.store, "one");
    CHECK(count("one") == core::all_slots.size());
    std::optional<Opened> two(std::in_place, presented(database, "two"));
    Opened three(presented(database, "three"));
    bool drains = false;
    // What is released arrives a moment later.
    const auto come_to = [&](std::size_t first, std::size_t second, std::size_t least_third) {
        return eventually([&] {
            plan_at(*one.store, "one");
            if (two)
                plan_at(*two->store, "two", drains);
            plan_at(*three.store, "three");
            return count("one") == first && count("two") >= second &&
                   count("three") >= least_third &&
                   look_of(*one.store)->seen.holders.size() == core::all_slots.size();
        });
    };
    CHECK(come_to(11, 10, 10));
    drains = true;
    CHECK(come_to(16, 0, 16));
    CHECK(count("two") == 0);
    two.reset();
    CHECK(come_to(16, 0, 16));
}

TEST_CASE("a server without slots stays among the living, and one that has died does not") {
    const TestDatabase database;
    auto settings = presented(database, "idle");
    settings.session.ttl = 9s; // renewed every 900 ms
    Opened idle(settings);
    const auto until = [&] { return database.sql("select until::text from server").front(); };
    const std::string before = until();
    CHECK(eventually([&] { return until() != before; }));
    database.sql("insert into server values('dead', 'x', 'y', 'z', false, now() - interval '1 s')");
    database.sql("update lease set owner = 'x', until = now() + interval '1 h' where slot = 'C'");
    const auto seen = look_of(*idle.store);
    CHECK(seen->seen.servers == std::map<std::string, bool>{{"idle", false}});
    CHECK(seen->seen.holders == std::map<Slot, std::string>{{'C', "dead"}});
}

TEST_CASE("servers know a damaged slot from the one that found it, until somebody takes it") {
    const TestDatabase database;
    const auto find_damage = [&](const std::string& name) { // without looking first
        CHECK_FALSE(takes(*Opened(presented(database, name)).store, 'A'));
    };
    const auto epoch = [&] {
        return database.sql("select epoch from lease where slot = 'A'").front();
    };
    {
        Opened one(presented(database, "one"));
        REQUIRE(takes(*one.store, 'A'));
        CHECK(one.append({store::test::chat_record(1, "AAAAAA")}) == Stored::Durable);
    }
    database.sql("update record set body = 'x' || body");
    find_damage("two");

    auto settings = presented(database, "three");
    std::vector<std::string> damage;
    settings.damaged = [&](const store::Damage& what) { damage.push_back(what.name); };
    Opened three(settings);
    const auto damaged_for = [&] { return look_of(*three.store)->damaged_for; };
    database.sql("update damaged_slot set since = now() - interval '1 h'");
    CHECK(damaged_for().size() == 1);
    CHECK(damaged_for()['A'] >= 1h);
    CHECK(damaged_for()['A'] < 2h);
    const auto before = epoch();
    CHECK_FALSE(takes(*three.store, 'A'));
    CHECK_FALSE(takes(*three.store, 'A'));
    CHECK(epoch() == before); // it didn't even try
    CHECK(damage == std::vector<std::string>{"record 1 of room AAAAAA"});
    find_damage("four");
    CHECK(epoch() != before);
    CHECK(damaged_for()['A'] >= 1h); // nobody has served it since

    // As an older server takes it and gives it back.
    database.sql("update lease set owner = 'x', epoch = epoch + 1, until = now() + interval '1 h' "
                 "where slot = 'A'");
    CHECK(damaged_for().empty());
    database.sql("update lease set owner = '', until = '-infinity' where slot = 'A'");
    CHECK(damaged_for().empty());
    find_damage("five");
    CHECK(damaged_for().size() == 1);
    CHECK(damaged_for()['A'] < 1h); // it may have served it

    database.sql("update record set body = substr(body, 2)");
    CHECK(takes(*three.store, 'A'));
    CHECK(damaged_for().empty());
    three.store->release('A');
    CHECK(eventually([&] { return look_of(*three.store)->seen.holders.empty(); }));
    CHECK(damaged_for().empty());
}

TEST_CASE("a replay that another server is about to store is found") {
    const TestDatabase database;
    auto settings = presented(database, "one");
    settings.replay_patience = 10s;
    const Opened one(settings), two(presented(database, "two"));
    std::promise<std::optional<std::size_t>> found, missing;
    one.store->measure(protocol::MatchId{1}, [&](auto bytes) { found.set_value(bytes); });
    look_of(*one.store); // by then it has looked for the first time
    two.store->housekeep(store::test::finished_match(1, core::Time{}, "a replay"));
    CHECK(found.get_future().get() == std::string("a replay").size());
    two.store->measure(protocol::MatchId{2}, [&](auto bytes) { missing.set_value(bytes); });
    CHECK_FALSE(missing.get_future().get().has_value());
}

TEST_CASE("a name that a living server has is waited for, and that of one that has ended is free") {
    const TestDatabase database;
    auto settings = presented(database, "name");
    settings.session.ttl = 1h;
    settings.session.owner = "first";
    Opened first(settings);
    CHECK(takes(*first.store, 'A'));
    settings.session.owner = "second";
    std::string told;
    settings.session.waiting = [&](std::string_view owner) { told = owner; };
    settings.session.patient = [] { return false; };
    CHECK_THROWS_AS(Opened{settings}, store::StoreError);
    CHECK(told == "first");
    CHECK(database.sql("select owner from server") == std::vector<std::string>{"first"});

    settings.session.has_ended = [](std::string_view owner) { return owner == "first"; };
    Opened second(settings);
    CHECK(look_of(*second.store)->seen.holders.empty()); // what the dead had is free as well
    CHECK(takes(*second.store, 'A'));
    CHECK(first.append({store::test::chat_record(1, "AAAAAA")}) == Stored::Fenced);
}

TEST_CASE("what exists once is read when it has changed") {
    const TestDatabase database;
    Opened one(presented(database, "one"));
    const auto kept = [&](auto ask) {
        std::promise<Stored> answer;
        ask([&](Stored result) { answer.set_value(result); });
        return answer.get_future().get();
    };
    const auto keep_bans = [&](const char* text) {
        return kept([&](auto answer) { one.store->keep_companion("bans", text, answer); });
    };
    const auto first = look_of(*one.store);
    REQUIRE(first->shared);
    CHECK_FALSE(first->shared->bans);
    CHECK_FALSE(look_of(*one.store, false, first->shared->version)->shared);
    CHECK(keep_bans("too early") == Stored::Fenced);
    CHECK_FALSE(look_of(*one.store, false, first->shared->version)->shared);
    CHECK(takes(*one.store, core::guests_slot));
    CHECK(keep_bans("some") == Stored::Durable);
    const auto second = look_of(*one.store, false, first->shared->version);
    REQUIRE(second->shared);
    CHECK(second->shared->bans == "some");
    const core::GuestEntries entries{{7, core::ServerPass{{}, 3, {}}}};
    CHECK(kept([&](auto answer) { one.store->keep(entries, answer); }) == Stored::Durable);
    CHECK(look_of(*one.store, false, second->shared->version)->shared->guests == entries);
}

TEST_CASE("without its database a server sees nothing, and sees the others again with it") {
    const TestDatabase database;
    auto settings = presented(database, "one");
    settings.session.ttl = 6s;
    settings.session.margin = 1s;
    settings.session.deadline = 300ms;
    std::atomic<int> lost = 0;
    settings.lost = [&](Slot) { ++lost; };
    Opened one(settings);
    CHECK(one.store->holds_until() == Clock::time_point::max());
    CHECK(eventually([&] { return takes(*one.store, 'A'); }));
    CHECK(one.store->holds_until() <= Clock::now() + 5s);
    Postgres::instance().freeze();
    const bool gone = eventually([&] { return lost > 0; });
    const bool blind = eventually([&] { return !look_of(*one.store); });
    Postgres::instance().thaw();
    CHECK(gone);
    CHECK(blind);
    CHECK(one.store->holds_until() == Clock::time_point::max());
    CHECK(eventually([&] {
        const auto seen = look_of(*one.store);
        return seen && seen->seen.servers.contains("one");
    }));
    CHECK(eventually([&] { return takes(*one.store, 'A'); }));
    CHECK_FALSE(one.ear->failure().has_value());
}

} // namespace jaipur::server::postgresql::test
