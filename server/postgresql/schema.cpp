#include "server/postgresql/schema.hpp"

#include "server/store/error.hpp"

#include <array>

namespace jaipur::server::postgresql {

namespace {

using store::StoreError;

constexpr std::array<const char*, 2> migrations{
    // record.slot is the first character of the room's code, which is stored as well, for bodies
    // that can't be read; lease.owner is '' if nobody has it.
    // removed.last is the highest number among the slot's removed records: numbers never repeat.
    // Replays aren't compressed by the database, so that their size is known without reading them.
    R"(
    create table lease(
        slot char(1) primary key,
        owner text not null default '',
        epoch bigint not null default 0,
        until timestamptz not null default '-infinity');
    create table record(
        slot char(1) not null,
        number bigint not null,
        epoch bigint not null,
        room text not null,
        body text not null,
        primary key (slot, number));
    create table removed(slot char(1) primary key, last bigint not null);
    create table replay(
        match text primary key,
        at bigint not null,
        uptime bigint not null,
        replay text not null);
    alter table replay alter column replay set storage external;
    create index replay_by_uptime on replay(uptime);
    create table guest(number bigint primary key, entry text not null);
    create table companion(name text primary key, content text not null);
    create table secret(name text primary key, value text not null);
    create table meta(name text primary key, value bigint not null);
    insert into meta values('uptime', 0))",
    // Servers that share the database: server.owner is that of its leases, server.until ends with
    // them. meta.shared counts the changes of guest and companion.
    R"(
    create table server(
        name text primary key,
        owner text not null,
        address text not null,
        version text not null,
        draining boolean not null,
        until timestamptz not null);
    insert into meta values('shared', 1))",
};

std::int64_t version(Connection& connection, Clock::time_point until) {
    const auto rows =
        connection.run({{"select coalesce(max(version), 0) from schema_version"}}, until)
            .front()
            .rows;
    return std::stoll(rows.at(0).at(0));
}

// Not a step of the schema: older servers, which ignore this table, can be started beside newer
// ones. A slot that nobody has, and a record of it that can't be read. True as long as the slot's
// lease has this epoch: the next owner's has another one. since: nobody has served the slot from
// then on.
constexpr const char* damaged_slots = "create table if not exists damaged_slot("
                                      "slot char(1) primary key, "
                                      "epoch bigint not null, "
                                      "number bigint not null, "
                                      "since timestamptz not null)";

constexpr auto newest = static_cast<std::int64_t>(migrations.size());

void refuse_newer(std::int64_t found) {
    if (found > newest)
        throw StoreError(StoreError::Kind::NewerSchema,
                         "a newer server has changed the database (its schema is " +
                             std::to_string(found) + ", this server knows " +
                             std::to_string(newest) + "); update this server");
}

} // namespace

// A transaction that never gets its end would hold its leases' rows forever, so the database ends
// it. Hidden warnings would hide that a commit did not wait for the standby.
void prepare_session(Connection& connection, Clock::time_point until) {
    connection.execute("set client_min_messages = warning; set search_path = jaipur; "
                       "set client_encoding = 'UTF8'; "
                       "set idle_in_transaction_session_timeout = '5s'; "
                       "set default_transaction_isolation = 'read committed'",
                       until);
}

std::optional<std::string> unsafe(Connection& connection, bool single, Clock::time_point until) {
    return unsafe(connection.run({settings_of_database()}, until).front(), single);
}

Statement settings_of_database() {
    return {"select current_setting('synchronous_commit'), current_setting('fsync'), "
            "current_setting('full_page_writes'), current_setting('server_encoding'), "
            "current_setting('synchronous_standby_names')"};
}

std::optional<std::string> unsafe(const Result& settings, bool single) {
    const auto& row = settings.rows.at(0);
    if (row[0] != "on" && row[0] != "remote_apply")
        return "the database has synchronous_commit = " + row[0] +
               ", so a power cut could lose moves that players have seen; set it to on";
    if (row[1] != "on" || row[2] != "on")
        return "the database has " + std::string(row[1] != "on" ? "fsync" : "full_page_writes") +
               " = off, so a power cut could destroy it; set it to on";
    if (row[3] != "UTF8")
        return "the database has the encoding " + row[3] + "; create one with UTF8";
    if (row[4].empty() && !single)
        return "the database has no synchronous standby (synchronous_standby_names is empty), so "
               "its disk is the only one that has the data; add a standby, or say that you know "
               "that it is a single database";
    return std::nullopt;
}

void require_tables(Connection& connection, Clock::time_point until) {
    const auto rows =
        connection.run({{"select to_regclass('jaipur.schema_version') is not null"}}, until)
            .front()
            .rows;
    const std::int64_t found = rows.at(0).at(0) == "t" ? version(connection, until) : 0;
    refuse_newer(found);
    if (found == 0)
        throw StoreError(StoreError::Kind::CantOpen, "no server has used this database");
    if (found < newest)
        throw StoreError(StoreError::Kind::CantOpen,
                         "the database is an older server's; start this one once");
}

void migrate(Connection& connection, Clock::time_point until) {
    connection.execute("begin; select pg_advisory_xact_lock(1246840432); "
                       "create schema if not exists jaipur; "
                       "create table if not exists schema_version(version bigint not null)",
                       until);
    const std::int64_t found = version(connection, until);
    refuse_newer(found);
    for (auto step = static_cast<std::size_t>(found); step < migrations.size(); ++step)
        connection.execute(std::string(migrations.at(step)) +
                               "; insert into schema_version values(" + std::to_string(step + 1) +
                               ")",
                           until);
    connection.execute(damaged_slots, until);
    connection.execute("commit", until);
}

} // namespace jaipur::server::postgresql
