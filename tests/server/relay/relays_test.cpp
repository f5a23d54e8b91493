// The life of a server's relays.
#include "server/relay/relays.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/address_v4.hpp>
#include <boost/asio/steady_timer.hpp>
#include <doctest/doctest.h>

#include <chrono>
#include <string>
#include <thread>

using namespace jaipur::server;
using namespace std::chrono_literals;

TEST_CASE("relays that are stopped do nothing more, even if they were about to") {
    boost::asio::io_context context;
    boost::asio::steady_timer before_they_look(context, 900ms);
    const core::Limits limits;
    const core::Owners owners("me", [](core::Slot) { return true; }, 10s);
    const relay::Settings settings{std::string(40, 's'),
                                   {boost::asio::ip::address_v4::loopback(), 0}};
    const auto relays =
        relay::make_relays(context.get_executor(), settings, limits, owners, {}, {});
    relays->start();
    bool stopped = false;
    before_they_look.async_wait([&](boost::system::error_code) {
        relays->stop();
        stopped = true;
    });
    std::this_thread::sleep_for(1100ms); // both are due when the first one runs
    context.run_for(60s);
    CHECK(stopped);
    CHECK(context.stopped()); // it has nothing left to do
}
