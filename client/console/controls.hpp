// What a face (plain or full screen) can ask for. Behind it stands the session with the server; in
// tests, whatever records what was asked.
#pragma once

#include "client/console/model.hpp"
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
    // resuming and the fair shuffle are looked after by the session, whoever asks; an `act` may
    // leave out `match`, and is repeated after a broken line. Every error is put into the log of
    // the model in words, so a face need not.
    virtual void request(protocol::RequestBody body, OnReply on_reply = {}) = 0;
    // Ready for the match or the next round, with a fresh commitment where one is due.
    virtual void ready() = 0;
    // Goes back to one of `Model::kept`.
    virtual void resume(const KeptSeat& seat, OnReply on_reply = {}) = 0;
    // Forgets one of `Model::kept` for ever.
    virtual void forget(const KeptSeat& seat) = 0;
    // Tries to reconnect at once instead of waiting out the delay.
    virtual void reconnect_now() = 0;
    // Ends the program: a seat whose match runs is kept for resuming, any other is given up. Comes
    // back at once; the program ends soon after.
    virtual void quit() = 0;
};

// What a face is told. Called on the one thread of the client, after the model has changed.
class Frontend {
  public:
    virtual ~Frontend() = default;
    virtual void changed() = 0;
};

} // namespace jaipur::client
