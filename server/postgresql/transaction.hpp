// What the store wants to have done together, as statements that can be repeated: a repetition
// changes nothing that an earlier attempt has already done. It must not know about connections.
#pragma once

#include "server/core/guest_book.hpp"
#include "server/core/record.hpp"
#include "server/postgresql/connection.hpp"
#include "server/store/record_numbers.hpp"
#include "server/store/store.hpp"

#include <chrono>
#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace jaipur::server::postgresql {

using Slot = char; // the first character of a room code

Slot slot_of(const core::RoomCode& room);

// The records of one slot.
struct Appended {
    std::string numbers, bodies, rooms; // arrays
    std::size_t count = 0;
};

struct Transaction {
    std::map<Slot, Appended> appended;
    std::vector<Statement> others;
    std::set<Slot> slots; // whose leases the others need; those of no slot need the first one's

    bool empty() const { return appended.empty() && others.empty(); }

    // `numbers` follows what is appended and removed.
    void append(const std::vector<core::Record>& records, store::RecordNumbers& numbers);
    void carry_out(const store::HousekeepingTask& task, store::RecordNumbers& numbers,
                   std::chrono::milliseconds uptime);
    void keep(const core::GuestEntry& entry);
    void keep(const std::string& companion, const std::string& content);
    void set_uptime(std::chrono::milliseconds uptime);
    void set_push_secret(const store::PushSecret& secret);
    // Removes at most `most` replays that were stored when the uptime was lower than this.
    void forget_replays(std::chrono::milliseconds before, int most);

  private:
    void remove(const core::RoomCode& room, std::uint64_t first, std::uint64_t last,
                store::RecordNumbers& numbers);
    void add(Statement statement, Slot slot);
};

} // namespace jaipur::server::postgresql
