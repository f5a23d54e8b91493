// What the core wants done: records to store, messages with their addressee, connections to close.
#pragma once

#include "protocol/message.hpp"
#include "server/core/record.hpp"

#include <cstdint>
#include <memory>
#include <variant>
#include <vector>

namespace jaipur::server::core {

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

// A match that is over, to be kept for whoever asks for its replay.
struct Finished {
    Time at{};
    protocol::Replay replay;
};

// Of this room nothing is needed any more from the record `first` to the record `last`.
struct Gone {
    RoomCode room;
    std::uint64_t first = 0, last = 0;
};

// Hashing a password takes long on purpose, so it is done elsewhere; `Lobby::hashed` takes the
// answer. Meanwhile this connection's requests wait.
struct PasswordToHash {
    SessionId session = 0;
    std::string password;
    Salt salt{};
};

struct Output {
    std::vector<Record> records;
    std::vector<PasswordToHash> passwords;
    std::vector<Delivery> deliveries;
    // Housekeeping of the store, which nobody waits for; in this order.
    std::vector<Finished> finished;
    std::vector<Record> snapshots; // each in place of its room's records up to its own number
    std::vector<Gone> gone;
};

} // namespace jaipur::server::core
