// What waits to be sent to one connection: a bounded queue. Views are whole, so a newer one
// replaces an unsent older one of the same match and gets the events of both. A `room` is whole
// too: if the queue is full, each `room` that is followed by a newer one is dropped. It must not
// know how messages are sent.
#pragma once

#include "protocol/message.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <list>
#include <memory>
#include <string>

namespace jaipur::server::core {

// A message and its text, shared by all sessions that get the same.
struct Outgoing {
    std::shared_ptr<const protocol::ServerMessage> message; // null if only its text is known
    std::shared_ptr<const std::string> text;
};

Outgoing encoded(std::shared_ptr<const protocol::ServerMessage> message);

// Encodes a message for several sessions once. It remembers the last few messages, because the
// same message goes to one session after the other.
class Encoder {
  public:
    Outgoing operator()(const std::shared_ptr<const protocol::ServerMessage>& message);

  private:
    std::array<Outgoing, 8> recent_;
    std::size_t next_ = 0;
};

class Outbox {
  public:
    enum class Pushed { Queued, Overflow };

    // Bounds on what waits; 0: unbounded. Messages taken out to be written don't count.
    Outbox(std::size_t max_messages, std::size_t max_bytes)
        : max_messages_(max_messages), max_bytes_(max_bytes) {}

    // Overflow: the message is not queued, and this connection can get no more messages.
    Pushed push(Outgoing outgoing);
    std::shared_ptr<const std::string> pop(); // the oldest; there must be one
    void clear();

    bool empty() const { return queue_.empty(); }

    std::size_t messages() const { return queue_.size(); }

    std::size_t bytes() const { return bytes_; }

  private:
    enum class Kind : std::uint8_t { View, Room, Commitments, Entry, Other };

    // Only a view may be needed again. Of other messages only the text is kept, which counts
    // towards the bounds: a list of rooms as a value takes more space than as text.
    struct Waiting {
        Kind kind{};
        std::shared_ptr<const protocol::ServerMessage> view;
        std::shared_ptr<const std::string> text;
    };

    using Queue = std::list<Waiting>;

    static Kind kind_of(const protocol::ServerMessage& message);

    Queue::iterator replaceable_view(const protocol::View& newer);
    bool overflows() const;
    void forget_older_rooms();

    std::size_t max_messages_;
    std::size_t max_bytes_;
    std::size_t bytes_ = 0;
    Queue queue_;
};

} // namespace jaipur::server::core
