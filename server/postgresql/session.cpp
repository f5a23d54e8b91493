#include "server/postgresql/session.hpp"

#include "server/postgresql/schema.hpp"
#include "server/postgresql/statements.hpp"
#include "server/postgresql/values.hpp"
#include "server/store/error.hpp"

#include <algorithm>
#include <poll.h>
#include <thread>
#include <utility>

namespace jaipur::server::postgresql {

namespace {

using namespace std::chrono_literals;
using std::chrono::milliseconds;
using store::StoreError;

constexpr milliseconds reading_patience = 60s;                    // for all records, sorted
constexpr milliseconds first_pause = 20ms, longest_pause = 500ms; // between attempts to connect
constexpr milliseconds full_pause = 200ms;

} // namespace

// ---- the connection ----------------------------------------------------------------------------

Clock::time_point Session::deadline() const {
    const auto usual = Clock::now() + settings_.deadline;
    return epochs_.empty() ? usual : std::min(usual, sent_ + settings_.ttl - settings_.margin);
}

void Session::check_time() const {
    if (!epochs_.empty() && Clock::now() >= sent_ + settings_.ttl - settings_.margin)
        throw FencedOff("the leases could not be renewed in time");
}

void Session::connect(const Connection::Options& options) {
    connection_.reset();
    auto made = std::make_unique<Connection>(options, deadline());
    prepare_session(*made, deadline());
    if (const auto why = unsafe(*made, settings_.single_database, deadline()))
        throw StoreError(StoreError::Kind::CantOpen, *why);
    connection_ = std::move(made);
}

Connection& Session::connection() {
    if (!connection_)
        resume("it was closed");
    return *connection_;
}

void Session::resume(const std::string& why) {
    const auto begun = Clock::now();
    connection_.reset();
    up_ = false;
    ++losses_;
    if (settings_.lost)
        settings_.lost(why);
    std::string latest = why;
    for (milliseconds pause = first_pause; !reconnect(latest);
         pause = std::min(2 * pause, longest_pause))
        std::this_thread::sleep_until(std::min(Clock::now() + pause, deadline()));
    up_ = true;
    if (settings_.found)
        settings_.found(std::chrono::ceil<milliseconds>(Clock::now() - begun));
}

// `why`: what the last attempt failed of.
bool Session::reconnect(std::string& why) {
    try {
        check_time();
    } catch (const FencedOff&) {
        throw FencedOff("the database was out of reach for too long: " + why);
    }
    try {
        connect(hosts_.at(tried_++ % hosts_.size()));
        move_on();
        return true;
    } catch (const FencedOff&) {
        throw;
    } catch (const std::exception& error) { // the leases' end decides
        connection_.reset();
        why = error.what();
        return false;
    }
}

// If the answer is lost, repeating it finds it done.
void Session::move_on() {
    if (epochs_.empty())
        return;
    const auto sent = Clock::now();
    const auto results = connection_->run(
        {{"begin"}, about_leases(move_on_sql), {ours_sql, {settings_.owner}}, {"commit"}},
        deadline());
    std::map<Slot, std::int64_t> found;
    for (const auto& row : results.at(2).rows)
        found[row.at(0).front()] = std::stoll(row.at(1));
    for (const auto& [slot, epoch] : epochs_)
        if (!found.contains(slot) || found.at(slot) != epoch + 1)
            throw FencedOff("another server has taken over");
    epochs_ = std::move(found);
    sent_ = sent;
}

void Session::renew_if_due() {
    if (Clock::now() < next_renewal())
        return;
    check_time();
    try {
        renew();
    } catch (const Lost& error) {
        resume(error.what()); // which renews as well
    } catch (const Refused& refused) {
        if (!refused.transient())
            throw;
    }
}

void Session::renew() {
    const auto sent = Clock::now();
    const auto renewed = connection().run({about_leases(renew_sql)}, deadline()).front().affected;
    if (renewed != epochs_.size())
        throw FencedOff("another server has taken over");
    sent_ = std::max(sent_, sent);
}

Statement Session::about_leases(const char* sql) const {
    Array slots, epochs;
    for (const auto& [slot, epoch] : epochs_) {
        slots.add(std::string(1, slot));
        epochs.add_number(epoch);
    }
    return {sql,
            {settings_.owner, slots.text(), epochs.text(), std::to_string(settings_.ttl.count())}};
}

void Session::wait(int descriptor, Clock::time_point until) {
    const auto most = Clock::now() + 1h;
    const auto left =
        std::chrono::ceil<milliseconds>(std::min({until, next_renewal(), most}) - Clock::now());
    pollfd descriptors[]{{descriptor, POLLIN, 0}, {connection().socket(), POLLIN, 0}};
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
        if (connection_ && !epochs_.empty())
            connection_->run({{release_sql, {settings_.owner}}}, deadline());
    } catch (const std::exception&) { // the next server waits
        connection_.reset();
    }
}

