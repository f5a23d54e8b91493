// What a store with a database does besides records: it finds replays, and keeps the guest book.
#include "server/store/sqlite_store.hpp"

#include <ranges>

namespace jaipur::server::store {

std::optional<std::string> SqliteStore::replay(const protocol::MatchId& match) {
    const std::string* unwritten = unwritten_replay(tasks_, match);
    return unwritten != nullptr ? *unwritten : database_->find(match);
}

std::optional<std::size_t> SqliteStore::replay_size(const protocol::MatchId& match) {
    const std::string* unwritten = unwritten_replay(tasks_, match);
    return unwritten != nullptr ? unwritten->size() : database_->size_of(match);
}

// Without space for all changes, none is stored.
void SqliteStore::keep_guests(const Jobs& jobs) {
    if (jobs.guests.empty())
        return;
    const bool durable =
        ballast_.there() && database_->keep(jobs.guests) == Database::Written::Durable;
    if (!durable && ballast_.there())
        make_room();
    accepts_records_ = ballast_.there();
    for (const GuestsKept& kept : jobs.kept)
        kept(durable ? core::Stored::Durable : core::Stored::Full);
}

} // namespace jaipur::server::store
