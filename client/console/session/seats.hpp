// The seats that outlive the program: each a secret token, and what the fair shuffle needs to
// resume after a crash. It must not know where they are kept.
#pragma once

#include "client/console/shuffle/verifier.hpp"
#include "common/seat.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace jaipur::client::session {

// Whose seats they are: a person is never offered those of bots that run on the same computer.
enum class SeatUser : std::uint8_t { Person, Bot };

// Also a seat that was asked for: it is kept before the request is sent, because the answer may be
// lost.
struct SeatRecord {
    std::string server;       // as the user gave it
    std::string room;         // empty: not known yet
    std::optional<Seat> seat; // empty: asked for, and not known to be granted
    std::string token;
    std::string name; // the player's own
    std::optional<shuffle::KeptFair> fair;
    std::string player = {}; // which bot plays there: its level or program; empty: a person
    friend bool operator==(const SeatRecord&, const SeatRecord&) = default;
};

// One line per value: "key value".
std::string to_text(const SeatRecord& record);
std::optional<SeatRecord> from_text(std::string_view text);

class Seats {
  public:
    virtual ~Seats() = default;

    // The seats on a server that no program is using, newest first. Unreadable ones are skipped and
    // reported by `complaints`.
    virtual std::vector<SeatRecord> list(std::string_view server) = 0;

    // Writes the record and holds its lock from now on, instead of the one held before.
    virtual void keep(const SeatRecord& record) = 0;
    // Locks a record; false if another program uses it.
    virtual bool hold(const SeatRecord& record) = 0;
    // Releases the lock; the record stays.
    virtual void release() = 0;
    // Removes the record of a seat, unless another program uses it.
    virtual void forget(const SeatRecord& record) = 0;

    // What went wrong since the last call, in sentences.
    virtual std::vector<std::string> complaints() = 0;
};

} // namespace jaipur::client::session
