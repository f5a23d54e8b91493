#include "server/postgresql/postgresql_store.hpp"

#include "protocol/fair.hpp"
#include "server/store/error.hpp"
#include "server/store/guest_codec.hpp"
#include "server/store/record_codec.hpp"

#include <algorithm>
#include <cstdint>
#include <exception>
#include <iterator>
#include <set>
#include <sys/eventfd.h>
#include <system_error>
#include <unistd.h>

namespace jaipur::server::postgresql {

namespace {

using std::chrono::milliseconds;
using store::Damage;
using store::StoreError;

std::int64_t number(Session& session, const char* sql) {
    return std::stoll(session.query({sql}).rows.at(0).at(0));
}

// The database's refusals as this interface says them.
template <class Do>
auto translated(Do what) {
    try {
        return what();
    } catch (const Refused& error) {
        throw StoreError(StoreError::Kind::Io, error.what());
    } catch (const Lost& error) {
        throw StoreError(StoreError::Kind::Io, error.what());
    } catch (const FencedOff& error) {
        throw StoreError(StoreError::Kind::InUse, error.what());
    }
}

} // namespace

// ---- waking ------------------------------------------------------------------------------------

PostgresqlStore::Bell::Bell() : descriptor_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
    if (descriptor_ < 0)
        throw std::system_error(errno, std::system_category(), "eventfd");
}

PostgresqlStore::Bell::~Bell() {
    ::close(descriptor_);
}

void PostgresqlStore::Bell::ring() const {
    ::eventfd_write(descriptor_, 1); // fails only if it rings already
}

void PostgresqlStore::Bell::silence() const {
    eventfd_t count = 0;
    ::eventfd_read(descriptor_, &count);
}

// ---- the start and the end ---------------------------------------------------------------------

PostgresqlStore::PostgresqlStore(Settings settings, Answer answer, Fenced fenced, Failed failed)
    : settings_(std::move(settings)), answer_(std::move(answer)), fenced_(std::move(fenced)),
      failed_(std::move(failed)), session_(session_settings()) {
    translated([&] {
        last_number_ = static_cast<std::uint64_t>(
            number(session_, "select greatest((select max(number) from record), "
                             "(select max(last) from removed), 0)"));
        stored_uptime_ = earlier_uptime_ =
            milliseconds(number(session_, "select value from meta where name = 'uptime'"));
    });
}

PostgresqlStore::~PostgresqlStore() {
    {
        const std::lock_guard lock(mutex_);
        closing_ = true;
    }
    bell_.ring();
    if (thread_.joinable())
        thread_.join();
    else
        session_.release();
}

std::vector<core::RoomCode>
PostgresqlStore::load(const std::function<void(const core::Record&)>& take) {
    std::set<core::RoomCode> damaged;
    const auto read_all = [&] {
        session_.each_row("select number, room, body from record order by number",
                          [&](const std::vector<std::string>& row) {
                              const auto& room = row.at(1);
                              const std::uint64_t number = std::stoull(row.at(0));
                              const auto record = store::intact_record(row.at(2), number, room);
                              numbers_.add(room, number);
                              if (!record)
                                  damaged.insert(room);
                              else if (!damaged.contains(room))
                                  take(*record);
                          });
    };
    if (!settings_.lost)
        translated(read_all);
    numbers_.confirm();
    keep_for(settings_.retain);
    thread_ = std::thread([this] { work(); }); // from now on the session is this thread's
    return {damaged.begin(), damaged.end()};
}

// Servers that start at the same time agree on the first one's.
std::optional<store::PushSecret> PostgresqlStore::push_secret(const core::Entropy& entropy) {
    const auto found = [&]() -> std::optional<store::PushSecret> {
        const auto rows = session_.query({"select value from secret where name = 'push'"}).rows;
        return rows.empty() ? std::nullopt : protocol::from_hex<32>(rows.front().front());
    };
    return translated([&]() -> std::optional<store::PushSecret> {
        if (const auto secret = found())
            return secret;
        Transaction transaction;
        transaction.set_push_secret(core::draw<store::PushSecret>(entropy));
        if (session_.transact(transaction) == Outcome::Full)
            return std::nullopt;
        return found();
    });
}

core::GuestEntries PostgresqlStore::guests() {
    return translated([&] { return stored_guests(); });
}

core::GuestEntries PostgresqlStore::stored_guests() {
    core::GuestEntries entries;
    for (const auto& row :
         session_.query({"select number, entry from guest order by number"}).rows) {
        const std::uint64_t number = std::stoull(row.at(0));
        auto entry = store::decode_guest(number, row.at(1));
        if (!entry)
            report(Damage::What::Guest, row.at(0));
        entries.push_back(entry ? *std::move(entry) : core::GuestEntry{number, std::nullopt});
    }
    return entries;
}

std::optional<std::string> PostgresqlStore::companion(std::string_view name) {
    return translated([&] { return stored_companion(name); });
}

std::optional<std::string> PostgresqlStore::stored_companion(std::string_view name) {
    auto rows =
        session_.query({"select content from companion where name = $1", {std::string(name)}}).rows;
    return rows.empty() ? std::nullopt : std::optional(std::move(rows.front().front()));
}

void PostgresqlStore::report(Damage::What what, std::string name) const {
    if (settings_.damaged)
        settings_.damaged({what, std::move(name)});
}

} // namespace jaipur::server::postgresql
