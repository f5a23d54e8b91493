// What the core wants done: records to store, messages with their addressee, connections to close.
#pragma once

#include "protocol/message.hpp"
#include "server/record.hpp"

#include <cstdint>
#include <memory>
#include <variant>
#include <vector>

namespace jaipur::server {

using SessionId = std::uint64_t; // one connection; never used twice

// WebSocket close codes that the core decides on.
enum class CloseCode : std::uint16_t {
    PolicyViolation = 1008, // too many refused requests
    ServiceRestart = 1012,
    Replaced = 4001, // the seat was resumed on another connection
};

// Viewers who are shown the very same share one message, so that it is encoded once.
struct Send {
    SessionId to = 0;
    std::shared_ptr<const protocol::ServerMessage> message;
};

struct Disconnect {
    SessionId session = 0;
    CloseCode code{};
};

using Delivery = std::variant<Send, Disconnect>; // to be carried out in order

struct Output {
    std::vector<Record> records;
    std::vector<Delivery> deliveries;
};

} // namespace jaipur::server
