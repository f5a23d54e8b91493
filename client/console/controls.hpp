// What a face (plain or full screen) can ask for. Behind it stands the session with the server; in
// tests, whatever records what was asked.
#pragma once

#include "protocol/message.hpp"

#include <functional>
#include <variant>

namespace jaipur::client {

class Controls {
  public:
    using Reply = std::variant<protocol::Ok, protocol::Error>;
    using OnReply = std::function<void(const Reply&)>;

    virtual ~Controls() = default;
    // Sends a request; `on_reply` is called once, unless the line breaks first. Seats, tokens,
    // resuming and the fair shuffle are looked after by the session, whoever asks.
    virtual void request(protocol::RequestBody body, OnReply on_reply = {}) = 0;
    // Ready for the match or the next round, with a fresh commitment where one is due.
    virtual void ready() = 0;
    // Takes the kept seat (`Model::kept_room`) again.
    virtual void resume(OnReply on_reply = {}) = 0;
    // Forgets the seat that was kept for resuming.
    virtual void forget_seat() = 0;
    // Tries to reconnect at once instead of waiting out the delay.
    virtual void reconnect_now() = 0;
    // Ends the program.
    virtual void quit() = 0;
};

// What a face is told. Called on the one thread of the client, after the model has changed.
class Face {
  public:
    virtual ~Face() = default;
    virtual void changed() = 0;
};

} // namespace jaipur::client
