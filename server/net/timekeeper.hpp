// Wakes a connection whenever its `Liveness` says that something is due or has taken too long. It
// must not know sockets, nor what is to follow from a verdict.
#pragma once

#include "server/net/liveness.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/steady_timer.hpp>

#include <functional>
#include <memory>
#include <utility>

namespace jaipur::server::net {

class Timekeeper {
  public:
    using Act = std::function<void(Verdict)>;

    // `act` is told of every verdict but `Fine`, and has to change what the verdict was about.
    Timekeeper(const boost::asio::any_io_executor& executor, const Liveness& liveness, Act act)
        : liveness_(liveness), act_(std::move(act)), timer_(executor) {}

    // Keeps time until it is stopped, and `owner` alive meanwhile.
    boost::asio::awaitable<void> run(std::shared_ptr<void> owner);
    // A deadline may have come nearer.
    void hurry();
    void stop();

  private:
    const Liveness& liveness_;
    Act act_;
    boost::asio::steady_timer timer_;
    Instant next_{}; // when it looks again
    bool stopped_ = false;
};

} // namespace jaipur::server::net
