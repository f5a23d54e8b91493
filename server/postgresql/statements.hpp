// The statements that keep two servers apart. tests/server/postgresql shows what happens without
// `for share`.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>

namespace jaipur::server::postgresql {

template <std::size_t... Sizes>
consteval auto joined(const char (&... texts)[Sizes]) {
    std::array<char, (Sizes + ...) - sizeof...(Sizes) + 1> all{};
    auto end = all.begin();
    ((end = std::ranges::copy(texts, end).out - 1), ...); // onto the zero before
    return all;
}

// $1 owner, $2 slots, $3 epochs, $4 how many; waits in the order of slots. `for share` makes a
// takeover wait until this transaction has ended; without it both could write.
inline constexpr char held[] = "with held as (select from lease "
                               "join unnest($2::text[], $3::bigint[]) ours(slot, epoch) "
                               "on lease.slot = ours.slot::char(1) "
                               "and lease.epoch = ours.epoch and lease.owner = $1 "
                               "order by lease.slot for share of lease) ";
// Divides by zero unless all are held: an error, so that nothing of the transaction happens.
inline constexpr char all_held[] =
    "select 1 / (case when count(*) = $4::bigint then 1 else 0 end) from held";
inline constexpr const char* guard_failed = "22012"; // division by zero

inline constexpr auto guard_text = joined(held, all_held);
inline constexpr const char* guard_sql = guard_text.data();

// The same, and $5 numbers, $6 bodies, $7 rooms and $8 epochs of records in these slots: one
// statement for all of them, because most transactions have only few records in each slot.
inline constexpr char insert_records[] =
    "insert into record(slot, number, epoch, body, room) select left(room, 1), n, e, b, room "
    "from unnest($5::bigint[], $6::text[], $7::text[], $8::bigint[]) r(n, b, room, e) where (";
inline constexpr auto append_text = joined(held, insert_records, all_held, ") = 1");
inline constexpr const char* append_sql = append_text.data();

// The same for one slot. Without a join and sorting, it costs a third less.
inline constexpr char one_held[] =
    "with held as (select from lease where slot = ($2::text[])[1]::char(1) "
    "and epoch = ($3::bigint[])[1] and owner = $1 for share) ";
inline constexpr auto append_to_one_text = joined(one_held, insert_records, all_held, ") = 1");
inline constexpr const char* append_to_one_sql = append_to_one_text.data();

// The same for any slots, and records that may be there.
inline constexpr auto append_rest_text =
    joined(held, insert_records, all_held, ") = 1 on conflict (slot, number) do nothing");
inline constexpr const char* append_rest_sql = append_rest_text.data();

// $1 numbers, $2 bodies, $3 rooms. How many of the records are there with the same content.
inline constexpr const char* present_sql =
    "select count(*) from unnest($1::bigint[], $2::text[], $3::text[]) r(n, b, room) "
    "join record on slot = left(r.room, 1)::char(1) and number = n and body = b";

// $1 owner, $2 slots, $3 their number, $4 milliseconds, $5 owners that have ended. All leases or
// none; waits in the order of slots, as appends do.
inline constexpr const char* take_sql =
    "with due as (select slot from lease where (until < now() or owner = any($5::text[])) "
    "and slot = any($2::char(1)[]) "
    "order by slot for update) "
    "update lease set owner = $1, epoch = epoch + 1, "
    "until = now() + $4::bigint * interval '1 millisecond' from due "
    "where lease.slot = due.slot and (select count(*) from due) = $3::bigint "
    "returning lease.slot, lease.epoch";

// $1 owner, $2 slot, $3 milliseconds. Our lease that we gave up too early can be taken as well.
inline constexpr const char* take_one_sql =
    "update lease set owner = $1, epoch = epoch + 1, "
    "until = now() + $3::bigint * interval '1 millisecond' "
    "where slot = $2::char(1) and (until < now() or owner = $1) returning epoch";

// $1 owner, $2 slots, $3 epochs, $4 milliseconds. Those that were renewed.
inline constexpr const char* renew_sql =
    "update lease set until = now() + $4::bigint * interval '1 millisecond' "
    "from unnest($2::text[], $3::bigint[]) ours(slot, epoch) "
    "where lease.slot = ours.slot::char(1) and lease.epoch = ours.epoch and owner = $1 "
    "returning lease.slot";

// The same, and the next epoch. Repeating it changes nothing.
inline constexpr const char* move_on_sql =
    "update lease set epoch = lease.epoch + 1, "
    "until = now() + $4::bigint * interval '1 millisecond' "
    "from unnest($2::text[], $3::bigint[]) ours(slot, epoch) "
    "where lease.slot = ours.slot::char(1) and lease.epoch = ours.epoch and owner = $1";

// $1 owner.
inline constexpr const char* ours_sql = "select slot, epoch from lease where owner = $1";
inline constexpr const char* release_sql =
    "update lease set owner = '', until = '-infinity' where owner = $1";
// $1 owner, $2 slot.
inline constexpr const char* release_one_sql =
    "update lease set owner = '', until = '-infinity' where owner = $1 and slot = $2::char(1)";

// $1 owner, $2 slot, $3 the number of a record that can't be read. Releases the slot as well. If it
// was damaged right before this owner took it, nobody has served it meanwhile.
inline constexpr const char* release_damaged_sql =
    "with ours as (update lease set owner = '', until = '-infinity' "
    "where owner = $1 and slot = $2::char(1) returning slot, epoch) "
    "insert into damaged_slot as d select slot, epoch, $3::bigint, now() from ours "
    "on conflict (slot) do update set epoch = excluded.epoch, number = excluded.number, "
    "since = case when d.epoch = excluded.epoch - 1 then d.since else excluded.since end";

// $1 name, $2 owner, $3 address, $4 version, $5 draining, $6 milliseconds, $7 owners that have
// ended. This server lives for that long. No row: another one with this name lives.
inline constexpr const char* live_sql =
    "insert into server as s values($1, $2, $3, $4, $5::boolean, "
    "now() + $6::bigint * interval '1 millisecond') on conflict (name) do update "
    "set owner = excluded.owner, address = excluded.address, version = excluded.version, "
    "draining = excluded.draining, until = excluded.until "
    "where s.owner = $2 or s.until < now() or s.owner = any($7::text[]) returning name";

// $1 name, $2 owner.
inline constexpr const char* leave_sql = "delete from server where name = $1 and owner = $2";

// $1 owners that have ended.
inline constexpr const char* free_leases_sql =
    "update lease set owner = '', until = '-infinity' where owner = any($1::text[])";
inline constexpr const char* forget_servers_sql =
    "delete from server where owner = any($1::text[]) or until < now() - interval '1 hour'";

// The living servers; the slots that are held, with the holder's name, or its owner if it isn't
// among the servers; damaged slots that nobody has taken since, with a record that can't be read,
// and for how many milliseconds; and how often what exists once has changed. All as of one moment.
inline constexpr const char* look_sql =
    "select 'server', name, address, draining::text from server where until >= now() union all "
    "select 'slot', l.slot::text, coalesce(s.name, l.owner), '' "
    "from lease l left join server s on s.owner = l.owner where l.until >= now() union all "
    "select 'damaged', slot::text, number::text, "
    "floor(extract(epoch from now() - since) * 1000)::bigint::text "
    "from damaged_slot join lease using (slot, epoch) union all "
    "select 'shared', value::text, '', '' from meta where name = 'shared'";
inline constexpr const char* shared_changed_sql =
    "update meta set value = value + 1 where name = 'shared'";

// $1 slot.
inline constexpr const char* last_number_sql =
    "select greatest((select max(number) from record where slot = $1::char(1)), "
    "(select last from removed where slot = $1::char(1)), 0)";

// $1 slot, $2 the number before, $3 how many.
inline constexpr const char* records_after_sql =
    "select number, room, body from record where slot = $1::char(1) and number > $2::bigint "
    "order by number limit $3::bigint";

} // namespace jaipur::server::postgresql
