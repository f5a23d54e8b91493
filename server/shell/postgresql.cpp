#include "server/shell/postgresql.hpp"

#include "server/log/log.hpp"
#include "server/postgresql/contents.hpp"
#include "server/postgresql/identity.hpp"
#include "server/postgresql/postgresql_store.hpp"
#include "server/shell/connection_string.hpp"
#include "server/store/backup.hpp"
#include "server/store/directory_contents.hpp"
#include "server/store/restore.hpp"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <string_view>
#include <thread>
#include <unistd.h>
#include <utility>

namespace jaipur::server::shell {

namespace {

// From the end of a store to the end of the process: enough to close connections, and less than
// the leases' margin.
constexpr std::chrono::milliseconds farewell{500};
// One of several servers needs no farewell: it gives up its slots, and stays. So less of its short
// lease is lost.
constexpr std::chrono::milliseconds margin_in_cluster{500};

// The host and the process.
std::string_view for_people(std::string_view identity) {
    return identity.substr(0, identity.find(' ', identity.find(' ') + 1));
}

postgresql::SessionSettings session_settings(const Serve::Database& database,
                                             std::function<bool()> patient) {
    postgresql::SessionSettings settings;
    settings.connection = database.connection;
    settings.owner = postgresql::identity_of(::getpid());
    settings.ttl = database.lease_time();
    if (database.cluster)
        settings.margin = margin_in_cluster;
    settings.single_database = database.single;
    settings.patient = std::move(patient);
    settings.has_ended = postgresql::has_ended;
    settings.waiting = [](std::string_view holder) {
        log::warning("another server uses the database or this name, or has crashed: waiting for "
                     "its lease to end",
                     {{"server", for_people(holder)}});
    };
    settings.lost = [](std::string_view why) {
        log::error("the database is out of reach: moves wait for it", {{"what", why}});
    };
    settings.found = [](std::chrono::milliseconds after) {
        log::info("the database is back", {{"after_ms", std::int64_t{after.count()}}});
    };
    return settings;
}

} // namespace

std::string cluster_name(const Serve::Database::Cluster& cluster) {
    if (cluster.name)
        return *cluster.name;
    const std::string identity = postgresql::identity_of(::getpid());
    std::string name(for_people(identity));
    std::ranges::replace(name, ' ', '-');
    return name;
}

std::string objection_to_postgresql() {
    return {};
}

std::unique_ptr<store::Store> make_postgresql_store(const Serve& options, StoreHooks hooks) {
    postgresql::PostgresqlStore::Settings settings;
    settings.session = session_settings(*options.store, std::move(hooks.patient));
    settings.retain = options.retain;
    settings.damaged = std::move(hooks.damaged);
    if (const auto& cluster = options.store->cluster) {
        settings.session.presence = {cluster_name(*cluster), cluster->address, JAIPUR_VERSION};
        settings.lost = std::move(hooks.lost);
        settings.bans = bans_name;
    }
    // On the store's thread, so that a busy server ends in time as well.
    const auto fenced = [taken_away = std::move(hooks.taken_away)](std::string_view what) {
        log::error("this server may no longer write to the database, and ends", {{"what", what}});
        if (taken_away)
            taken_away();
        std::this_thread::sleep_for(farewell);
        std::_Exit(exit_code::try_again);
    };
    auto store = std::make_unique<postgresql::PostgresqlStore>(
        std::move(settings), std::move(hooks.answer), fenced, end_with_failed_store);
    log::info("store opened", {{"database", without_password(options.store->connection)}});
    return store;
}

// By way of a data directory, so that a backup is the same from wherever it comes.

store::Findings back_up_database(const Serve::Database& database,
                                 const std::filesystem::path& file) {
    const store::TemporaryDirectory copy;
    store::DirectoryWriter writer(copy.path());
    const auto damaged = postgresql::read_database(database.connection, writer);
    auto findings = store::backup(copy.path(), file, companions);
    findings.rooms.insert(findings.rooms.end(), damaged.begin(), damaged.end());
    return findings;
}

void restore_database(const Serve::Database& database, const std::filesystem::path& file,
                      bool replace) {
    const store::TemporaryDirectory copy;
    store::restore(copy.path(), file, {store::RestoreSettings::Present::Refused, companions});
    postgresql::DatabaseWriter writer(database.connection, replace ? postgresql::Present::Replaced
                                                                   : postgresql::Present::Refused);
    store::read_directory(copy.path(), companions, writer);
}

} // namespace jaipur::server::shell
