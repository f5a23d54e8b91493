// The database of several servers, and the observer of `cluster.hpp`: leases, records, and what has
// ever been in them. Every call is one transaction.
#pragma once

#include "common/action.hpp"
#include "protocol/message.hpp"
#include "server/core/record.hpp"
#include "server/core/room/state.hpp"
#include "server/core/slot_plan.hpp"
#include "server/store/store.hpp"
#include "tests/simulation/cluster.hpp"
#include "tests/simulation/ground.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace jaipur::simulation {

using server::core::Record;
using server::core::RoomState;
using server::core::Slot;

inline constexpr Micros lease_time{5s}, lease_margin{1s};

class SharedDatabase {
  public:
    SharedDatabase(Ground& ground, ClusterFault planted) : ground_(ground), planted_(planted) {}

    using Epochs = std::map<Slot, std::int64_t>;

    // ---- leases
    // The new epoch, if nobody else has the slot.
    std::optional<std::int64_t> take(Slot slot, const std::string& owner);
    // The slots that it still has.
    std::vector<Slot> renew(const std::string& owner, const Epochs& epochs);
    void release(Slot slot, const std::string& owner);
    // A server shows that it lives, and sees the others.
    server::core::SlotHolders look(const std::string& owner, bool drains);

    // ---- records
    // Those of slots that the owner doesn't have by these epochs are left out, and are fenced.
    std::vector<server::core::Stored> append(const std::string& owner, const Epochs& epochs,
                                             const std::vector<Record>& records);
    // The same for records that may be there already.
    std::vector<server::core::Stored> append_rest(const std::string& owner, const Epochs& epochs,
                                                  std::vector<Record> records);
    void housekeep(const std::string& owner, const Epochs& epochs,
                   const server::store::HousekeepingTask& task);
    server::store::SlotContents contents(Slot slot) const;

    // ---- the observer
    // Null: there is no such room, or it is closed.
    const RoomState* room(const std::string& code) const;
    // The open rooms of a slot.
    std::size_t rooms_in(Slot slot) const;
    // A client was told that this is done.
    void acknowledged(const protocol::Act& act) const;
    // A client was shown this.
    void shown(const protocol::View& view);
    // The server that has the room now, if any.
    std::optional<std::string> holder(const std::string& room) const;

    std::size_t matches_over() const { return over_; }

  private:
    struct Lease {
        std::string owner;
        std::int64_t epoch = 0;
        Micros until{-1};
    };

    bool holds(const std::string& owner, const Epochs& epochs, Slot slot) const;
    void take_down(const Record& record, std::int64_t epoch);

    Ground& ground_;
    const ClusterFault planted_;
    std::map<Slot, Lease> leases_;
    std::map<std::string, std::pair<Micros, bool>> servers_; // until when they live; if they drain
    std::map<std::pair<Slot, std::uint64_t>, std::string> records_;
    std::map<Slot, std::uint64_t> last_; // the highest number ever
    std::map<std::string, RoomState> rooms_;
    std::map<std::pair<std::string, std::uint64_t>, Action> actions_; // by match and ply
    std::map<std::string, std::string> views_;                        // by room, number and viewer
    std::size_t over_ = 0;
};

} // namespace jaipur::simulation
