#include "server/net/reactor.hpp"

#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>

#include <chrono>
#include <csignal>
#include <stdexcept>

namespace jaipur::server::net {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::seconds patience{5};

} // namespace

void require_timers_and_signals(boost::asio::io_context& context) {
    bool timer_came = false, signal_came = false;
    boost::asio::steady_timer timer(context, std::chrono::milliseconds(1));
    boost::asio::signal_set signals(context, SIGUSR1);
    timer.async_wait([&](const boost::system::error_code& error) { timer_came = !error; });
    signals.async_wait([&](const boost::system::error_code& error, int) { signal_came = !error; });
    std::raise(SIGUSR1);
    const auto end = Clock::now() + patience;
    while ((!timer_came || !signal_came) && Clock::now() < end)
        context.run_one_until(end);
    const bool both = timer_came && signal_came;
    timer.cancel();
    signals.cancel();
    context.poll(); // runs the cancelled handlers while what they refer to still exists
    context.restart();
    if (!both)
        throw std::runtime_error("can't create timers or signal handlers");
}

} // namespace jaipur::server::net
