// What the operator's commands do to people: they end matches, announce, drain, kick and ban. The
// lobby decides; bans are kept in a file.
#include "protocol/text.hpp"
#include "server/admin/network.hpp"
#include "server/log/log.hpp"
#include "server/net/as_values.hpp"
#include "server/shell/ban_file.hpp"
#include "server/shell/server_threads.hpp"
#include "server/shell/storage.hpp"

#include <boost/asio/co_spawn.hpp>

#include <chrono>
#include <exception>
#include <utility>

namespace jaipur::server::shell {

namespace asio = boost::asio;
using admin::Answer;
using admin::Done;
using admin::Failed;
using admin::Failure;
using net::as_values;
using std::chrono::milliseconds;
using std::chrono::seconds;

namespace {

// How often it is checked whether something has happened.
constexpr milliseconds step_time{20};
// How long a record may take until an operator is told that the disk is full.
constexpr seconds store_patience{5};
// So that players see the result of the last match before the server stops.
constexpr seconds time_to_see_result{3};

bool is_fit(const std::string& text) {
    return protocol::is_fit_to_show(text, protocol::announcement_bounds);
}

Failed unfit(const std::string& what) {
    return {Failure::NotPossible, what + " must have 1 to 200 visible characters on one line, "
                                         "without control characters"};
}

std::string count_of_connections(std::size_t count) {
    return std::to_string(count) + (count == 1 ? " connection" : " connections");
}

std::string matches_are(std::size_t count) {
    return std::to_string(count) + (count == 1 ? " running match is" : " running matches are");
}

} // namespace

asio::awaitable<Answer> Server::end_match(admin::EndMatch command) {
    if (!command.reason.empty() && !is_fit(command.reason))
        co_return unfit("the reason");
    const auto end_there = [&](Server& server) {
        auto ending = core::Lobby::Ending::NoRoom;
        server.decide([&](core::Output& output) {
            ending = server.lobby_.end_match(command.room, command.reason, server.now(), output);
        });
        return ending;
    };
    const auto ending = where(command.room, end_there);
    const auto code = protocol::room_code(command.room);
    if (ending == core::Lobby::Ending::NoRoom || !code)
        co_return Failed{Failure::NoSuchRoom, "there is no such room"};
    if (ending == core::Lobby::Ending::NoMatch)
        co_return Failed{Failure::NotPossible, "no match is running in this room"};
    const auto running_match = [&] {
        return where(*code, [&](const Server& server) -> std::optional<protocol::MatchId> {
            const core::RoomState* room = server.lobby_.room(*code);
            return room && core::runs(room->match.phase) ? std::optional(room->fresh.match)
                                                         : std::nullopt;
        });
    };
    const auto match = running_match();
    const auto runs_still = [&] { return match && running_match() == match; };
    asio::steady_timer step(context_);
    const auto end = std::chrono::steady_clock::now() + store_patience;
    while (runs_still() && !stopping_ && std::chrono::steady_clock::now() < end) {
        step.expires_after(step_time);
        co_await step.async_wait(as_values);
    }
    if (runs_still())
        co_return Failed{Failure::NotPossible, "the match ends once the server can store it"};
    co_return Done{"the match in room " + *code + " has ended without a winner"};
}

Answer Server::do_command(const admin::Announce& command) {
    if (!command.text.empty() && !is_fit(command.text))
        return unfit("the text");
    const core::Time time = now();
    std::optional<protocol::Announcement> announcement;
    std::optional<core::Time> until;
    if (!command.text.empty())
        announcement = {command.text, core::unix_ms(time)};
    if (command.lasts_for)
        until = time + seconds(*command.lasts_for);
    everywhere([&](Server& server) {
        server.decide([&](core::Output& output) {
            server.lobby_.announce(announcement, until, server.now(), output);
        });
    });
    return Done{announcement ? "announced" : "the announcement is removed"};
}

Answer Server::do_command(const admin::Drain& command) {
    draining_ = !command.cancel;
    if (cluster_)
        cluster_->drain(draining_);
    const bool moves = draining_ && moves_out();
    drain_lobbies(draining_ && !moves);
    if (command.cancel)
        return Done{"the server won't stop; new matches can begin again"};
    if (!std::exchange(waits_for_matches_, true))
        asio::co_spawn(context_, stop_when_drained(), [](const std::exception_ptr& failed) {
            if (failed)
                log::error("draining failed");
        });
    if (moves)
        return Done{"the other servers take over all rooms, then this one stops"};
    const auto matches = matches_to_wait_for();
    return Done{"no new matches can begin; the server stops " +
                (matches > 0 ? "once " + matches_are(matches) +
                                   " over, not counting matches played over days"
                             : "in a moment: no match is running, except over days")};
}

void Server::drain_lobbies(bool on) {
    everywhere([&](Server& server) {
        server.decide([&](core::Output& output) { server.lobby_.drain(on, server.now(), output); });
    });
}

std::size_t Server::matches_to_wait_for() {
    return sum([](const Server& server) { return server.lobby_.matches_to_wait_for(); });
}

std::size_t Server::kick(const core::Network& network) {
    return sum([&](Server& server) {
        std::size_t count = 0;
        server.decide([&](core::Output& output) {
            count = server.lobby_.kick(network, server.now(), output);
        });
        return count;
    });
}

asio::awaitable<void> Server::stop_when_drained() {
    asio::steady_timer step(context_);
    auto quiet_since = std::chrono::steady_clock::now();
    while (draining_ && !stopping_) {
        const auto time = std::chrono::steady_clock::now();
        // As soon as rooms move: a client that came back here meanwhile would lose its connection
        // again at the end.
        if (cluster_ && cluster_->hands_over())
            break;
        if (!moves_out() && !lobby_.is_draining()) // the others have gone
            drain_lobbies(true);
        if (moves_out() || matches_to_wait_for() > 0)
            quiet_since = time;
        if (time - quiet_since >= time_to_see_result)
            break;
        step.expires_after(milliseconds(moves_out() ? 10 : 100));
        co_await step.async_wait(as_values);
    }
    waits_for_matches_ = false;
    if (draining_)
        stop();
}

bool Server::has_room(const std::string& text) {
    const auto code = protocol::room_code(text);
    return code &&
           where(*code, [&](const Server& server) { return server.lobby_.room(*code) != nullptr; });
}

std::variant<core::Network, Failed> Server::network_of(const std::string& who,
                                                       std::optional<Seat> seat) {
    if (!seat) {
        if (const auto network = admin::parse_network(who))
            return *network;
        return Failed{Failure::NotPossible,
                      "expected an address or a network that isn't this machine's, such as "
                      "203.0.113.7 or 2001:db8::/48; or a room and a seat"};
    }
    if (!has_room(who))
        return Failed{Failure::NoSuchRoom, "there is no such room"};
    const auto address =
        where(who, [&](const Server& server) { return server.lobby_.address_of(who, *seat); });
    if (!address)
        return Failed{Failure::NotPossible, "nobody is connected in this seat"};
    if (address->is_this_machine())
        return Failed{Failure::NotPossible, "this player is on the server's own machine, or behind "
                                            "a proxy that --trusted-proxy doesn't name"};
    return core::Network{*address, address->kind == core::Address::Kind::V4 ? 32 : 64};
}

Answer Server::do_command(const admin::Kick& command) {
    std::size_t count = 0;
    if (command.seat) {
        if (!has_room(command.who))
            return Failed{Failure::NoSuchRoom, "there is no such room"};
        where(command.who, [&](Server& server) {
            server.decide([&](core::Output& output) {
                count = server.lobby_.kick(command.who, *command.seat, server.now(), output);
            });
        });
    } else {
        const auto found = network_of(command.who, {});
        if (const auto* failed = std::get_if<Failed>(&found))
            return *failed;
        count = kick(std::get<core::Network>(found));
    }
    return Done{count_of_connections(count) + " closed"};
}

// Durable before anybody is told: in a database, by `store_bans`.
void Server::set_bans(core::Bans bans) {
    if (data_directory_)
        save_bans(*data_directory_ / bans_name, bans.all(now()));
    use_bans(bans);
    bans_due_ = database_.has_value();
}

// Each thread needs them for the sessions that come to it.
void Server::use_bans(const core::Bans& bans) {
    everywhere([&](Server& server) { server.bans_ = bans; });
}

asio::awaitable<bool> Server::store_bans() {
    const auto answer = std::make_shared<std::optional<core::Stored>>();
    store_->keep_companion(std::string(bans_name), admin::encode_bans(bans_.all(now())),
                           [this, answer](core::Stored result) {
                               asio::post(context_, [answer, result] { *answer = result; });
                           });
    return is_stored([answer] { return *answer; });
}

Answer Server::do_command(const admin::AddBan& command) {
    if (auto failed = keeps_no_guests())
        return *std::move(failed);
    const auto found = network_of(command.who, command.seat);
    if (const auto* failed = std::get_if<Failed>(&found))
        return *failed;
    core::Ban ban{std::get<core::Network>(found), now(), std::nullopt};
    if (command.lasts_for)
        ban.until = ban.since + seconds(*command.lasts_for);
    core::Bans bans = bans_;
    bans.add(ban);
    set_bans(std::move(bans));
    const std::size_t count = kick(ban.network);
    return Done{admin::to_string(ban.network) + " is banned; " + count_of_connections(count) +
                " closed"};
}

Answer Server::do_command(const admin::RemoveBan& command) {
    if (auto failed = keeps_no_guests())
        return *std::move(failed);
    const auto network = admin::parse_network(command.address);
    core::Bans bans = bans_;
    if (!network || !bans.remove(*network))
        return Failed{Failure::NotPossible, "there is no such ban; `bans` lists them"};
    set_bans(std::move(bans));
    for (const core::Ban& wider : bans_.all(now()))
        if (wider.network.bits < network->bits && wider.network.contains(network->address))
            return Done{"this ban has ended, but " + admin::to_string(wider.network) +
                        ", which includes " + admin::to_string(*network) + ", is still banned"};
    return Done{admin::to_string(*network) + " is no longer banned"};
}

Answer Server::do_command(const admin::ListBans&) {
    return admin::BanList{bans_.all(now())};
}

} // namespace jaipur::server::shell
