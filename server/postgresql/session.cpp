#include "server/postgresql/session.hpp"

#include "server/postgresql/schema.hpp"
#include "server/postgresql/statements.hpp"
#include "server/postgresql/values.hpp"
#include "server/store/error.hpp"

#include <algorithm>
#include <iterator>
#include <poll.h>
#include <set>
#include <thread>
#include <utility>

namespace jaipur::server::postgresql {

namespace {

using namespace std::chrono_literals;
using std::chrono::milliseconds;
using store::StoreError;

constexpr milliseconds first_pause = 20ms, longest_pause = 100ms; // between attempts to connect

} // namespace

// ---- the connection ----------------------------------------------------------------------------

// When the session must have stopped using it.
Clock::time_point Session::end_of(Clock::time_point sent) const {
    return sent + settings_.ttl - settings_.margin;
}

Clock::time_point Session::deadline() const {
    auto first = Clock::now() + settings_.deadline;
    for (const auto& [slot, lease] : leases_)
        first = std::min(first, end_of(lease.sent));
    return first;
}

Clock::time_point Session::next_renewal() const {
    auto first = Clock::time_point::max();
    for (const auto& [slot, lease] : leases_)
        first = std::min(first, lease.sent + settings_.ttl / 10);
    if (settings_.presence)
        first = std::min(first, std::max(lived_ + settings_.ttl / 10,
                                         connection_ ? Clock::time_point{} : connect_from_));
    return std::max(first, renew_from_);
}

void Session::check_time() {
    const auto now = Clock::now();
    std::vector<Slot> ended;
    for (const auto& [slot, lease] : leases_)
        if (now >= end_of(lease.sent))
            ended.push_back(slot);
    for (const Slot slot : ended)
        lose(slot, "the leases could not be renewed in time");
}

void Session::lose(Slot slot, const char* why) {
    if (!settings_.slot_lost)
        throw FencedOff(why);
    leases_.erase(slot);
    note_end();
    settings_.slot_lost(slot);
}

void Session::use(std::unique_ptr<Connection> made) {
    prepare_session(*made, deadline());
    if (const auto why = unsafe(*made, settings_.single_database, deadline()))
        throw StoreError(StoreError::Kind::CantOpen, *why);
    connection_ = std::move(made);
}

// After each change of a lease.
void Session::note_end() {
    auto first = Clock::time_point::max();
    for (const auto& [slot, lease] : leases_)
        first = std::min(first, end_of(lease.sent));
    holds_until_ = first.time_since_epoch().count();
}

Connection& Session::connection() {
    if (!connection_)
        resume("it was closed");
    if (!connection_)
        throw Lost("the database can't be reached");
    return *connection_;
}

// Without slots it tries only for a moment: nothing needs the connection urgently.
void Session::resume(const std::string& why) {
    if (std::exchange(connection_, nullptr)) {
        down_since_ = Clock::now();
        up_ = false;
        ++losses_;
        if (settings_.lost)
            settings_.lost(why);
    }
    std::string latest = why;
    auto next = Clock::now() + first_pause;
    for (; !try_again(latest, next); next = Clock::now() + longest_pause) {
        if (leases_.empty()) {
            connect_from_ = Clock::now() + longest_pause;
            return;
        }
        std::this_thread::sleep_until(std::min(next, deadline()));
    }
    up_ = true;
    if (settings_.found)
        settings_.found(std::chrono::ceil<milliseconds>(Clock::now() - down_since_));
}

// Until then. `why`: why the last attempt failed.
bool Session::try_again(std::string& why, Clock::time_point until) {
    try {
        check_time();
    } catch (const FencedOff&) {
        throw FencedOff("the database was out of reach for too long: " + why);
    }
    try {
        auto made = attempts_.first(std::min(until, deadline()));
        if (!made) {
            why = attempts_.why().empty() ? why : attempts_.why();
            return false;
        }
        use(std::move(made));
        move_on();
        return true;
    } catch (const FencedOff&) {
        throw;
    } catch (const std::exception& error) { // the leases' end decides
        attempts_.reject();
        connection_.reset();
        why = error.what();
        return false;
    }
}

void Session::reconnect() {
    if (!connection_ && Clock::now() >= connect_from_)
        resume("it was closed");
}

// If the answer is lost, repeating it finds it done.
void Session::move_on() {
    if (leases_.empty())
        return;
    const auto sent = Clock::now();
    const auto results = connection_->run(
        {{"begin"}, about_leases(move_on_sql), {ours_sql, {settings_.owner}}, {"commit"}},
        deadline());
    std::map<Slot, std::int64_t> found;
    for (const auto& row : results.at(2).rows)
        found[row.at(0).front()] = std::stoll(row.at(1));
    std::vector<Slot> gone;
    for (auto& [slot, lease] : leases_)
        if (!found.contains(slot) || found.at(slot) != lease.epoch + 1)
            gone.push_back(slot);
        else
            lease = {found.at(slot), sent};
    note_end();
    for (const Slot slot : gone)
        lose(slot, overtaken);
}

bool Session::take(Slot slot) {
    try {
        const auto sent = Clock::now();
        const std::vector<std::string> parameters{settings_.owner, std::string(1, slot),
                                                  std::to_string(settings_.ttl.count())};
        const auto taken = connection().run({{take_one_sql, parameters}}, deadline()).front();
        if (!taken.rows.empty())
            leases_[slot] = {std::stoll(taken.rows.front().front()), sent};
        note_end();
    } catch (const Lost& error) { // if it was taken, it ends, or is taken again
        resume(error.what());
    } catch (const Refused& refused) {
        if (!refused.passes())
            throw;
    }
    return holds(slot);
}

// If this fails, the lease ends.
void Session::give_back(Slot slot, std::optional<std::uint64_t> damaged) {
    if (leases_.erase(slot) == 0)
        return;
    note_end();
    Statement release{release_one_sql, {settings_.owner, std::string(1, slot)}};
    if (damaged) {
        release.sql = release_damaged_sql;
        release.parameters.push_back(std::to_string(*damaged));
    }
    try {
        connection().run({release}, deadline());
    } catch (const Lost& error) {
        resume(error.what());
    } catch (const Refused& refused) {
        if (!refused.passes())
            throw;
    }
}

void Session::renew_if_due() {
    if (Clock::now() < next_renewal())
        return;
    check_time();
    try {
        renew();
    } catch (const Lost& error) {
        resume(error.what()); // which renews as well
    }
}

// If the database refuses, as it does without space, the leases' end decides.
void Session::renew() {
    if (leases_.empty() && !settings_.presence)
        return;
    const auto sent = Clock::now();
    std::vector<Statement> statements{about_leases(renew_sql)};
    if (settings_.presence)
        statements.push_back(life());
    statements.push_back(settings_of_database()); // somebody may have changed them
    std::vector<Result> renewed;
    try {
        renewed = connection().run(statements, deadline());
    } catch (const Refused& refused) {
        if (!refused.passes())
            throw;
        renew_from_ = Clock::now() + refused.pause();
        return;
    }
    if (const auto why = unsafe(renewed.back(), settings_.single_database))
        throw Lost(*why); // unless another host is safe, the leases end
    lived_ = sent;
    std::set<Slot> found;
    for (const auto& row : renewed.front().rows)
        found.insert(row.at(0).front());
    std::vector<Slot> gone;
    for (auto& [slot, lease] : leases_)
        if (found.contains(slot))
            lease.sent = std::max(lease.sent, sent);
        else
            gone.push_back(slot);
    note_end();
    for (const Slot slot : gone)
        lose(slot, overtaken);
}

Statement Session::life() const {
    const Presence& is = *settings_.presence;
    return {live_sql,
            {is.name, settings_.owner, is.address, is.version, drains_ ? "true" : "false",
             std::to_string(settings_.ttl.count()), "{}"}};
}

void Session::drain(bool on) {
    if (std::exchange(drains_, on) != on)
        lived_ = {};
    renew_if_due();
}

void Session::find_lost() {
    try {
        renew();
        std::this_thread::sleep_until(renew_from_);
    } catch (const Lost& error) {
        resume(error.what());
    }
}

Statement Session::about_leases(const char* sql) const {
    Array slots, epochs;
    for (const auto& [slot, lease] : leases_) {
        slots.add(std::string(1, slot));
        epochs.add_number(lease.epoch);
    }
    return {sql,
            {settings_.owner, slots.text(), epochs.text(), std::to_string(settings_.ttl.count())}};
}

void Session::wait(int descriptor, Clock::time_point until) {
    const auto most = connection_ ? Clock::now() + 1h : std::max(Clock::now(), connect_from_);
    const auto left =
        std::chrono::ceil<milliseconds>(std::min({until, next_renewal(), most}) - Clock::now());
    pollfd descriptors[]{{descriptor, POLLIN, 0},
                         {connection_ ? connection_->socket() : -1, POLLIN, 0}};
    if (::poll(descriptors, 2, static_cast<int>(std::max<std::int64_t>(left.count(), 0))) <= 0 ||
        descriptors[1].revents == 0)
        return;
    try {
        connection_->look();
    } catch (const Lost& error) {
        resume(error.what());
    }
}

void Session::release() noexcept {
    try {
        if (connection_ && settings_.presence)
            connection_->run({{leave_sql, {settings_.presence->name, settings_.owner}}},
                             deadline());
        if (connection_ && !leases_.empty())
            connection_->run({{release_sql, {settings_.owner}}}, deadline());
    } catch (const std::exception&) { // the next server waits
        connection_.reset();
    }
}

} // namespace jaipur::server::postgresql
