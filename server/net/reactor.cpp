#include "server/net/reactor.hpp"

#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>

#include <chrono>
#include <csignal>
#include <stdexcept>

namespace jaipur::server::net {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::seconds timeout{5};

} // namespace

void require_timers_and_signals(boost::asio::io_context& context) {
    bool timer_fired = false, signal_received = false;
    boost::asio::steady_timer timer(context, std::chrono::milliseconds(1));
    boost::asio::signal_set signals(context, SIGUSR1);
    timer.async_wait([&](const boost::system::error_code& error) { timer_fired = !error; });
    signals.async_wait(
        [&](const boost::system::error_code& error, int) { signal_received = !error; });
    std::raise(SIGUSR1);
    const auto end = Clock::now() + timeout;
    while ((!timer_fired || !signal_received) && Clock::now() < end)
        context.run_one_until(end);
    const bool both = timer_fired && signal_received;
    timer.cancel();
    signals.cancel();
    context.poll(); // runs the cancelled handlers while what they refer to still exists
    context.restart();
    if (!both)
        throw std::runtime_error("can't create timers or signal handlers");
}

} // namespace jaipur::server::net
