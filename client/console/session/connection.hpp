// The line to a server as the session sees it: text goes out, text comes in, it can break. Behind
// it stands a WebSocket; in tests, whatever the test makes of it. It must not know what the texts
// mean.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace jaipur::client::session {

class Connection {
  public:
    virtual ~Connection() = default;
    // Begins an attempt; `ConnectionEvents::opened` or `closed` tells how it came out.
    virtual void open() = 0;
    virtual void send(std::string text) = 0;
    // Closes it, or gives an attempt up; nothing more is heard of it.
    virtual void shut() = 0;
};

class ConnectionEvents {
  public:
    virtual ~ConnectionEvents() = default;
    virtual void opened() = 0;
    virtual void received(std::string_view text) = 0;
    // The line broke or could not be had: a WebSocket close code, or 0, and what is known of why.
    virtual void closed(std::uint16_t code, std::string_view reason) = 0;
};

} // namespace jaipur::client::session
