// A WebSocket to the path /ws of a server, with the subprotocol jaipur.v1. It must not know what
// the messages mean, and it never retries.
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
    // `ca`: a file of certificates to trust besides the system's; may be empty.
    WebSocketConnection(boost::asio::io_context& context, Address address, std::string ca = {});
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
    std::string ca_;
    session::ConnectionEvents* events_ = nullptr;
    std::shared_ptr<Attempt> attempt_; // the one that matters now
};

} // namespace jaipur::client::network
