// The connection to a server as the session sees it: it sends and receives messages, and can
// break. It must not know what the messages mean.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace jaipur::client::session {

// Instead of a close code: there is no way to encrypt a connection to this server, or its
// certificate isn't valid. RFC 6455 reserves the number for this; no server can send it.
inline constexpr std::uint16_t cant_be_trusted = 1015;

class Connection {
  public:
    virtual ~Connection() = default;
    // Begins an attempt; `ConnectionEvents::opened` or `closed` reports the result.
    virtual void open() = 0;
    virtual void send(std::string text) = 0;
    // Closes it or gives up the attempt; no event follows.
    virtual void shut() = 0;
};

class ConnectionEvents {
  public:
    virtual ~ConnectionEvents() = default;
    virtual void opened() = 0;
    virtual void received(std::string_view text) = 0;
    // Lost or refused: a WebSocket close code, `cant_be_trusted` or 0, and the reason if it is
    // known.
    virtual void closed(std::uint16_t code, std::string_view reason) = 0;
};

} // namespace jaipur::client::session
