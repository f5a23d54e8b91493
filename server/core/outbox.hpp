// What waits to be sent to one connection: a bounded queue. Views are whole, so a newer one takes
// the place of an older one of the same match that has not gone out yet, with the events of both. A
// `room` is whole, too; where the queue is full, those that a newer one follows are let go of. It
// must not know how sending is done.
#pragma once

#include "protocol/message.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <list>
#include <memory>
#include <string>

namespace jaipur::server::core {

// A message and its text. Both are shared by all that are told the same.
struct Outgoing {
    std::shared_ptr<const protocol::ServerMessage> message;
    std::shared_ptr<const std::string> text;
};

Outgoing encoded(std::shared_ptr<const protocol::ServerMessage> message);

// Encodes what several are told once. It remembers the last few messages: those who are told the
// same are told it one after the other.
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

    // The bounds on what waits, 0 for none. What was taken out to be written does not count.
    Outbox(std::size_t max_messages, std::size_t max_bytes)
        : max_messages_(max_messages), max_bytes_(max_bytes) {}

    // Overflow: the message is not queued; nothing can be told to this connection any more.
    Pushed push(Outgoing outgoing);
    std::shared_ptr<const std::string> pop(); // the oldest; there must be one
    void clear();

    bool empty() const { return queue_.empty(); }

    std::size_t messages() const { return queue_.size(); }

    std::size_t bytes() const { return bytes_; }

  private:
    enum class Kind : std::uint8_t { View, Room, Commitments, Entry, Other };

    // Only a view may be needed once more. The others are kept as what counts towards the bounds, a
    // text: what a list of rooms was made of takes more space than the text itself.
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
