#include "server/core/rate_limit.hpp"
#include "tests/server/core/world.hpp"

#include <doctest/doctest.h>

using namespace jaipur;
using namespace jaipur::server::core;
using namespace jaipur::server::core::test;

TEST_CASE("a bucket allows a burst, then its rate") {
    Time now{};
    TokenBucket bucket(20, 5, now);
    for (int i = 0; i < 20; ++i)
        CHECK(bucket.take(now));
    CHECK_FALSE(bucket.take(now));
    now += 199ms;
    CHECK_FALSE(bucket.take(now));
    now += 1ms;
    CHECK(bucket.take(now));
    CHECK_FALSE(bucket.take(now));
    now += 1h;
    for (int i = 0; i < 20; ++i)
        CHECK(bucket.take(now));
    CHECK_FALSE(bucket.take(now));
}

TEST_CASE("a bucket allows five per second under constant load, and never goes back in time") {
    Time now{};
    TokenBucket bucket(20, 5, now);
    int passed = 0;
    for (int ms = 0; ms < 10000; ++ms, now += 1ms)
        passed += bucket.take(now) ? 1 : 0;
    CHECK(passed == 20 + 49);
    CHECK_FALSE(bucket.take(now - 1h));
}

TEST_CASE("a burst or rate of 0 lifts the limit") {
    for (TokenBucket bucket : {TokenBucket(0, 5, {}), TokenBucket(20, 0, {})})
        for (int i = 0; i < 1000; ++i)
            CHECK(bucket.take({}));
}

TEST_CASE("a sliding window holds in every period of its length, and never goes back in time") {
    Time now{};
    SlidingWindow window(3, 10s);
    CHECK(window.is_empty(now));
    CHECK(window.take(now));
    CHECK(window.take(now + 4s));
    CHECK(window.take(now + 9s));
    CHECK_FALSE(window.take(now + 9999ms));
    CHECK(window.take(now + 10s));
    CHECK_FALSE(window.take(now)); // counts as now + 10s
    SlidingWindow set_back = window;
    set_back.give_back(now + 9s);
    CHECK(set_back.take(now) == now + 10s);
    CHECK_FALSE(set_back.is_empty(now + 19999ms));
    CHECK_FALSE(window.take(now + 13999ms));
    CHECK(window.take(now + 14s));
    CHECK_FALSE(window.is_empty(now + 23999ms));
    CHECK(window.is_empty(now + 24s));
    SlidingWindow unlimited(0, 10s);
    for (int i = 0; i < 1000; ++i)
        CHECK(unlimited.take(now));
}

TEST_CASE("what is given back or charged counts from then on, and once") {
    const Time now{};
    TokenBucket bucket(10, 1, now);
    CHECK(bucket.is_full(now));
    const auto left = [&](const TokenBucket& of, Time at) {
        TokenBucket copy = of;
        int count = 0;
        while (count < 100 && copy.take(at))
            ++count;
        return count;
    };
    for (int i = 0; i < 10; ++i)
        CHECK(bucket.take(now));
    CHECK_FALSE(bucket.is_full(now + 9999ms));
    CHECK(bucket.is_full(now + 10s));
    bucket.give_back(now + 3s);
    CHECK(left(bucket, now + 3s) == 4);
    CHECK(left(bucket, now) == 4); // time doesn't go back
    CHECK(left(bucket, now + 5s) == 6);
    CHECK(bucket.has(now + 5s, 5));
    CHECK_FALSE(bucket.has(now + 5s, 6));
    bucket.charge(8, now + 5s);
    CHECK(left(bucket, now + 7s) == 0);
    CHECK(left(bucket, now + 8s) == 1);
    bucket.give_back(now + 1h);
    CHECK(left(bucket, now + 1h) == 10);
}

TEST_CASE("a limit of one is a limit") {
    const Time now{};
    TokenBucket bucket(1, 0.5, now);
    CHECK(bucket.take(now));
    CHECK_FALSE(bucket.take(now + 1999ms));
    CHECK(bucket.take(now + 2s));
    SlidingWindow window(1, 10s);
    CHECK(window.take(now));
    CHECK_FALSE(window.take(now + 9999ms));
    CHECK(window.take(now + 10s) == now + 10s);
}

TEST_CASE("the 21st request at once is rate_limited, answered in order") {
    World world(1, Limits{});
    const SessionId session = world.connect();
    for (int i = 0; i < 20; ++i)
        CHECK(world.answer(session, protocol::Ping{}) == "ok");
    CHECK(world.answer(session, protocol::Ping{}) == "rate_limited");
    world.pass(200ms);
    CHECK(world.answer(session, protocol::Ping{}) == "ok");
    CHECK(world.answer(session, protocol::Ping{}) == "rate_limited");
}

