// How a connection moves from thread to thread. Beast's stream stays where it is in memory: only
// the socket below it changes threads.
#include "server/net/websocket_connection.hpp"

#include <utility>

namespace jaipur::server::net {

bool WebSocketConnection::can_move() const {
    return is_websocket_ && !closing_ && !over_ && !is_blocked() && !ping_due_ &&
           stream_.next_layer().waiting() == 0;
}

std::shared_ptr<void> WebSocketConnection::leave() {
    watch_.stop();
    wire().leave();
    hooks_ = {};
    return std::exchange(ticket_, nullptr);
}

void WebSocketConnection::arrive(const Executor& executor, std::shared_ptr<Timekeeper> timekeeper,
                                 const core::Limits& limits, std::shared_ptr<void> ticket,
                                 Hooks hooks) {
    limits_ = &limits;
    liveness_.use(limits);
    wire().arrive(executor);
    watch_.start(std::move(timekeeper));
    ticket_ = std::move(ticket);
    hooks_ = std::move(hooks);
}

} // namespace jaipur::server::net
