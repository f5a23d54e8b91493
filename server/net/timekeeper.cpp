#include "server/net/timekeeper.hpp"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/use_awaitable.hpp>

namespace jaipur::server::net {

namespace {

constexpr auto as_values = boost::asio::as_tuple(boost::asio::use_awaitable);

} // namespace

boost::asio::awaitable<void> Timekeeper::run([[maybe_unused]] std::shared_ptr<void> owner) {
    while (!stopped_) {
        next_ = liveness_.next();
        timer_.expires_at(next_);
        co_await timer_.async_wait(as_values);
        const Verdict verdict = liveness_.verdict(std::chrono::steady_clock::now());
        if (!stopped_ && verdict != Verdict::Fine)
            act_(verdict);
    }
}

void Timekeeper::hurry() {
    if (const Instant next = liveness_.next(); next < next_) {
        next_ = next;
        timer_.cancel();
    }
}

void Timekeeper::stop() {
    stopped_ = true;
    timer_.cancel();
}

} // namespace jaipur::server::net