TEST_CASE("malformed messages count, and can be rate_limited themselves") {
    World world(1, Limits{});
    const SessionId session = world.connect();
    for (int i = 0; i < 20; ++i)
        world.send_malformed(session, {std::nullopt, protocol::ErrorCode::BadJson, {}});
    CHECK(world.answer(session, protocol::Ping{}) == "rate_limited");
    world.send_malformed(session, {std::nullopt, protocol::ErrorCode::BadJson, {}});
    const auto& last = std::get<protocol::Error>(world.peer(session).replies.back());
    CHECK(last.code == protocol::ErrorCode::RateLimited);
    CHECK_FALSE(last.re);
    world.send_malformed(session, {77, protocol::ErrorCode::BadRequest, {}}); // the kit checks `re`
    CHECK(std::get<protocol::Error>(world.peer(session).replies.back()).re == 77);
}

TEST_CASE("after a hundred refused requests the connection is closed, and its seat is away") {
    World world(1, Limits{});
    const Table2 table = sit_down(world);
    for (int i = 0; i < 19; ++i)
        world.send(table.host, protocol::Ping{});
    for (int i = 0; i < 100; ++i) {
        REQUIRE_FALSE(world.peer(table.host).closed);
        CHECK(world.answer(table.host, protocol::Ping{}) == "rate_limited");
    }
    CHECK(world.peer(table.host).closed == protocol::CloseCode::PolicyViolation);
    CHECK_FALSE(world.room(table.guest).players[Seat::Zero]->connected);
    const std::size_t heard = world.peer(table.host).heard.size();
    world.send(table.host, protocol::Ping{});
    CHECK(world.peer(table.host).heard.size() == heard);
    world.disconnect(table.host); // the network reports it later: no effect
}

TEST_CASE("0 lifts the limits on requests") {
    Limits limits;
    limits.request_burst = limits.address_request_burst = 0;
    World world(1, limits);
    const SessionId session = world.connect();
    for (int i = 0; i < 5000; ++i)
        REQUIRE(world.answer(session, protocol::Ping{}) == "ok");
}

TEST_CASE("the connection is closed at the refusal that the limit names, and never if it is 0") {
    for (const int most : {0, 1, 2}) {
        CAPTURE(most);
        Limits limits;
        limits.request_burst = 1;
        limits.refusals_until_closed = most;
        World world(1, limits);
        const SessionId session = world.connect();
        CHECK(world.answer(session, protocol::Ping{}) == "ok");
        for (int i = 1; i <= 300; ++i) {
            CHECK(world.answer(session, protocol::Ping{}) == "rate_limited");
            CHECK(world.peer(session).closed.has_value() == (i == most));
            if (i == most)
                break;
        }
    }
}

TEST_CASE("a bucket with other limits keeps what is used, and makes no debts of it") {
    const Time now{};
    TokenBucket bucket(20, 5, now);
    for (int i = 0; i < 8; ++i)
        CHECK(bucket.take(now));
    const auto left = [now](TokenBucket copy) {
        int count = 0;
        while (count < 100 && copy.take(now))
            ++count;
        return count;
    };
    bucket.change(30, 5, now);
    CHECK(left(bucket) == 22);
    bucket.change(10, 5, now);
    CHECK(left(bucket) == 2);
    bucket.change(5, 1, now);
    CHECK(left(bucket) == 0);
    CHECK_FALSE(bucket.has(now + 999ms));
    CHECK(bucket.has(now + 1s)); // no debt
    bucket.change(0, 1, now);
    CHECK(left(bucket) == 100); // no limit
    bucket.change(7, 1, now);
    CHECK(left(bucket) == 7);
    bucket.charge(10, now);
    bucket.change(8, 1, now);
    CHECK_FALSE(bucket.has(now + 2s)); // a charge stays one
    CHECK(bucket.has(now + 3s));
    CHECK_FALSE(bucket.is_full(now));
}

TEST_CASE("a full bucket is full with other limits, too") {
    TokenBucket bucket(20, 5, {});
    for (const int burst : {5, 50, 0, 20}) {
        bucket.change(burst, 5, {});
        CHECK(bucket.is_full({}));
    }
}

TEST_CASE("a sliding window with other limits counts those it has allowed") {
    const Time now{};
    SlidingWindow window(2, 10s);
    CHECK(window.take(now));
    CHECK(window.take(now + 1s));
    window.change(3, 10s);
    CHECK(window.take(now + 2s));
    window.change(1, 5s);
    CHECK_FALSE(window.take(now + 6999ms));
    CHECK(window.take(now + 7s));
}
