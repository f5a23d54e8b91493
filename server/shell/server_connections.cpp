// The server and its connections: who is accepted, and the sessions of WebSockets.
#include "protocol/codec.hpp"
#include "server/log/log.hpp"
#include "server/shell/guarded.hpp"
#include "server/shell/server.hpp"

#include <boost/asio/co_spawn.hpp>

#include <algorithm>
#include <exception>
#include <utility>

namespace jaipur::server::shell {

namespace asio = boost::asio;
using std::chrono::milliseconds;

void Server::listen(net::Listener& listener, const net::Site& site) {
    asio::co_spawn(context_, listener.run([this, &site](net::Socket socket) {
        accepted(std::move(socket), site);
    }),
                   [](const std::exception_ptr& failed) {
                       if (failed)
                           log::error("listener failed");
                   });
}

void Server::accepted(net::Socket socket, const net::Site& site) {
    ++metrics_.connections;
    boost::system::error_code gone;
    const auto peer = socket.remote_endpoint(gone).address();
    const bool is_proxy = std::ranges::any_of(
        site.trusted_proxies, [&](const auto& proxies) { return proxies.contains(peer); });
    const core::Address from = is_proxy ? core::Address{} : net::address_of(peer);
    // The operator needs metrics most when strangers have taken all connections.
    const core::ConnectionQuota::Ticket admission =
        &site == &metrics_site_ ? open_ : at_home(connection_quota_.connection(from, now()));
    if (stopping_ || !admission ||
        (uses_tls(site) && !connection_quota_.may_shake_hands(from, now()))) {
        ++metrics_.hung_up;
        return;
    }
    auto tls = uses_tls(site) ? certificates_->session(socket.native_handle()) : nullptr;
    const auto connection = open_->add(admission, [&](const std::shared_ptr<void>& ticket) {
        return net::make_websocket(std::move(socket), std::move(tls), timekeeper_, limits_, ticket);
    });
    asio::co_spawn(context_, serve(connection, site),
                   [connection](const std::exception_ptr& failed) {
                       if (!failed)
                           return; // it has ended normally
                       log::error("connection failed");
                       connection->abort();
                   });
}

asio::awaitable<void> Server::serve(std::shared_ptr<net::WebSocket> socket, const net::Site& site) {
    auto opened = co_await socket->open(site);
    if (opened)
        begin_session(socket, std::move(*opened));
}

net::SessionConnection::Hooks Server::hooks(core::SessionId id,
                                            core::ConnectionQuota::Ticket ticket) {
    if (thread_routes_)
        tickets_.emplace(id, ticket);
    const auto message = [this, id, ticket = std::move(ticket)](std::string_view text) {
        try {
            return received(id, text);
        } catch (const std::exception& error) {
            log_failure("session failed", error);
            close_failed(id);
            return false;
        }
    };
    const auto round_trip = [this, id](milliseconds time) {
        guarded("lag failed", [&] {
            decide([&](core::Output& output) { lobby_.lag(id, time, now(), output); });
            if (routes_)
                routes_->lag(id, time);
        });
    };
    net::SessionConnection::Hooks hooks{message, round_trip, [this, id] { end_session(id); }, {}};
    if (routes_)
        hooks.drained = [this, id] { routes_->drained(id); };
    return hooks;
}

core::SessionId Server::begin_session(const std::shared_ptr<net::SessionConnection>& connection,
                                      net::WebSocket::Opened opened) {
    const core::SessionId id = ++last_session_;
    sessions_.emplace(id, connection);
    // From here on its end is reported, whatever fails.
    connection->start(hooks(id, at_home(std::move(opened.ticket))));
    lobby_.connected(id, opened.from, now());
    set_timer();
    log::debug("session began", {{"session", static_cast<std::int64_t>(id)}});
    return id;
}

void Server::end_session(core::SessionId id) {
    const auto found = sessions_.find(id);
    if (found == sessions_.end())
        return; // more than one way leads here
    sessions_.erase(found);
    tickets_.erase(id);
    request_times_.forget(id);
    std::erase(waiting_, id);
    if (routes_)
        routes_->ended(id);
    guarded("leaving failed",
            [&] { decide([&](core::Output& output) { lobby_.disconnected(id, now(), output); }); });
    log::debug("session ended", {{"session", static_cast<std::int64_t>(id)}});
}

// ---- for the routes ----------------------------------------------------------------------------

void Server::learn(core::SessionId id, const relay::Client& client) {
    if (client.guest)
        lobby_.vouch(id, *client.guest, client.guest_for, now());
    if (client.lag)
        decide([&](core::Output& output) { lobby_.lag(id, *client.lag, now(), output); });
}

relay::Host Server::routes_host() {
    relay::Host host;
    host.visitor = [this](core::SessionId id) -> std::optional<relay::Host::Visitor> {
        const auto visitor = lobby_.visitor(id, now());
        if (!visitor)
            return std::nullopt;
        return relay::Host::Visitor{
            {visitor->from, visitor->guest, visitor->guest_for, visitor->lag},
            visitor->is_in_room,
            lobby_.backlog(id)};
    };
    host.connection = [this](core::SessionId id) {
        const auto found = sessions_.find(id);
        return found == sessions_.end() ? nullptr : found->second.get();
    };
    host.serve = [this](core::SessionId id, std::string_view text) {
        serve(id, protocol::decode(text), std::chrono::steady_clock::now());
    };
    host.read_on = [this](core::SessionId id) {
        waiting_.push_back(id);
        read_on();
    };
    host.may_ask = [this](core::SessionId id) { return lobby_.may_ask(id, now()); };
    host.has = [this](const relay::WhoHas& seat) {
        return seat.what == relay::WhoHas::What::Token ? lobby_.has_token(seat.hash)
                                                       : lobby_.has_key(seat.hash, now());
    };
    host.knows_pass = [this](const core::TokenHash& pass) { return lobby_.knows_pass(pass); };
    host.begin = [this](const std::shared_ptr<net::SessionConnection>& connection,
                        const relay::Client& client) {
        const auto id = begin_session(connection, {client.from, nullptr});
        learn(id, client);
        return id;
    };
    return host;
}

} // namespace jaipur::server::shell
