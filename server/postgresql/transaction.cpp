#include "server/postgresql/transaction.hpp"

#include "common/overloaded.hpp"
#include "protocol/fair.hpp"
#include "protocol/limits.hpp"
#include "server/core/time.hpp"
#include "server/postgresql/values.hpp"
#include "server/store/guest_codec.hpp"
#include "server/store/record_codec.hpp"

#include <algorithm>
#include <utility>

namespace jaipur::server::postgresql {

namespace {

using std::chrono::milliseconds;

// What belongs to no room needs this slot's lease.
constexpr Slot first_slot = protocol::room_code_alphabet.front();

constexpr const char* set_uptime_sql =
    "update meta set value = greatest(value, $1::bigint) where name = 'uptime'";

} // namespace

Slot slot_of(const core::RoomCode& room) {
    return room.front();
}

void Transaction::add(Statement statement, Slot slot) {
    others.push_back(std::move(statement));
    slots.insert(slot);
}

void Transaction::append(const std::vector<core::Record>& records, store::RecordNumbers& numbers) {
    struct Arrays {
        Array numbers, bodies, rooms;
    };

    std::map<Slot, Arrays> arrays;
    for (const core::Record& record : records) {
        auto& [number, body, room] = arrays[slot_of(record.room)];
        number.add_number(record.number);
        body.add(store::encode_record(record));
        room.add(record.room);
        ++appended[slot_of(record.room)].count;
        numbers.add(record.room, record.number);
    }
    for (const auto& [slot, of] : arrays) {
        appended[slot].numbers = of.numbers.text();
        appended[slot].bodies = of.bodies.text();
        appended[slot].rooms = of.rooms.text();
    }
}

void Transaction::carry_out(const store::HousekeepingTask& task, store::RecordNumbers& numbers,
                            milliseconds uptime) {
    std::visit(
        Overloaded{
            [&](const store::FinishedMatch& finished) {
                add({"insert into replay(match, at, uptime, replay) values($1, $2, $3, $4) "
                     "on conflict (match) do update set at = excluded.at, replay = excluded.replay",
                     {protocol::hex(finished.match), std::to_string(core::unix_ms(finished.at)),
                      std::to_string(uptime.count()), finished.replay}},
                    first_slot);
                set_uptime(uptime);
            },
            [&](const store::Compact& compact) {
                const core::Record& snapshot = compact.snapshot;
                remove(snapshot.room, 0, snapshot.number, numbers);
                numbers.add(snapshot.room, snapshot.number);
                add({"insert into record(slot, number, epoch, body, room) select slot, $2::bigint, "
                     "epoch, $3::text, $4::text "
                     "from lease where slot = $1::char(1) on conflict (slot, number) "
                     "do update set epoch = excluded.epoch, body = excluded.body",
                     {std::string(1, slot_of(snapshot.room)), std::to_string(snapshot.number),
                      store::encode_record(snapshot), snapshot.room}},
                    slot_of(snapshot.room));
            },
            [&](const core::DiscardRange& range) {
                remove(range.room, range.first, range.last, numbers);
            }},
        task);
}

void Transaction::remove(const core::RoomCode& room, std::uint64_t first, std::uint64_t last,
                         store::RecordNumbers& numbers) {
    const auto removed = numbers.remove(room, first, last);
    if (removed.empty())
        return;
    Array array;
    for (const std::uint64_t number : removed)
        array.add_number(number);
    add({"with gone as (delete from record where slot = $1::char(1) and number = "
         "any($2::bigint[])) insert into removed(slot, last) values($1::char(1), $3) "
         "on conflict (slot) do update set last = greatest(removed.last, excluded.last)",
         {std::string(1, slot_of(room)), array.text(), std::to_string(std::ranges::max(removed))}},
        slot_of(room));
}

void Transaction::keep(const core::GuestEntry& entry) {
    const std::string number = std::to_string(entry.number);
    if (entry.body)
        add({"insert into guest(number, entry) values($1, $2) "
             "on conflict (number) do update set entry = excluded.entry",
             {number, store::encode_guest(entry)}},
            first_slot);
    else
        add({"delete from guest where number = $1", {number}}, first_slot);
}

void Transaction::keep(const std::string& companion, const std::string& content) {
    add({"insert into companion(name, content) values($1, $2) "
         "on conflict (name) do update set content = excluded.content",
         {companion, content}},
        first_slot);
}

void Transaction::set_uptime(milliseconds uptime) {
    add({set_uptime_sql, {std::to_string(uptime.count())}}, first_slot);
}

void Transaction::set_push_secret(const store::PushSecret& secret) {
    add({"insert into secret(name, value) values('push', $1) "
         "on conflict (name) do update set value = excluded.value",
         {protocol::hex(secret)}},
        first_slot);
}

void Transaction::forget_replays(milliseconds before, int most) {
    add({"delete from replay where match in "
         "(select match from replay where uptime < $1 order by uptime limit $2)",
         {std::to_string(before.count()), std::to_string(most)}},
        first_slot);
}

} // namespace jaipur::server::postgresql
