// The threads that think for bots.
#include "common/match.hpp"
#include "protocol/observe.hpp"
#include "server/shell/thinker.hpp"

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <doctest/doctest.h>

#include <chrono>
#include <ctime>
#include <string>
#include <vector>

namespace jaipur::server::shell::test {

namespace {

// Asks for the first action of a match, and waits for answers.
struct Asker {
    explicit Asker(int threads)
        : thinker(context.get_executor(), threads,
                  [this](const core::Thought& thought) { answers.push_back(thought); }) {
        const Event begin = start_round(match, unshuffled_deal(), Seat::Zero);
        const auto viewer = protocol::viewer_of(Seat::Zero);
        what = {"K7QX2M", "", protocol::observe(match, viewer), {protocol::observe(begin, viewer)}};
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
