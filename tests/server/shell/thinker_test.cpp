#include "server/shell/thinker.hpp"

#include <boost/asio/io_context.hpp>
#include <doctest/doctest.h>

#include <chrono>

namespace jaipur::server::shell::test {

TEST_CASE("a bot that waits for its turn to think doesn't keep a stopped server alive") {
    boost::asio::io_context context;
    constexpr int threads = 0; // so it waits forever
    Thinker thinker(context.get_executor(), threads, [](const core::Thought&) {});
    thinker.think({});
    thinker.stop();
    context.run_for(std::chrono::seconds{5});
    CHECK(context.stopped()); // it had nothing more to do
}

} // namespace jaipur::server::shell::test
