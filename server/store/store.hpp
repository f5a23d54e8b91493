// Makes records durable and keeps finished matches. The core never sees this; the server hands
// records over and passes the answers back.
//
// Requests are done in their order. Housekeeping gets no answer: without space it is tried again
// later, and after a crash the next start does it again, because the records that it follows from
// still exist.
#pragma once

#include "protocol/fair.hpp"
#include "server/core/chance.hpp"
#include "server/core/delivery.hpp"
#include "server/core/guest_book.hpp"
#include "server/core/histogram.hpp"
#include "server/core/record.hpp"
#include "server/core/slot_plan.hpp"

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace jaipur::server::store {

// A finished match, as /replays/MATCH serves it.
struct FinishedMatch {
    protocol::MatchId match{};
    core::Time at{};    // when it ended
    std::string replay; // JSON
};

// The snapshot replaces the room's records up to its own number.
struct Compact {
    core::Record snapshot;
};

// What was found damaged, besides rooms (see `Store::load`).
struct Damage {
    enum class What : std::uint8_t {
        Database, // replaced by a new one with everything intact
        Page,     // the next start repairs it
        Log,      // it has lost its end, with acknowledged records
        Replay,
        Guest, // an entry of the guest book
        Slot,  // a record of it; no server can take the slot
    };
    What what{};
    // A match, or a number; of a database or page, what is wrong; of a log, how many records it
    // lacks, at most; of a slot, the record and its room.
    std::string name;
};

// What the store has of a slot.
struct SlotContents {
    std::vector<core::Record> records; // in the order of their numbers
    std::uint64_t last = 0;            // the highest number that was ever durable in the slot
};

// The servers that share the store, and what exists once for all of them.
struct Neighbours {
    core::SlotHolders seen;
    std::map<std::string, std::string> addresses; // of the living, by their names

    // The guest book and the list of bans, if they have changed; and what to ask with next time.
    struct Shared {
        std::uint64_t version = 0;
        core::GuestEntries guests; // as from `Store::guests`
        std::optional<std::string> bans;
    };

    std::optional<Shared> shared;

    // Slots that nobody has, nor can take because of a record that can't be read; and how long ago
    // that was found.
    std::map<core::Slot, core::milliseconds> damaged_for{};
};

using PushSecret = std::array<std::uint8_t, 32>; // the number of a private key on P-256

using HousekeepingTask = std::variant<FinishedMatch, Compact, core::DiscardRange>;

class Store {
  public:
    // About the records numbered `first` … `last`, appended together or one after the other. Each
    // record is answered once, in the order of their numbers, maybe on another thread, maybe before
    // `append` returns.
    using Answer =
        std::function<void(std::uint64_t first, std::uint64_t last, core::Stored result)>;
    // Maybe on another thread, but on one at a time.
    using Damaged = std::function<void(const Damage&)>;
    // A replay, if there is one that is intact. Maybe on another thread, maybe before `find`
    // returns.
    using Found = std::function<void(std::optional<std::string> replay)>;
    // The size of a replay, if there is one; otherwise the same.
    using Measured = std::function<void(std::optional<std::size_t> bytes)>;

    virtual ~Store() = default;

    // Hands over every record of rooms that are intact, in the order of their numbers. Returns the
    // rooms that have lost a record: forget what it has handed over of them. Call it once, before
    // anything but housekeeping.
    virtual std::vector<core::RoomCode>
    load(const std::function<void(const core::Record&)>& take) = 0;
    // The server's private key for push messages, which stays the same as long as the data does;
    // drawn if there is none. Call it before `load`. Empty: the disk is full.
    virtual std::optional<PushSecret> push_secret(const core::Entropy& entropy) = 0;

    // The guest book, in the order of its numbers; a damaged entry is empty. Call it before `load`.
    virtual core::GuestEntries guests() { return {}; }

    // The highest number that was ever durable; the next record's must be higher.
    virtual std::uint64_t last_number() const = 0;

    virtual void append(std::vector<core::Record> records) = 0;
    virtual void housekeep(HousekeepingTask task) = 0;
    // Together or not at all. Maybe answered on another thread, maybe before `keep` returns.
    using GuestsKept = std::function<void(core::Stored result)>;

    virtual void keep(core::GuestEntries, GuestsKept kept) { kept(core::Stored::Durable); }

    // ---- for several servers with one store; other stores hold all slots from the start
    // Empty: another server has the slot, or its records can't be read. Maybe on another thread.
    using Adopted = std::function<void(std::optional<SlotContents> contents)>;
    // Another server has this slot, or may have it by now: drop it (see `Lobby`). Records of the
    // slot, also those that come later, are answered as fenced. Maybe on another thread, but on one
    // at a time.
    using Lost = std::function<void(core::Slot slot)>;

    // From the answer on, the store takes records of this slot.
    virtual void adopt(core::Slot, Adopted adopted) { adopted(std::nullopt); }

    // Finishes what it was asked before, then lets other servers have the slot.
    virtual void release(core::Slot) {}

    // Empty: the database can't be reached. Maybe on another thread.
    using Looked = std::function<void(std::optional<Neighbours> neighbours)>;

    // `drains`: what the others should see of this server from now on. `version`: of what is known
    // of `Neighbours::Shared`; 0: nothing.
    virtual void look(bool /*drains*/, std::uint64_t /*version*/, Looked looked) {
        looked(std::nullopt);
    }

    // From then on, slots of this server may be another's: it must have stopped serving them by
    // then. On any thread.
    virtual std::chrono::steady_clock::time_point holds_until() const {
        return std::chrono::steady_clock::time_point::max();
    }

    virtual void find(const protocol::MatchId& match, Found found) = 0;
    // Without reading it.
    virtual void measure(const protocol::MatchId& match, Measured measured) = 0;

    // Small texts next to the data, such as the list of bans, if the store keeps them: otherwise
    // they are files (companions.hpp). Call `companion` before `load`.
    virtual std::optional<std::string> companion(std::string_view) { return std::nullopt; }

    virtual void keep_companion(std::string, std::string, GuestsKept kept) {
        kept(core::Stored::Full);
    }

    // False while there is no space for records; it keeps looking for some. On any thread.
    virtual bool accepts_records() const { return true; }

    // About the way to a database on another machine; empty if there is none. On any thread.
    struct Link {
        bool up = true;           // false: the store waits for the database
        std::uint64_t losses = 0; // how often it was lost, since the start
    };

    virtual std::optional<Link> link() const { return std::nullopt; }

    // How long transactions took, since the start; empty if there are none. On any thread.
    virtual core::Histogram commit_times() const { return {}; }

    // How long to keep replays from now on: this many days of uptime; 0: forever.
    virtual void retain(std::chrono::days) {}
};

} // namespace jaipur::server::store
