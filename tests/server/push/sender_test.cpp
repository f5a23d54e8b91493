// The sender, as far as it goes without a network.
#include "server/push/sender.hpp"

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <doctest/doctest.h>

#include <chrono>
#include <stdexcept>
#include <string>

using namespace jaipur;
using namespace jaipur::server;
using namespace jaipur::server::push;
using namespace std::chrono_literals;

TEST_CASE("a message that fails with an exception makes room for others") {
    constexpr int messages = 20; // more than are sent at once
    boost::asio::io_context context;
    const auto busy = boost::asio::make_work_guard(context);
    int failed = 0;
    Sender::Settings settings;
    settings.subject = "mailto:me@example.org";
    settings.queue.attempts = 1;
    Sender sender(
        context.get_executor(), settings, PrivateKey{1},
        [](auto) { throw std::runtime_error("no randomness"); },
        [&](const core::Push&, push::Result result) {
            CHECK(result == push::Result::Failed);
            if (++failed == messages)
                context.stop();
        });
    for (int i = 0; i < messages; ++i)
        sender.send(
            {"ROOM" + std::to_string(i), Seat::Zero, 1,
             core::Notice{core::Notice::What::YourTurn, {"https://192.0.2.1/", {}, {}}, 24h}});
    context.run_for(10s);
    CHECK(failed == messages);
}
