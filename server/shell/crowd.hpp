// Serves the sessions of a crowd a few at a time and lets other work run in between. So a player
// who moves while a thousand spectators are still getting the previous move doesn't wait for all of
// them. One thread.
#pragma once

#include "server/core/delivery.hpp"
#include "server/net/socket.hpp"

#include <cstddef>
#include <deque>
#include <functional>
#include <memory>

namespace jaipur::server::shell {

class Crowd {
  public:
    static constexpr std::size_t at_once = 16; // takes about as long as a few moves

    // Sends what is queued for a session, or has it sent soon, if there still is one; must not
    // throw.
    using Serve = std::function<void(core::SessionId)>;

    Crowd(net::Executor executor, Serve serve);

    void add(core::SessionId session);

  private:
    struct WaitQueue {
        Serve serve;
        std::deque<core::SessionId> waiting;
        bool is_served = false; // a call of `serve_some` is posted, or runs
    };

    static void serve_some(const net::Executor& executor, const std::weak_ptr<WaitQueue>& queue);

    net::Executor executor_;
    std::shared_ptr<WaitQueue> queue_;
};

} // namespace jaipur::server::shell
