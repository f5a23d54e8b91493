#include "server/postgresql/contents.hpp"

#include "protocol/fair.hpp"
#include "server/core/time.hpp"
#include "server/postgresql/attempts.hpp"
#include "server/postgresql/schema.hpp"
#include "server/postgresql/transaction.hpp"
#include "server/store/error.hpp"
#include "server/store/guest_codec.hpp"
#include "server/store/record_codec.hpp"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <set>
#include <stdexcept>
#include <utility>

namespace jaipur::server::postgresql {

namespace {

using namespace std::chrono_literals;
using std::chrono::milliseconds;
using store::StoreError;
using Kind = StoreError::Kind;
using Row = std::vector<std::string>;

Clock::time_point soon() {
    return Clock::now() + 60s;
}

template <class Do>
auto as_store_errors(Do what) {
    try {
        return what();
    } catch (const Refused& error) {
        throw StoreError(error.full() ? Kind::Full : Kind::Io, error.what());
    } catch (const Lost& error) {
        throw StoreError(Kind::Unreachable, std::string("lost the database: ") + error.what());
    }
}

// Nobody waits for this connection, so it may be slow.
std::unique_ptr<Connection> connected(const std::string& connection_string) {
    std::unique_ptr<Connection> connection;
    connect_to_one(named_hosts_of(connection_string), [&](const Connection::Options& host) {
        connection = std::make_unique<Connection>(host, Clock::now() + 10s);
        prepare_session(*connection, soon());
        connection->execute("set idle_in_transaction_session_timeout = '10min'", soon());
    });
    return connection;
}

void each_row(Connection& connection, const std::string& query,
              const std::function<void(const Row&)>& take) {
    connection.execute("declare every no scroll cursor for " + query, soon());
    for (;;) {
        const Result part = connection.run({{"fetch 200 from every"}}, soon()).front();
        for (const Row& row : part.rows)
            take(row);
        if (part.rows.empty())
            break;
    }
    connection.execute("close every", soon());
}

using Records = std::function<void(const core::RoomCode& room, const core::Record* record)>;

// Null: it can't be read.
void each_record(Connection& connection, const Records& take) {
    each_row(connection, "select number, room, body from record order by number, slot",
             [&](const Row& row) {
                 const auto record =
                     store::intact_record(row.at(2), std::stoull(row.at(0)), row.at(1));
                 take(row.at(1), record ? &*record : nullptr);
             });
}

std::set<core::RoomCode> read_records(Connection& connection, store::Contents& to) {
    constexpr std::size_t at_once = 1000;
    std::set<core::RoomCode> damaged;
    each_record(connection, [&](const core::RoomCode& room, const core::Record* record) {
        if (record == nullptr)
            damaged.insert(room);
    });
    std::vector<core::Record> records;
    // Several servers number the records of each slot separately; elsewhere, each number is there
    // once.
    std::uint64_t last = 0;
    each_record(connection, [&](const core::RoomCode& room, const core::Record* record) {
        if (damaged.contains(room))
            return;
        records.push_back(*record);
        last = std::max(last + 1, record->number);
        records.back().number = last;
        if (records.size() == at_once)
            to.take(std::exchange(records, {}));
    });
    to.take(records);
    return damaged;
}

void read_others(Connection& connection, store::Contents& to) {
    each_row(connection, "select match, at, uptime, replay from replay order by uptime",
             [&](const Row& row) {
                 const auto match = protocol::from_hex<protocol::MatchId{}.size()>(row.at(0));
                 if (!match)
                     throw StoreError(Kind::Corrupt, "a replay has no valid match: " + row.at(0));
                 store::KeptReplay replay;
                 replay.match.match = *match;
                 replay.match.at = core::Time{milliseconds{std::stoll(row.at(1))}};
                 replay.uptime = milliseconds{std::stoll(row.at(2))};
                 replay.match.replay = row.at(3);
                 to.take(std::vector{std::move(replay)});
             });
    each_row(connection, "select number, entry from guest order by number", [&](const Row& row) {
        if (const auto entry = store::decode_guest(std::stoull(row.at(0)), row.at(1)))
            to.take(*entry);
    });
    each_row(connection, "select value from secret where name = 'push'", [&](const Row& row) {
        if (const auto secret = protocol::from_hex<32>(row.at(0)))
            to.take(*secret);
    });
    each_row(connection, "select name, content from companion",
             [&](const Row& row) { to.take(store::Companion{row.at(0), row.at(1)}); });
    each_row(connection, "select value from meta where name = 'uptime'",
             [&](const Row& row) { to.take(milliseconds{std::stoll(row.at(0))}); });
}

bool is_empty(Connection& connection) {
    return connection
               .run({{"select count(*) from (select from record union all select from replay "
                      "union all select from guest union all select from companion) all_rows"}},
                    soon())
               .front()
               .rows.at(0)
               .at(0) == "0";
}

} // namespace

std::vector<core::RoomCode> read_database(const std::string& connection_string,
                                          store::Contents& to) {
    return as_store_errors([&]() -> std::vector<core::RoomCode> {
        const auto connection = connected(connection_string);
        require_tables(*connection, soon());
        connection->execute("begin isolation level repeatable read read only", soon());
        const auto damaged = read_records(*connection, to);
        read_others(*connection, to);
        return {damaged.begin(), damaged.end()};
    });
}

// The lock keeps servers from taking leases. What is removed leaves its highest numbers behind.
DatabaseWriter::DatabaseWriter(const std::string& connection_string, Present present)
    : connection_(connected(connection_string)) {
    as_store_errors([&] {
        migrate(*connection_, soon());
        connection_->execute("begin; lock table lease in exclusive mode", soon());
        const auto held = run({{"select (select count(*) from lease where until >= now()) + "
                                "(select count(*) from server where until >= now())"}});
        if (held.front().rows.at(0).at(0) != "0")
            throw StoreError(Kind::InUse,
                             "a server uses the database: stop it first. If it has crashed, wait "
                             "for its lease to end");
        if (present == Present::Refused && !is_empty(*connection_))
            throw StoreError(Kind::CantOpen,
                             "the database has rooms, replays or guests; --replace deletes them");
        connection_->execute(
            "insert into removed(slot, last) select slot, max(number) from record group by slot "
            "on conflict (slot) do update set last = greatest(removed.last, excluded.last); "
            "delete from record; delete from replay; delete from guest; delete from secret; "
            "delete from companion; delete from damaged_slot",
            soon());
    });
}

std::vector<Result> DatabaseWriter::run(const std::vector<Statement>& statements) {
    return as_store_errors([&] { return connection_->run(statements, soon()); });
}

void DatabaseWriter::take(const std::vector<core::Record>& records) {
    Appended all;
    for (const core::Record& record : records)
        all.add(record);
    run({{"insert into record(slot, number, epoch, body, room) "
          "select left(room, 1), n, 0, b, room "
          "from unnest($1::bigint[], $2::text[], $3::text[]) r(n, b, room)",
          all.parameters()}});
}

void DatabaseWriter::take(const std::vector<store::KeptReplay>& replays) {
    std::vector<Statement> all;
    for (const auto& [match, uptime] : replays)
        all.push_back(put(match, uptime));
    if (!all.empty())
        run(all);
}

void DatabaseWriter::take(const core::GuestEntry& entry) {
    run({put(entry)});
}

void DatabaseWriter::take(const store::PushSecret& secret) {
    run({put(secret)});
}

void DatabaseWriter::take(const store::Companion& companion) {
    run({put(companion)});
}

void DatabaseWriter::take(milliseconds uptime) {
    run({{"update meta set value = $1 where name = 'uptime'", {std::to_string(uptime.count())}},
         {"commit"}});
}

} // namespace jaipur::server::postgresql
