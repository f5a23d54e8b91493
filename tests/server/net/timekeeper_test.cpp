#include "server/core/time.hpp"
#include "server/net/timekeeper.hpp"

#include <boost/asio/io_context.hpp>
#include <doctest/doctest.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <set>
#include <stdexcept>
#include <thread>
#include <vector>

namespace jaipur::server::net {

namespace {

using namespace std::chrono_literals;
namespace asio = boost::asio;

Instant now() {
    return std::chrono::steady_clock::now();
}

// A connection that only has deadlines.
struct Kept {
    Kept(const std::shared_ptr<Timekeeper>& timekeeper, const core::Limits& its_limits)
        : limits(its_limits), liveness(limits, now()),
          watch(timekeeper, liveness, [this](Verdict verdict) {
              verdicts.push_back(verdict);
              watch.stop();
          }) {}

    const core::Limits limits;
    Liveness liveness;
    std::vector<Verdict> verdicts;
    Timekeeper::Watch watch;
};

struct World {
    asio::io_context context{1};
    std::shared_ptr<Timekeeper> timekeeper = std::make_shared<Timekeeper>(context.get_executor());
};

} // namespace

TEST_CASE("a verdict is delivered after its deadline, not before") {
    World world;
    core::Limits limits;
    limits.upgrade_timeout = 30ms;
    Kept kept(world.timekeeper, limits);
    const Instant deadline = kept.liveness.next();
    world.context.run_for(60s); // it stops after the verdict
    CHECK(now() >= deadline);
    CHECK(kept.verdicts == std::vector{Verdict::UpgradeTooSlow});
}

TEST_CASE("a postponed deadline is waited for again") {
    World world;
    core::Limits limits;
    limits.upgrade_timeout = 50ms;
    Kept kept(world.timekeeper, limits);
    kept.liveness.request_awaited(now() + 50ms);
    const Instant deadline = kept.liveness.next();
    world.context.run_for(60s);
    CHECK(now() >= deadline);
    CHECK(kept.verdicts == std::vector{Verdict::UpgradeTooSlow});
}

TEST_CASE("of the time in which the process didn't run, at most a second counts") {
    World world;
    core::Limits limits;
    limits.upgrade_timeout = 1800ms;
    Kept kept(world.timekeeper, limits);
    const Instant deadline = kept.liveness.next();
    world.context.run_for(10ms);
    std::this_thread::sleep_for(2500ms);
    world.context.run_for(10ms);
    CHECK(kept.verdicts.empty());
    world.context.run_for(60s);
    CHECK(now() >= deadline + 1500ms - core::look_every);
    CHECK(kept.verdicts == std::vector{Verdict::UpgradeTooSlow});
}

TEST_CASE("an earlier deadline is met once the watch is told to hurry") {
    World world;
    core::Limits limits;
    limits.upgrade_timeout = 0ms;
    limits.closing_timeout = 30ms;
    Kept kept(world.timekeeper, limits);
    kept.liveness.closing(now());
    world.context.run_for(100ms); // it still sleeps until the old deadline
    CHECK(kept.verdicts.empty());
    kept.watch.hurry();
    world.context.run_for(60s);
    CHECK(kept.verdicts == std::vector{Verdict::ClosingTooSlow});
}

TEST_CASE("the context has work until the last watch has stopped or ended") {
    World world;
    core::Limits limits;
    limits.upgrade_timeout = 1h;
    Kept kept(world.timekeeper, limits);
    {
        const Kept another(world.timekeeper, limits);
        kept.watch.stop();
        world.context.run_for(10ms);
        CHECK_FALSE(world.context.stopped());
    }
    world.context.run_for(60s);
    CHECK(world.context.stopped());
    CHECK(kept.verdicts.empty());
}

TEST_CASE("each of many deadlines is met, whatever the others do") {
    World world;
    constexpr int many = 60;
    std::vector<std::unique_ptr<Kept>> all;
    for (int i = 0; i < many; ++i) {
        core::Limits limits;
        limits.upgrade_timeout = std::chrono::milliseconds(20 + i % 7);
        all.push_back(std::make_unique<Kept>(world.timekeeper, limits));
    }
    for (int i = 0; i < many; i += 3)
        all[static_cast<std::size_t>(i)].reset();
    for (int i = 1; i < many; i += 3)
        all[static_cast<std::size_t>(i)]->watch.stop();
    world.context.run_for(60s);
    for (int i = 1; i < many; i += 3)
        CHECK(all[static_cast<std::size_t>(i)]->verdicts.empty());
    for (int i = 2; i < many; i += 3)
        CHECK(all[static_cast<std::size_t>(i)]->verdicts == std::vector{Verdict::UpgradeTooSlow});
}

TEST_CASE("a watch may stop another that is due with it") {
    World world;
    core::Limits limits;
    limits.upgrade_timeout = 20ms;
    Liveness live(limits, now());
    int acted = 0;
    std::vector<Timekeeper::Watch*> both;
    const auto act = [&](Verdict) {
        ++acted;
        for (Timekeeper::Watch* watch : both)
            watch->stop();
    };
    Timekeeper::Watch first(world.timekeeper, live, act);
    Timekeeper::Watch second(world.timekeeper, live, act);
    both = {&first, &second};
    world.context.run_for(60s);
    CHECK(acted == 1);
}

TEST_CASE("an exception in one watch doesn't affect the others, and its connection is closed") {
    World world;
    core::Limits limits;
    limits.upgrade_timeout = 20ms;
    Liveness live(limits, now());
    std::vector<Verdict> told;
    const Timekeeper::Watch failing(world.timekeeper, live, [&](Verdict verdict) {
        told.push_back(verdict);
        if (verdict != Verdict::ClosingTooSlow)
            throw std::runtime_error("an internal error");
    });
    Kept before(world.timekeeper, limits), after(world.timekeeper, limits);
    world.context.run_for(60s);
    CHECK(told == std::vector{Verdict::UpgradeTooSlow, Verdict::ClosingTooSlow});
    CHECK(before.verdicts == std::vector{Verdict::UpgradeTooSlow});
    CHECK(after.verdicts == std::vector{Verdict::UpgradeTooSlow});
}

TEST_CASE("similar deadlines wake together, at most 1/128 late and never early") {
    const Instant start = now();
    std::set<Instant> instants;
    for (int i = 0; i < 1000; ++i) {
        const Instant deadline = start + 15s + i * 1ms;
        const Instant wakes = Timekeeper::rounded(deadline, start);
        CHECK(wakes >= deadline);
        CHECK(wakes - deadline <= (deadline - start) / 128);
        instants.insert(wakes);
    }
    CHECK(instants.size() <= 16); // one second, in steps of 2^26 ns
    for (const Instant over : {start, start - 1s})
        CHECK(Timekeeper::rounded(over, start) == over);
}

} // namespace jaipur::server::net