// ---- requests ----------------------------------------------------------------------------------

Result Session::query(const Statement& statement, milliseconds patience) {
    for (;;) {
        try {
            const auto until = std::max(deadline(), Clock::now() + patience);
            return connection().run({statement}, until).front();
        } catch (const Lost& error) {
            if (epochs_.empty())
                throw;
            resume(error.what());
        }
    }
}

// `with hold`: the rows outlive the transaction, so the leases can be renewed in between.
void Session::each_row(const char* sql,
                       const std::function<void(const std::vector<std::string>&)>& take) {
    const auto until = Clock::now() + std::max(reading_patience, settings_.ttl);
    connection().execute("declare every cursor with hold for " + std::string(sql), until);
    for (;;) {
        renew();
        const Result part = connection().run({{"fetch 5000 from every"}}, deadline()).front();
        for (const auto& row : part.rows)
            take(row);
        if (part.rows.empty())
            break;
    }
    connection().execute("close every", deadline());
}

Session::Outcome Session::transact(const Transaction& transaction) {
    for (bool again = false;; again = true) {
        check_time();
        try {
            check(transaction, connection().run(statements(transaction, again), deadline()), again);
            check_time(); // an answer that comes too late must not be passed on
            return Outcome::Durable;
        } catch (const Lost& error) {
            resume(error.what());
        } catch (const Refused& refused) {
            if (refused.state() == guard_failed)
                throw FencedOff("another server has taken over");
            if (refused.full() && !again)
                return Outcome::Full;
            if (!refused.full() && !refused.transient())
                throw;
            std::this_thread::sleep_for(refused.full() ? full_pause : first_pause);
        }
        renew_if_due();
    }
}

std::vector<Statement> Session::statements(const Transaction& transaction, bool again) const {
    std::vector<Statement> all{{"begin"}};
    for (const auto& [slot, records] : transaction.appended) {
        const std::vector<std::string> parameters{std::string(1, slot), settings_.owner,
                                                  std::to_string(epochs_.at(slot)), records.numbers,
                                                  records.bodies};
        all.push_back({again ? append_rest_sql : append_sql, parameters});
        all.back().parameters.push_back(records.rooms);
        if (again)
            all.push_back({present_sql, parameters});
    }
    if (!transaction.others.empty()) {
        Array slots, epochs;
        for (const Slot slot : transaction.slots) {
            slots.add(std::string(1, slot));
            epochs.add_number(epochs_.at(slot));
        }
        all.push_back({guard_sql,
                       {settings_.owner, slots.text(), epochs.text(),
                        std::to_string(transaction.slots.size())}});
        all.insert(all.end(), transaction.others.begin(), transaction.others.end());
    }
    all.push_back({"commit"});
    return all;
}

void Session::check(const Transaction& transaction, const std::vector<Result>& results,
                    bool again) const {
    std::size_t next = 1; // after `begin`
    for (const auto& [slot, records] : transaction.appended) {
        std::uint64_t there = results.at(next++).affected;
        bool held = there == records.count;
        if (again) {
            const auto& row = results.at(next++).rows.at(0);
            held = row.at(0) == "1";
            there = std::stoull(row.at(1));
        }
        if (!held)
            throw FencedOff("another server has taken over");
        if (there != records.count)
            throw StoreError(StoreError::Kind::Corrupt,
                             "the database has other records under numbers of this server");
    }
}

} // namespace jaipur::server::postgresql
