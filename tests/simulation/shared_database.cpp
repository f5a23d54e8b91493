#include "tests/simulation/shared_database.hpp"

#include "protocol/codec.hpp"
#include "protocol/fair.hpp"
#include "server/store/record_codec.hpp"

#include <algorithm>
#include <stdexcept>
#include <variant>

namespace jaipur::simulation {

using server::core::slot_of;
using server::core::Stored;

// ---- leases ------------------------------------------------------------------------------------

std::optional<std::int64_t> SharedDatabase::take(Slot slot, const std::string& owner) {
    Lease& lease = leases_[slot];
    if (lease.until >= ground_.now() && lease.owner != owner)
        return std::nullopt;
    if (lease.epoch > 0 && lease.owner != owner)
        ground_.count(lease.owner.empty() ? "slot moved on purpose" : "slot taken over");
    lease = {owner, lease.epoch + 1, ground_.now() + lease_time};
    return lease.epoch;
}

bool SharedDatabase::holds(const std::string& owner, const Epochs& epochs, Slot slot) const {
    const auto lease = leases_.find(slot);
    const auto epoch = epochs.find(slot);
    return lease != leases_.end() && epoch != epochs.end() && lease->second.owner == owner &&
           lease->second.epoch == epoch->second;
}

std::vector<Slot> SharedDatabase::renew(const std::string& owner, const Epochs& epochs) {
    std::vector<Slot> renewed;
    for (const auto& [slot, epoch] : epochs)
        if (holds(owner, epochs, slot)) {
            leases_.at(slot).until = ground_.now() + lease_time;
            renewed.push_back(slot);
        }
    return renewed;
}

void SharedDatabase::release(Slot slot, const std::string& owner) {
    if (Lease& lease = leases_[slot]; lease.owner == owner)
        lease = {"", lease.epoch, Micros{-1}};
}

server::core::SlotHolders SharedDatabase::look(const std::string& owner, bool drains) {
    servers_[owner] = {ground_.now() + lease_time, drains};
    server::core::SlotHolders seen;
    for (const auto& [name, server] : servers_)
        if (server.first >= ground_.now())
            seen.servers.emplace(name, server.second);
    for (const auto& [slot, lease] : leases_)
        if (lease.until >= ground_.now())
            seen.holders.emplace(slot, lease.owner);
    return seen;
}

// ---- records -----------------------------------------------------------------------------------

std::vector<Stored> SharedDatabase::append(const std::string& owner, const Epochs& epochs,
                                           const std::vector<Record>& records) {
    std::vector<Stored> results;
    for (const Record& record : records) {
        const Slot slot = slot_of(record.room);
        const bool held = holds(owner, epochs, slot);
        if (!held)
            ground_.count("record fenced");
        if (held || (planted_ == ClusterFault::EpochUnchecked && epochs.contains(slot))) {
            take_down(record, epochs.at(slot));
            results.push_back(Stored::Durable);
        } else {
            results.push_back(Stored::Fenced);
        }
    }
    return results;
}

std::vector<Stored> SharedDatabase::append_rest(const std::string& owner, const Epochs& epochs,
                                                std::vector<Record> records) {
    std::vector<Stored> results;
    for (Record& record : records) {
        const Slot slot = slot_of(record.room);
        const bool is_there = record.number <= last_[slot];
        if (planted_ == ClusterFault::RetriesAsNew)
            record.number = last_[slot] + 1;
        if (is_there && planted_ != ClusterFault::RetriesAsNew && holds(owner, epochs, slot)) {
            ground_.count("record found stored");
            results.push_back(Stored::Durable);
        } else {
            results.push_back(append(owner, epochs, {record}).front());
        }
    }
    return results;
}

void SharedDatabase::take_down(const Record& record, std::int64_t epoch) {
    const Slot slot = slot_of(record.room);
    std::uint64_t& number = last_[slot];
    require(record.number > number, "epochs", "a number was used twice, or out of order");
    require(epoch == leases_.at(slot).epoch, "epochs", "a former holder wrote");
    number = record.number;
    const std::string text = server::store::encode_record(record);
    records_[{slot, number}] = text;
    ground_.trace.add(text);
    RoomState& room = rooms_[record.room];
    if (room.closed)
        room = {}; // its code was reused
    if (const auto* acted = std::get_if<server::core::Acted>(&record.body))
        require(
            actions_.emplace(std::pair(protocol::hex(room.fresh.match), acted->ply), acted->action)
                .second,
            "P2", "an action was played twice");
    try {
        if (server::core::apply(room, record).match_over)
            ++over_;
    } catch (const std::logic_error&) {
        throw Violation("fork", "two servers continued the same room");
    }
}

void SharedDatabase::housekeep(const std::string& owner, const Epochs& epochs,
                               const server::store::HousekeepingTask& task) {
    const auto remove = [&](const std::string& room, std::uint64_t first, std::uint64_t last) {
        const Slot slot = slot_of(room);
        std::erase_if(records_, [&](const auto& record) {
            return record.first.first == slot && record.first.second >= first &&
                   record.first.second <= last &&
                   server::store::decode_record(record.second)->room == room;
        });
    };
    const auto* compact = std::get_if<server::store::Compact>(&task);
    const auto* range = std::get_if<server::core::DiscardRange>(&task);
    if (compact && holds(owner, epochs, slot_of(compact->snapshot.room))) {
        const Record& snapshot = compact->snapshot;
        remove(snapshot.room, 0, snapshot.number);
        records_[{slot_of(snapshot.room), snapshot.number}] =
            server::store::encode_record(snapshot);
    } else if (range && holds(owner, epochs, slot_of(range->room))) {
        remove(range->room, range->first, range->last);
    }
}

server::store::SlotContents SharedDatabase::contents(Slot slot) const {
    server::store::SlotContents contents;
    for (auto next = records_.lower_bound({slot, 0});
         next != records_.end() && next->first.first == slot; ++next)
        contents.records.push_back(*server::store::decode_record(next->second));
    if (const auto last = last_.find(slot); last != last_.end())
        contents.last = last->second;
    if (planted_ == ClusterFault::NumbersRepeat)
        contents.last = 0;
    return contents;
}

// ---- the observer ------------------------------------------------------------------------------

const RoomState* SharedDatabase::room(const std::string& code) const {
    const auto found = rooms_.find(code);
    return found == rooms_.end() || found->second.closed ? nullptr : &found->second;
}

std::size_t SharedDatabase::rooms_in(Slot slot) const {
    return static_cast<std::size_t>(std::ranges::count_if(rooms_, [&](const auto& room) {
        return slot_of(room.first) == slot && !room.second.closed;
    }));
}

void SharedDatabase::acknowledged(const protocol::Act& act) const {
    const auto found = actions_.find({*act.match, act.ply});
    require(found != actions_.end(), "P5", "an action was acknowledged that isn't stored");
    require(found->second == act.action, "P2", "an acknowledged action is another one");
    ground_.count("action acknowledged");
}

// Without what depends on the connection or the time.
void SharedDatabase::shown(const protocol::View& view) {
    protocol::View bare = view;
    bare.events.clear();
    bare.clock.reset();
    bare.move_in.reset();
    const std::string key = view.room + " " + protocol::hex(view.match) + " " +
                            std::to_string(view.seq) + " " +
                            (view.you ? std::to_string(index(*view.you)) : "-");
    const std::string text = protocol::encode(protocol::ServerMessage(bare));
    const auto [known, is_new] = views_.emplace(key, text);
    require(known->second == text, "fork", "one number of a room shows two things");
    if (!is_new)
        ground_.count("view shown again");
}

std::optional<std::string> SharedDatabase::holder(const std::string& room) const {
    const auto lease = leases_.find(slot_of(room));
    if (lease == leases_.end() || lease->second.until < ground_.now())
        return std::nullopt;
    return lease->second.owner;
}

} // namespace jaipur::simulation
