// The server and its store: recovery after a start, housekeeping, and finding replays.
#include "protocol/codec.hpp"
#include "server/log/log.hpp"
#include "server/shell/server_threads.hpp"

#include <boost/asio/post.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <exception>
#include <iterator>
#include <typeinfo>
#include <utility>

namespace jaipur::server::shell {

namespace asio = boost::asio;

namespace {

constexpr std::size_t most_damaged_replays = 1000; // remembered

} // namespace

std::unique_ptr<store::Store> Server::open_store(const MakeStore& make_store) {
    // On any thread, maybe when this server has already ended; the core has one thread.
    const auto answer = [this, &context = context_](std::uint64_t first, std::uint64_t last,
                                                    core::Stored result) {
        asio::post(context, [this, first, last, result] {
            try {
                stored(first, last, result);
            } catch (const std::exception& error) {
                // The rooms may lack what the store has: only a restart can tell.
                log::error("a stored record can't be applied", {{"type", typeid(error).name()}});
                std::_Exit(exit_code::software);
            }
        });
    };
    const auto lost = [this](core::Slot slot) {
        asio::post(context_, [this, slot] { cluster_->lost(slot); });
    };
    StoreHooks hooks;
    hooks.answer = answer;
    hooks.damaged = [this](const store::Damage& damage) { damaged(damage); };
    hooks.lost = lost;
    if (!threads_)
        return make_store(std::move(hooks));
    hooks.answer = threads_->store().answer();
    threads_->store().use(make_store(std::move(hooks)));
    return threads_->store().share(answer);
}

// On any thread, but on one at a time. Strangers may ask for a damaged replay as often as they
// like: each is logged once, or once more after many others.
void Server::damaged(const store::Damage& damage) {
    using What = store::Damage::What;
    std::uint64_t Metrics::* counter = nullptr;
    switch (damage.what) {
    case What::Database:
        log::error("the database was damaged; everything intact was recovered, and the damaged "
                   "file was kept",
                   {{"what", damage.name}});
        counter = &Metrics::damaged_databases;
        break;
    case What::Page:
        log::error("the database is damaged: the next start repairs it", {{"what", damage.name}});
        counter = &Metrics::damaged_databases;
        break;
    case What::Log:
        log::error("the log lost its end: acknowledged records are missing",
                   {{"records", damage.name}});
        counter = &Metrics::damaged_logs;
        break;
    case What::Replay:
        if (damaged_replays_.size() == most_damaged_replays)
            damaged_replays_.clear();
        if (damaged_replays_.insert(damage.name).second)
            log::error("a replay is damaged", {{"match", damage.name}});
        counter = &Metrics::damaged_replays;
        break;
    case What::Guest:
        log::error("an invitation or a pass is damaged, and doesn't count",
                   {{"number", damage.name}});
        counter = &Metrics::damaged_databases;
        break;
    case What::Slot:
        log::error("a record is damaged: no server can take its slot until it is repaired or its "
                   "room is deleted (docs/cluster.md)",
                   {{"what", damage.name}});
        counter = &Metrics::damaged_slots;
        break;
    }
    asio::post(context_, [this, counter] { ++(metrics_.*counter); });
}

// A room's housekeeping waits until all of its records have been applied: if they don't fit
// together, they stay as they are.
void Server::recover() {
    std::int64_t records = 0;
    core::Output output;
    if (cluster_)
        lobby_.hold_no_slot();
    else
        lobby_.restore_guests(store_->guests(), output);
    auto damaged = store_->load([&](const core::Record& record) {
        ++records;
        where(record.room, [&](Server& server) { server.lobby_.restore(record, output); });
    });
    for (const core::RoomCode& room : damaged)
        where(room, [&](Server& server) { server.lobby_.skip(room); });
    everywhere([&](Server& server) {
        std::ranges::copy(server.lobby_.restored(store_->last_number(), server.now()),
                          std::back_inserter(damaged));
    });
    damaged_rooms(damaged);
    core::forget(damaged, output);
    housekeeping(output);
    for (core::GuestChange& change : output.guest_changes)
        keep(std::move(change));
    std::size_t rooms = 0, matches = 0;
    everywhere([&](Server& server) {
        server.set_timer();
        const core::LobbyCounts counts = server.lobby_.counts();
        rooms += counts.rooms;
        matches += counts.running_matches;
    });
    if (rooms > 0)
        log::info("recovered", {{"rooms", static_cast<std::int64_t>(rooms)},
                                {"matches", static_cast<std::int64_t>(matches)},
                                {"records", records}});
}

void Server::damaged_rooms(const std::vector<core::RoomCode>& rooms) {
    for (const core::RoomCode& room : rooms) {
        log::error("a room is damaged and was skipped", {{"room", room}});
        ++metrics_.damaged_rooms;
    }
}

void Server::housekeeping(core::Output& output) {
    for (const core::Finished& match : output.finished)
        store_->housekeep(
            store::FinishedMatch{match.replay.match, match.at, protocol::encode(match.replay)});
    for (core::Record& snapshot : output.snapshots)
        store_->housekeep(store::Compact{std::move(snapshot)});
    for (core::DiscardRange& range : output.discarded)
        store_->housekeep(std::move(range));
}

} // namespace jaipur::server::shell
