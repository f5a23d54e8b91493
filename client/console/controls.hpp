// What a frontend (plain or full screen) can ask for. The session implements it; tests record what
// was asked.
#pragma once

#include "client/console/model.hpp"
#include "protocol/message.hpp"

#include <functional>
#include <variant>

namespace jaipur::client {

// Whether the same request may well succeed later.
constexpr bool is_temporary(protocol::ErrorCode code) {
    using enum protocol::ErrorCode;
    return code == RateLimited || code == StorageFull || code == ShuttingDown;
}

class Controls {
  public:
    using Reply = std::variant<protocol::Ok, protocol::Error>;
    using OnReply = std::function<void(const Reply&)>;

    virtual ~Controls() = default;
    // Sends a request and calls `on_reply` once, unless the connection is lost first. The session
    // takes care of seats, tokens, resuming and the fair shuffle. An `act` may leave out `match`;
    // it is repeated after a lost connection. Every error is logged in the model in words.
    virtual void request(protocol::RequestBody body, OnReply on_reply = {}) = 0;
    // Ready for the match or the next round, with a fresh commitment if one is due. The session
    // does it after a seat was taken or a rematch agreed (`Model::gets_ready`), unless the room
    // offers a spectator delay.
    virtual void ready() = 0;
    // The same, and agrees to the spectator delay of this match if the room offers one.
    virtual void ready_and_agree() = 0;
    // Goes back to one of `Model::kept`.
    virtual void resume(const KeptSeat& seat, OnReply on_reply = {}) = 0;
    // Forgets one of `Model::kept` forever.
    virtual void forget(const KeptSeat& seat) = 0;
    // Gets into a private server with its password or an invitation link, as the user typed it.
    // What waited at `Model::gate` is sent then.
    virtual void enter_server(const std::string& key, OnReply on_reply = {}) = 0;
    // The user has neither: what waits is refused.
    virtual void stay_outside() = 0;
    // Reconnects at once instead of waiting.
    virtual void reconnect_now() = 0;
    // Ends the program soon. Keeps a seat in a running match and gives up any other.
    virtual void quit() = 0;
};

// Called on the client's only thread after the model has changed.
class Frontend {
  public:
    virtual ~Frontend() = default;
    virtual void changed() = 0;
};

} // namespace jaipur::client
