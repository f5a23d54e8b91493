// What the core asks the shell to do: store records, send messages, close connections, hash
// passwords, think for bots.
#pragma once

#include "protocol/close_code.hpp"
#include "protocol/message.hpp"
#include "server/core/guest_book.hpp"
#include "server/core/record.hpp"
#include "server/core/slots.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <variant>
#include <vector>

namespace jaipur::server::core {

using SessionId = std::uint64_t; // one connection; never used twice

// Sessions that get the same message share it, so that it is encoded once.
struct Send {
    SessionId to = 0;
    std::shared_ptr<const protocol::ServerMessage> message;
};

struct Disconnect {
    SessionId to = 0;
    protocol::CloseCode code{};
    const char* exception = nullptr; // with InternalError: its type, to be logged
};

using Delivery = std::variant<Send, Disconnect>; // in this order

// A match whose first round was dealt.
struct Begun {
    protocol::MatchId match{};
    protocol::RoomOptions options;
    std::optional<std::string> bot; // its level
};

// A finished match, for the store to keep its replay.
struct Finished {
    Time at{};
    protocol::Replay replay;
    std::optional<std::string> bot; // its level
};

// The store can delete the records `first` … `last` of this room: the room is closed, or no longer
// needs them (`is_aside`).
struct DiscardRange {
    RoomCode room;
    std::uint64_t first = 0, last = 0;
};

// Hashing is slow on purpose, so another thread does it; `Lobby::hashed` takes the answer.
// Meanwhile the session's requests wait.
struct PasswordToHash {
    SessionId session = 0;
    std::string password;
    Salt salt{};
};

// It is a bot's turn. Thinking takes time, so other threads do it; `Lobby::thought` takes the
// answer. A bot that takes too long is asked a second time, `at_once`.
struct ToThink {
    RoomCode room;
    std::string level;
    protocol::View view;                        // the bot's, without events
    std::vector<protocol::ObservedEvent> round; // all events of its round, as the bot saw them
    bool at_once = false;                       // it has no time to look ahead
};

struct Thought {
    RoomCode room;
    protocol::MatchId match{};
    std::uint32_t ply = 0; // of the action
    Action action;         // a legal one
};

// What a player who isn't connected is told through the push service of their browser.
struct Notice {
    enum class What : std::uint8_t { YourTurn, Start, MatchOver, Rematch };
    What what{};
    protocol::PushSubscription to;
};

// One seat's latest notice: a newer one replaces an older one that hasn't been sent.
struct Push {
    RoomCode room;
    Seat seat{};
    std::uint64_t subscribed_by = 0; // the number of the record that the subscription comes from
    std::optional<Notice> notice;    // empty: the one that waits, if any, is out of date
};

// To be stored; `Lobby::guests_stored` takes the answer.
struct GuestChange {
    std::uint64_t number = 0;
    GuestEntries entries;
};

struct Output {
    std::vector<Record> records;
    std::vector<GuestChange> guest_changes;
    std::vector<PasswordToHash> passwords;
    std::vector<ToThink> thoughts;
    std::vector<Delivery> deliveries;
    std::vector<Push> pushes; // may get lost
    std::vector<Begun> begun;
    // Housekeeping for the store, in this order. Nobody waits for it.
    std::vector<Finished> finished;
    std::vector<Record> snapshots; // each replaces its room's records up to its own number
    std::vector<DiscardRange> discarded;
    // After all of this: the lobby has given up every room of these slots (see `Lobby::release`).
    std::vector<Slot> released;
};

} // namespace jaipur::server::core
