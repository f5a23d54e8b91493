// The threads that think for bots.
#include "common/match.hpp"
#include "protocol/observe.hpp"
#include "server/shell/thinker.hpp"
#include "tests/support/deals.hpp"

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <doctest/doctest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <ctime>
#include <span>
#include <string>
#include <vector>

namespace jaipur::server::shell::test {

namespace {

// Asks for the first action of a match, and waits for answers.
struct Asker {
    explicit Asker(int threads)
        : thinker(context.get_executor(), threads, entropy(),
                  [this](const core::Thought& thought) { answers.push_back(thought); }) {
        jaipur::test::Random random(1);
        const Event begin = start_round(match, jaipur::test::random_deal(random), Seat::Zero);
        const auto viewer = protocol::viewer_of(Seat::Zero);
        what = {"K7QX2M", "", protocol::observe(match, viewer), {protocol::observe(begin, viewer)}};
    }

    // As many different seeds as it says, one after the other.
    core::Entropy entropy() {
        return [this](std::span<std::uint8_t> bytes) {
            std::ranges::fill(bytes, std::uint8_t{0});
            bytes.front() = static_cast<std::uint8_t>(drawn++ % seeds);
        };
    }

    void ask(const std::string& level) {
        what.level = level;
        thinker.think(what);
    }

    void wait(std::size_t count) {
        const auto open = boost::asio::make_work_guard(context);
        while (answers.size() < count)
            REQUIRE(context.run_one_for(std::chrono::seconds{60}) == 1);
    }

    boost::asio::io_context context;
    int seeds = 1;
    std::atomic<int> drawn = 0;
    std::vector<core::Thought> answers;
    Match match;
    core::ToThink what;
    Thinker thinker;
};

} // namespace

TEST_CASE("bots of all levels answer with a legal action, even one that only another release has") {
    Asker asker(2);
    for (const std::string_view level : protocol::bot_levels)
        asker.ask(std::string(level));
    asker.ask("godlike");
    asker.wait(protocol::bot_levels.size() + 1);
    for (const core::Thought& thought : asker.answers) {
        CHECK(thought.room == asker.what.room);
        CHECK(thought.match == asker.what.view.match);
        CHECK(thought.ply == asker.what.view.ply);
        CHECK_FALSE(check(*protocol::turn_of(asker.what.view), thought.action));
    }
}

TEST_CASE("a bot that must answer at once waits for no thread") {
    Asker asker(0);
    asker.what.at_once = true;
    for (const std::string_view level : protocol::bot_levels)
        asker.ask(std::string(level));
    asker.wait(protocol::bot_levels.size());
    for (const core::Thought& thought : asker.answers)
        CHECK_FALSE(check(*protocol::turn_of(asker.what.view), thought.action));
}

TEST_CASE("what a bot chooses at random follows from the randomness that it is given") {
    const auto actions = [](int seeds) {
        Asker asker(1);
        asker.seeds = seeds;
        for (int i = 0; i < 30; ++i)
            asker.ask("beginner");
        asker.wait(30);
        CHECK(asker.drawn == 30);
        std::vector<Action> different;
        for (const core::Thought& thought : asker.answers)
            if (std::ranges::find(different, thought.action) == different.end())
                different.push_back(thought.action);
        return different.size();
    };
    CHECK(actions(1) == 1);
    CHECK(actions(30) > 2);
}

TEST_CASE("the more bots wait, the less time each of them gets") {
    Asker asker(1);
    const std::clock_t begin = std::clock();
    for (int i = 0; i < 200; ++i)
        asker.ask("master");
    asker.wait(6); // the first one may begin before the others wait
    const auto ms = 1000.0 * static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
    CHECK(ms < 150); // 300 if each got all of its time
}

TEST_CASE("a bot that waits for its turn to think doesn't keep a stopped server alive") {
    Asker asker(0); // so it waits forever
    asker.ask("easy");
    asker.thinker.stop();
    asker.context.run_for(std::chrono::seconds{5});
    CHECK(asker.context.stopped()); // it had nothing more to do
}

} // namespace jaipur::server::shell::test
