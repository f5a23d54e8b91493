// The base of a simulation: clock, event queue, trace, counts of what happened, story. It must not
// know what is simulated.
#pragma once

#include "tests/simulation/simulation.hpp"
#include "tests/support/random.hpp"

#include <chrono>
#include <cstdint>
#include <functional>
#include <iostream>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace jaipur::simulation {

using test::Random;
using Micros = std::chrono::microseconds;
using Instant = std::chrono::steady_clock::time_point;
using namespace std::chrono_literals;

// A separate random stream for each part of a simulation, so that one part's draws don't shift
// another's.
inline Random stream(std::uint64_t seed, std::uint64_t part) {
    return Random(Random(seed * 0x9e3779b97f4a7c15u + part).next());
}

// The server's chance.
inline auto entropy_from(Random random) {
    return [random](std::span<std::uint8_t> bytes) mutable {
        for (auto& byte : bytes)
            byte = static_cast<std::uint8_t>(random.next() >> 32);
    };
}

constexpr std::int64_t first_day = 1'763'640'000'000; // Unix milliseconds

// Uniform from `least` to `most`.
inline Micros between(Random& random, Micros least, Micros most) {
    const auto span = static_cast<std::uint64_t>((most - least).count()) + 1;
    return least + Micros(static_cast<std::int64_t>(random.next() % span));
}

// A promise that was broken.
struct Violation : std::runtime_error {
    Violation(std::string of_promise, const std::string& what)
        : std::runtime_error(what), promise(std::move(of_promise)) {}

    std::string promise;
};

inline void require(bool holds, const char* promise, const char* what) {
    if (!holds)
        throw Violation(promise, what);
}

// SHA-256 over all input, in order.
class Trace {
  public:
    void add(std::string_view bytes);
    void add(std::uint64_t number);
    std::string finish();

  private:
    void fold();

    std::string pending_;
};

class Ground {
  public:
    using Do = std::function<void()>;

    explicit Ground(const Settings& settings) : settings_(settings) {}

    std::uint64_t seed() const { return settings_.seed; }

    bool is_planted(Planted fault) const { return settings_.planted == fault; }

    // ---- time
    Micros now() const { return now_; }

    Instant instant() const { return Instant{} + now_; }

    void in(Micros delay, const char* name, Do what);
    void at(Micros time, const char* name, Do what);
    // Runs the next event; false: none left.
    bool step();

    std::uint64_t events() const { return events_; }

    // ---- records
    Trace trace;
    Counts counts;

    void count(std::string_view what, std::uint64_t times = 1) { counts[what] += times; }

    template <class... Parts>
    void tell(const Parts&... parts) {
        if (settings_.tells_story)
            ((std::cout << "#" << events_ << " " << now_.count() / 1000 << "ms ") << ... << parts)
                << '\n';
    }

  private:
    struct Event {
        Micros time;
        std::uint64_t number;
        const char* name;
        Do what;
    };

    static bool comes_later(const Event& a, const Event& b) {
        return a.time != b.time ? a.time > b.time : a.number > b.number;
    }

    Settings settings_;
    Micros now_{0};
    std::uint64_t events_ = 0, last_number_ = 0;
    std::vector<Event> queue_; // a heap
};

} // namespace jaipur::simulation
