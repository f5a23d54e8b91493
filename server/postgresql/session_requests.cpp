// What a session asks of the database for its store.
#include "server/postgresql/session.hpp"
#include "server/postgresql/statements.hpp"
#include "server/postgresql/values.hpp"
#include "server/store/error.hpp"

#include <algorithm>
#include <thread>

namespace jaipur::server::postgresql {

namespace {

using namespace std::chrono_literals;
using std::chrono::milliseconds;
using store::StoreError;

constexpr milliseconds reading_patience = 60s; // for all records, sorted

} // namespace

Result Session::query(const Statement& statement) {
    for (;;) {
        try {
            return connection().run({statement}, deadline()).front();
        } catch (const Lost& error) {
            if (leases_.empty() && !connection_)
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
    for (bool again = false;;) { // whether some of it may be there
        check_time();
        const Request asked = request(transaction, again);
        if (asked.statements.empty())
            return Outcome::Durable; // all its slots are lost
        try {
            check(asked, connection().run(asked.statements, deadline()), again);
            check_time(); // an answer that comes too late must not be passed on
            return Outcome::Durable;
        } catch (const Lost& error) {
            if (!connection_ && leases_.empty())
                return Outcome::Full;
            again = true;
            resume(error.what());
        } catch (const Refused& refused) {
            if (refused.state() == guard_failed) { // find out which slots are lost
                find_lost();
                continue;
            }
            if (refused.full() && !again)
                return Outcome::Full;
            if (!refused.passes())
                throw;
            std::this_thread::sleep_for(refused.pause());
        }
        renew_if_due();
    }
}

// Nothing to do: no statements.
Session::Request Session::request(const Transaction& transaction, bool again) const {
    Array slots, epochs, epochs_of_records;
    Appended records;
    std::vector<Statement> guarded;
    for (const auto& [slot, lease] : leases_) {
        const auto appended = transaction.appended.find(slot);
        const auto statements = transaction.guarded.find(slot);
        if (appended == transaction.appended.end() && statements == transaction.guarded.end())
            continue;
        slots.add(std::string_view(&slot, 1));
        epochs.add_number(lease.epoch);
        if (appended != transaction.appended.end()) {
            records.add_all(appended->second);
            while (epochs_of_records.size() < records.count())
                epochs_of_records.add_number(lease.epoch);
        }
        if (statements != transaction.guarded.end())
            std::ranges::copy(statements->second, std::back_inserter(guarded));
    }
    Request request{{}, records.count()};
    auto& all = request.statements;
    if (slots.size() > 0)
        all.push_back(
            {guard_sql,
             {settings_.owner, slots.text(), epochs.text(), std::to_string(slots.size())}});
    if (request.appended > 0) {
        auto& append = all.front(); // looks at all these leases as well
        append.sql = again ? append_rest_sql : slots.size() == 1 ? append_to_one_sql : append_sql;
        std::ranges::move(records.parameters(), std::back_inserter(append.parameters));
        append.parameters.push_back(epochs_of_records.text());
        if (again)
            all.push_back({present_sql, records.parameters()});
    }
    std::ranges::move(guarded, std::back_inserter(all));
    std::ranges::copy(transaction.unguarded, std::back_inserter(all));
    if (!all.empty()) {
        all.insert(all.begin(), Statement{"begin"});
        all.push_back({"commit"});
    }
    return request;
}

// The first statement after `begin` has appended; the next one has looked.
void Session::check(const Request& request, const std::vector<Result>& results, bool again) {
    if (request.appended == 0)
        return;
    const std::uint64_t there =
        again ? std::stoull(results.at(2).rows.at(0).at(0)) : results.at(1).affected;
    if (there != request.appended)
        throw StoreError(StoreError::Kind::Corrupt,
                         "the database has other records under numbers of this server");
}

} // namespace jaipur::server::postgresql
