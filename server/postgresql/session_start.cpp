// How a session begins: it connects, and waits for the leases.
#include "server/postgresql/schema.hpp"
#include "server/postgresql/session.hpp"
#include "server/postgresql/statements.hpp"
#include "server/postgresql/values.hpp"
#include "server/store/error.hpp"

#include <algorithm>
#include <thread>
#include <utility>

namespace jaipur::server::postgresql {

namespace {

using namespace std::chrono_literals;
using std::chrono::milliseconds;
using store::StoreError;

// Another server may be updating the tables.
constexpr milliseconds startup_patience = 60s;

std::string every_slot() {
    Array slots;
    for (const Slot slot : core::all_slots)
        slots.add(std::string(1, slot));
    return slots.text();
}

} // namespace

Session::Session(SessionSettings settings)
    : settings_(std::move(settings)), hosts_(named_hosts_of(settings_.connection)),
      attempts_(hosts_, settings_.deadline) {
    connect_first();
    try {
        migrate(*connection_, Clock::now() + startup_patience);
        connection_->run({{"insert into lease(slot) select unnest($1::text[]) "
                           "on conflict do nothing",
                           {every_slot()}}},
                         deadline());
        if (!settings_.slot_lost)
            take_leases();
        else if (settings_.presence)
            enter();
    } catch (const Lost& error) {
        throw unreachable(error.what());
    } catch (const Refused& error) {
        throw StoreError(StoreError::Kind::CantOpen, error.what());
    }
}

void Session::connect_first() {
    connect_to_one(hosts_, [this](const Connection::Options& host) {
        connection_.reset();
        use(std::make_unique<Connection>(host, deadline()));
    });
}

void Session::take_leases() {
    wait_for([this] { return try_to_take(); });
}

void Session::wait_for(const std::function<bool()>& try_to) {
    while (!try_to()) {
        tell_holder();
        if (settings_.patient && !settings_.patient())
            throw StoreError(StoreError::Kind::InUse, "another server uses the database");
        std::this_thread::sleep_for(std::min(settings_.ttl / 10, milliseconds(200)));
    }
}

bool Session::try_to_take() {
    const auto sent = Clock::now();
    try {
        const auto taken = connection_->run(
            {{take_sql,
              {settings_.owner, every_slot(), std::to_string(core::all_slots.size()),
               std::to_string(settings_.ttl.count()), ended_holders()}}},
            deadline());
        for (const auto& row : taken.front().rows)
            leases_[row.at(0).front()] = {std::stoll(row.at(1)), sent};
    } catch (const Refused& refused) {
        if (!refused.transient())
            throw;
    } catch (const Lost&) { // the holder may have lost it as well
        connect_first();
    }
    return !leases_.empty();
}

void Session::enter() {
    wait_for([this] { return try_to_enter(); });
}

// What servers had that have ended on this machine needn't wait.
bool Session::try_to_enter() {
    const auto sent = Clock::now();
    try {
        const std::string ended = ended_holders();
        Statement live = life();
        live.parameters.back() = ended;
        const auto results = connection_->run(
            {live, {free_leases_sql, {ended}}, {forget_servers_sql, {ended}}}, deadline());
        if (results.front().rows.empty())
            return false;
        lived_ = sent;
        return true;
    } catch (const Refused& refused) {
        if (!refused.transient())
            throw;
    } catch (const Lost&) {
        connect_first();
    }
    return false;
}

// An array of those that can't write any more.
std::string Session::ended_holders() {
    Array ended;
    if (!settings_.has_ended)
        return ended.text();
    const auto holders = connection_
                             ->run({{"select owner from lease where until >= now() "
                                     "union select owner from server where until >= now()"}},
                                   deadline())
                             .front()
                             .rows;
    for (const auto& row : holders)
        if (settings_.has_ended(row.at(0)))
            ended.add(row.at(0));
    return ended.text();
}

void Session::tell_holder() {
    if (std::exchange(told_holder_, true) || !settings_.waiting)
        return;
    const auto holders =
        settings_.presence
            ? query({"select owner from server where name = $1", {settings_.presence->name}})
            : query({"select owner from lease where until >= now() order by until desc limit 1"});
    settings_.waiting(holders.rows.empty() ? "" : holders.rows.front().front());
}

} // namespace jaipur::server::postgresql
