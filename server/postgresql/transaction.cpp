#include "server/postgresql/transaction.hpp"

#include "common/overloaded.hpp"
#include "protocol/fair.hpp"
#include "server/core/time.hpp"
#include "server/postgresql/statements.hpp"
#include "server/postgresql/values.hpp"
#include "server/store/guest_codec.hpp"
#include "server/store/record_codec.hpp"

#include <algorithm>
#include <utility>

namespace jaipur::server::postgresql {

namespace {

using std::chrono::milliseconds;

constexpr const char* set_uptime_sql =
    "update meta set value = greatest(value, $1::bigint) where name = 'uptime'";

} // namespace

Statement put(const store::FinishedMatch& match, milliseconds uptime) {
    return {"insert into replay(match, at, uptime, replay) values($1, $2, $3, $4) "
            "on conflict (match) do update set at = excluded.at, replay = excluded.replay",
            {protocol::hex(match.match), std::to_string(core::unix_ms(match.at)),
             std::to_string(uptime.count()), match.replay}};
}

Statement put(const core::GuestEntry& entry) {
    return {"insert into guest(number, entry) values($1, $2) "
            "on conflict (number) do update set entry = excluded.entry",
            {std::to_string(entry.number), store::encode_guest(entry)}};
}

Statement put(const store::Companion& companion) {
    return {"insert into companion(name, content) values($1, $2) "
            "on conflict (name) do update set content = excluded.content",
            {companion.name, companion.content}};
}

Statement put(const store::PushSecret& secret) {
    return {"insert into secret(name, value) values('push', $1) "
            "on conflict (name) do update set value = excluded.value "
            "where length(secret.value) <> 64",
            {protocol::hex(secret)}};
}

void Appended::add(const core::Record& record) {
    numbers_.add_number(record.number);
    bodies_.add(store::encode_record(record));
    rooms_.add(record.room);
}

void Appended::add_all(const Appended& others) {
    numbers_.add_all(others.numbers_);
    bodies_.add_all(others.bodies_);
    rooms_.add_all(others.rooms_);
}

std::vector<std::string> Appended::parameters() const {
    return {numbers_.text(), bodies_.text(), rooms_.text()};
}

void Transaction::append(const core::Record& record, store::RecordNumbers& numbers) {
    appended[core::slot_of(record.room)].add(record);
    numbers.add(record.room, record.number);
}

void Transaction::carry_out(const store::HousekeepingTask& task, store::RecordNumbers& numbers,
                            milliseconds uptime) {
    std::visit(
        Overloaded{
            [&](const store::FinishedMatch& finished) {
                unguarded.push_back(put(finished, uptime));
                set_uptime(uptime);
            },
            [&](const store::Compact& compact) {
                const core::Record& snapshot = compact.snapshot;
                remove(snapshot.room, 0, snapshot.number, numbers);
                numbers.add(snapshot.room, snapshot.number);
                guarded[core::slot_of(snapshot.room)].push_back(
                    {"insert into record(slot, number, epoch, body, room) select slot, $2::bigint, "
                     "epoch, $3::text, $4::text "
                     "from lease where slot = $1::char(1) on conflict (slot, number) "
                     "do update set epoch = excluded.epoch, body = excluded.body",
                     {std::string(1, core::slot_of(snapshot.room)), std::to_string(snapshot.number),
                      store::encode_record(snapshot), snapshot.room}});
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
    guarded[core::slot_of(room)].push_back(
        {"with gone as (delete from record where slot = $1::char(1) and number = "
         "any($2::bigint[])) insert into removed(slot, last) values($1::char(1), $3) "
         "on conflict (slot) do update set last = greatest(removed.last, excluded.last)",
         {std::string(1, core::slot_of(room)), array.text(),
          std::to_string(std::ranges::max(removed))}});
}

void Transaction::tell_change() {
    guarded[guests_slot].push_back({shared_changed_sql});
}

void Transaction::keep(const core::GuestEntry& entry) {
    guarded[guests_slot].push_back(entry.body ? put(entry)
                                              : Statement{"delete from guest where number = $1",
                                                          {std::to_string(entry.number)}});
}

void Transaction::keep(const store::Companion& companion) {
    guarded[guests_slot].push_back(put(companion));
}

void Transaction::set_uptime(milliseconds uptime) {
    unguarded.push_back({set_uptime_sql, {std::to_string(uptime.count())}});
}

void Transaction::set_push_secret(const store::PushSecret& secret) {
    unguarded.push_back(put(secret));
}

void Transaction::forget_replays(milliseconds before, int most) {
    unguarded.push_back({"delete from replay where match in "
                         "(select match from replay where uptime < $1 order by uptime limit $2)",
                         {std::to_string(before.count()), std::to_string(most)}});
}

} // namespace jaipur::server::postgresql
