// A WebSocket to ws://HOST:PORT/ws with the subprotocol jaipur.v1. It must not know what the
// messages mean, and it never retries.
#pragma once

#include "client/console/address.hpp"
#include "client/console/session/connection.hpp"

#include <memory>
#include <string>

namespace boost::asio {
class io_context;
}

namespace jaipur::client::network {

class WebSocketConnection final : public session::Connection {
  public:
    WebSocketConnection(boost::asio::io_context& context, Address address);
    WebSocketConnection(const WebSocketConnection&) = delete;
    WebSocketConnection& operator=(const WebSocketConnection&) = delete;
    ~WebSocketConnection() override;

    // Call it before the first `open`.
    void set_events(session::ConnectionEvents& events) { events_ = &events; }

    void open() override;
    void send(std::string text) override;
    void shut() override;

  private:
    class Attempt;

    boost::asio::io_context& context_;
    Address address_;
    session::ConnectionEvents* events_ = nullptr;
    std::shared_ptr<Attempt> attempt_; // the one that matters now
};

} // namespace jaipur::client::network
