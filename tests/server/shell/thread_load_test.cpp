#include "server/shell/thread_load.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <thread>

using jaipur::server::shell::ThreadLoad;
using std::chrono::steady_clock;

namespace {

constexpr std::chrono::seconds patience{60};

// Whether the load is soon like that while this thread does something again and again. On a busy
// machine, a thread that computes gets only a part of a processor: among eight others, a quarter.
template <class Is, class Do>
bool soon(ThreadLoad& load, Is is, Do what) {
    const auto end = steady_clock::now() + patience;
    while (steady_clock::now() < end) {
        what();
        if (is(load.now()))
            return true;
    }
    return false;
}

} // namespace

TEST_CASE("a thread that computes is busy, one that sleeps isn't") {
    ThreadLoad load;
    const auto compute = [] {
        const auto end = steady_clock::now() + 2 * ThreadLoad::step;
        while (steady_clock::now() < end) {
        }
    };
    const auto sleep = [] { std::this_thread::sleep_for(2 * ThreadLoad::step); };
    CHECK(soon(load, [](double now) { return now > 0.1; }, compute));
    CHECK(soon(load, [](double now) { return now < 0.05; }, sleep));
    CHECK(soon(load, [](double now) { return now > 0.1; }, compute));
}

TEST_CASE("another thread can ask for the load") {
    ThreadLoad load;
    std::thread([&] {
        const auto idle = [](double now) { return now < 0.05; };
        CHECK(soon(load, idle, [] { std::this_thread::sleep_for(2 * ThreadLoad::step); }));
    }).join(); // this thread waits meanwhile
}
