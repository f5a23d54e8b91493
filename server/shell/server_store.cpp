// The server and its store: recovery after a start, housekeeping, and finding replays.
#include "protocol/codec.hpp"
#include "server/log/log.hpp"
#include "server/shell/server.hpp"

#include <boost/asio/post.hpp>

#include <cstdlib>
#include <exception>
#include <typeinfo>
#include <utility>

namespace jaipur::server::shell {

namespace asio = boost::asio;

std::unique_ptr<store::Store> Server::open_store(const MakeStore& make_store) {
    return make_store([this](std::uint64_t first, std::uint64_t last, core::Stored result) {
        // On any thread; the core has one thread.
        asio::post(context_, [this, first, last, result] {
            try {
                stored(first, last, result);
            } catch (const std::exception& error) {
                // The rooms may lack what the store has: only a restart can tell.
                log::error("a stored record can't be applied", {{"type", typeid(error).name()}});
                std::_Exit(exit_code::software);
            }
        });
    });
}

void Server::recover() {
    std::int64_t records = 0;
    store_->load([&](const core::Record& record) {
        ++records;
        core::Output output;
        lobby_.restore(record, output);
        housekeeping(output);
    });
    for (const core::RoomCode& room : lobby_.restored(store_->last_number(), now()))
        log::error("a room's records are inconsistent; it is skipped", {{"room", room}});
    set_timer();
    const core::LobbyCounts counts = lobby_.counts();
    if (counts.rooms > 0)
        log::info("recovered", {{"rooms", static_cast<std::int64_t>(counts.rooms)},
                                {"matches", static_cast<std::int64_t>(counts.running_matches)},
                                {"records", records}});
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

void Server::find_replay(const protocol::MatchId& match, net::Site::ReplayFound found) {
    store_->find(match, [this, found = std::move(found)](std::optional<std::string> json) {
        asio::post(context_, [found, json = std::move(json)]() mutable { found(std::move(json)); });
    });
}

} // namespace jaipur::server::shell
