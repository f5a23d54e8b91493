// What the store wants to have done together, as statements that can be repeated: a repetition
// changes nothing that an earlier attempt has already done. It must not know about connections.
#pragma once

#include "server/core/guest_book.hpp"
#include "server/core/record.hpp"
#include "server/core/slots.hpp"
#include "server/postgresql/connection.hpp"
#include "server/postgresql/values.hpp"
#include "server/store/companions.hpp"
#include "server/store/record_numbers.hpp"
#include "server/store/store.hpp"

#include <chrono>
#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace jaipur::server::postgresql {

using core::guests_slot;
using core::Slot;

// Records, as statements take them.
class Appended {
  public:
    void add(const core::Record& record);
    void add_all(const Appended& others);

    std::size_t count() const { return numbers_.size(); }

    // Numbers, bodies, rooms.
    std::vector<std::string> parameters() const;

  private:
    Array numbers_, bodies_, rooms_;
};

// Each can be repeated, and replaces what is there; but the first secret stays, unless nobody can
// read it.
Statement put(const store::FinishedMatch& match, std::chrono::milliseconds uptime);
Statement put(const core::GuestEntry& entry); // which has a body
Statement put(const store::Companion& companion);
Statement put(const store::PushSecret& secret);

struct Transaction {

    std::map<Slot, Appended> appended;
    std::map<Slot, std::vector<Statement>> guarded; // by the lease of this slot
    // All servers would do these alike: they add what is durable, or remove what is old.
    std::vector<Statement> unguarded;

    bool empty() const { return appended.empty() && guarded.empty() && unguarded.empty(); }

    // `numbers` follows what is appended and removed.
    void append(const core::Record& record, store::RecordNumbers& numbers);
    void carry_out(const store::HousekeepingTask& task, store::RecordNumbers& numbers,
                   std::chrono::milliseconds uptime);
    // Guests and companions need the lease of `guests_slot`; other servers hear of a change by
    // `tell_change`.
    void keep(const core::GuestEntry& entry);
    void keep(const store::Companion& companion);
    void tell_change();
    void set_uptime(std::chrono::milliseconds uptime);
    void set_push_secret(const store::PushSecret& secret);
    // Removes at most `most` replays that were stored when the uptime was lower than this.
    void forget_replays(std::chrono::milliseconds before, int most);

  private:
    void remove(const core::RoomCode& room, std::uint64_t first, std::uint64_t last,
                store::RecordNumbers& numbers);
};

} // namespace jaipur::server::postgresql
