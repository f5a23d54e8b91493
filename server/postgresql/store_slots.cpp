// The store's slots: adopting, losing and releasing them.
#include "protocol/fair.hpp"
#include "server/postgresql/postgresql_store.hpp"
#include "server/postgresql/statements.hpp"
#include "server/store/record_codec.hpp"

#include <algorithm>
#include <utility>
#include <variant>

namespace jaipur::server::postgresql {

namespace {

// Records that are read between two other requests, so that nobody waits long.
constexpr int read_at_once = 2000;

// Whether a task is about a room of this slot. Replays belong to no slot: all
// servers would keep the same.
bool is_in(Slot slot, const store::HousekeepingTask& task) {
    if (const auto* compact = std::get_if<store::Compact>(&task))
        return core::slot_of(compact->snapshot.room) == slot;
    const auto* range = std::get_if<core::DiscardRange>(&task);
    return range != nullptr && core::slot_of(range->room) == slot;
}

} // namespace

SessionSettings PostgresqlStore::session_settings() {
    SessionSettings settings = settings_.session;
    if (settings_.lost)
        settings.slot_lost = [this](Slot slot) { lose(slot); };
    return settings;
}

void PostgresqlStore::lose(Slot slot) {
    lost_.push_back(slot);
    settings_.lost(slot);
}

// Between two transactions. Another server may undo what this one's housekeeping was about.
void PostgresqlStore::forget_lost() {
    for (const Slot slot : std::exchange(lost_, {}))
        forget(slot);
}

void PostgresqlStore::forget(Slot slot) {
    numbers_.forget(slot);
    std::erase_if(tasks_, [&](const auto& task) { return is_in(slot, task); });
}

core::Stored PostgresqlStore::result_for(const core::Record& record, Outcome outcome) const {
    if (!session_.holds(core::slot_of(record.room)))
        return core::Stored::Fenced;
    return outcome == Outcome::Durable ? core::Stored::Durable : core::Stored::Full;
}

void PostgresqlStore::begin_to_adopt(Slot slot, Adopted adopted) {
    if (settings_.lost && session_.is_connected() && !is_still_damaged(slot) && session_.take(slot))
        adoptions_.push_back({slot, {}, std::move(adopted)});
    else
        adopted(std::nullopt);
    forget_lost();
}

// Then an attempt to take it would fail, and look to others as if somebody had it.
bool PostgresqlStore::is_still_damaged(Slot slot) {
    const auto damaged = damaged_.find(slot);
    if (damaged == damaged_.end())
        return false;
    const std::uint64_t number = damaged->second.record;
    try {
        const auto rows =
            session_
                .query({records_after_sql, {std::string(1, slot), std::to_string(number - 1), "1"}})
                .rows;
        const bool is_there = !rows.empty() && std::stoull(rows.front().at(0)) == number;
        if (is_there && !store::intact_record(rows.front().at(2), number, rows.front().at(1))) {
            report(damaged->second, rows.front().at(1));
            return true;
        }
    } catch (const postgresql::Lost&) { // the next attempt finds out
        return true;
    }
    damaged_.erase(damaged);
    return false;
}

// Once, also if another server has found it.
void PostgresqlStore::report(DamagedSlot& damaged, const std::string& room) const {
    if (!std::exchange(damaged.is_reported, true))
        report(store::Damage::What::Slot,
               "record " + std::to_string(damaged.record) + " of room " + room);
}

// Nobody else writes in the slot, so its records can be read in parts.
void PostgresqlStore::read_on() {
    if (adoptions_.empty())
        return;
    auto& [slot, contents, adopted] = adoptions_.front();
    const auto end = [&](std::optional<store::SlotContents> result) {
        const auto answer = std::move(adopted);
        adoptions_.pop_front();
        answer(std::move(result));
    };
    const std::string after =
        contents.records.empty() ? "0" : std::to_string(contents.records.back().number);
    std::vector<std::vector<std::string>> rows;
    try {
        if (session_.holds(slot))
            rows = session_
                       .query({records_after_sql,
                               {std::string(1, slot), after, std::to_string(read_at_once)}})
                       .rows;
        if (session_.holds(slot) && rows.empty())
            contents.last = std::stoull(
                session_.query({last_number_sql, {std::string(1, slot)}}).rows.at(0).at(0));
    } catch (const postgresql::Lost&) { // and so are all slots
    }
    if (!session_.holds(slot))
        return end(std::nullopt);
    for (const auto& row : rows) {
        auto record = store::intact_record(row.at(2), std::stoull(row.at(0)), row.at(1));
        if (!record) {
            DamagedSlot& damaged = damaged_[slot] = {std::stoull(row.at(0))};
            report(damaged, row.at(1));
            give_back(slot, damaged.record);
            return end(std::nullopt);
        }
        numbers_.add(record->room, record->number);
        contents.records.push_back(*std::move(record));
    }
    numbers_.confirm();
    if (rows.empty())
        end(std::move(contents));
}

void PostgresqlStore::answer(const Jobs::Look& look) {
    std::optional<store::Neighbours> neighbours;
    try {
        if (session_.is_connected()) {
            session_.drain(look.drains);
            neighbours = this->neighbours(look.version);
        }
    } catch (const postgresql::Lost&) { // the next look may see more
        neighbours.reset();
    }
    forget_lost();
    look.looked(std::move(neighbours));
}

store::Neighbours PostgresqlStore::neighbours(std::uint64_t version) {
    store::Neighbours found;
    std::uint64_t newest = 0;
    for (const auto& row : session_.query({look_sql}).rows)
        if (row.at(0) == "server") {
            found.seen.servers.emplace(row.at(1), row.at(3) == "true");
            found.addresses.emplace(row.at(1), row.at(2));
        } else if (row.at(0) == "slot") {
            found.seen.holders.emplace(row.at(1).front(), row.at(2));
        } else if (row.at(0) == "damaged") {
            const Slot slot = row.at(1).front();
            damaged_.try_emplace(slot, DamagedSlot{std::stoull(row.at(2))});
            found.damaged_for.emplace(slot, std::stoll(row.at(3)));
        } else {
            newest = std::stoull(row.at(1));
        }
    if (newest != version) // what is read now may be newer: then it is read again
        found.shared = {newest, stored_guests(), stored_companion(settings_.bans)};
    return found;
}

// Housekeeping that has no space is left to the next server, which finds it again.
void PostgresqlStore::give_back(Slot slot, std::optional<std::uint64_t> damaged) {
    if (session_.holds(slot) && !tasks_.empty())
        store({});
    forget(slot);
    session_.give_back(slot, damaged);
    forget_lost();
}

} // namespace jaipur::server::postgresql
