#include "server/net/timekeeper.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <doctest/doctest.h>

#include <chrono>
#include <memory>
#include <utility>
#include <vector>

namespace jaipur::server::net {

namespace {

using namespace std::chrono_literals;
namespace asio = boost::asio;

Instant now() {
    return std::chrono::steady_clock::now();
}

// A connection that does nothing but keep time.
struct Kept {
    explicit Kept(const Limits& limits) : liveness(limits, now()) {}

    void start() { asio::co_spawn(context, timekeeper.run(owner), asio::detached); }

    asio::io_context context{1};
    Liveness liveness;
    std::vector<Verdict> verdicts;
    std::shared_ptr<int> owner = std::make_shared<int>();
    Timekeeper timekeeper{context.get_executor(), liveness, [this](Verdict verdict) {
                              verdicts.push_back(verdict);
                              timekeeper.stop();
                          }};
};

} // namespace

TEST_CASE("a verdict is acted on when its deadline has passed and not before") {
    Limits limits;
    limits.upgrade_timeout = 30ms;
    Kept kept(limits);
    kept.start();
    const Instant deadline = kept.liveness.next();
    kept.context.run_for(20s); // it stops when it has acted
    CHECK(now() >= deadline);
    CHECK(kept.verdicts == std::vector{Verdict::UpgradeTooSlow});
}

TEST_CASE("a deadline that was put off is waited for anew") {
    Limits limits;
    limits.upgrade_timeout = 50ms;
    Kept kept(limits);
    kept.start();
    kept.context.poll(); // it sleeps until the first one
    kept.liveness.request_awaited(now() + 50ms);
    const Instant deadline = kept.liveness.next();
    kept.context.run_for(20s);
    CHECK(now() >= deadline);
    CHECK(kept.verdicts == std::vector{Verdict::UpgradeTooSlow});
}

TEST_CASE("a deadline that comes nearer is met when the timekeeper is told to hurry") {
    Limits limits;
    limits.upgrade_timeout = 0ms;
    limits.closing_timeout = 30ms;
    Kept kept(limits);
    kept.start();
    kept.context.poll(); // it sleeps for as long as it can
    kept.liveness.closing(now());
    kept.context.run_for(100ms);
    CHECK(kept.verdicts.empty());
    kept.timekeeper.hurry();
    kept.context.run_for(20s);
    CHECK(kept.verdicts == std::vector{Verdict::ClosingTooSlow});
}

TEST_CASE("its owner lives until it is stopped, and no longer") {
    const Limits limits;
    Kept kept(limits);
    kept.start();
    kept.context.poll();
    const std::weak_ptr<int> watched = std::exchange(kept.owner, nullptr);
    CHECK_FALSE(watched.expired());
    kept.timekeeper.stop();
    kept.context.run_for(20s);
    CHECK(watched.expired());
    CHECK(kept.verdicts.empty());
}

} // namespace jaipur::server::net
