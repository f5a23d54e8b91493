// The server as one of several: who has which rooms, and the sessions that go to the others.
#include "protocol/codec.hpp"
#include "server/shell/endpoint.hpp"
#include "server/shell/entropy.hpp"
#include "server/shell/server.hpp"

#include <boost/asio/ip/tcp.hpp>
#include <boost/system/system_error.hpp>

#include <string>
#include <utility>

namespace jaipur::server::shell {

namespace asio = boost::asio;

namespace {

// Where the others reach this server is where it listens for them, unless it should elsewhere.
Endpoint listening_endpoint(asio::io_context& context, const Serve::Database::Cluster& cluster) {
    if (cluster.listen)
        return *cluster.listen;
    const auto colon = cluster.address.rfind(':');
    std::string host = cluster.address.substr(0, colon);
    if (host.starts_with('['))
        host = host.substr(1, host.size() - 2);
    boost::system::error_code unknown;
    const auto found = asio::ip::tcp::resolver(context).resolve(
        host, cluster.address.substr(colon + 1), asio::ip::tcp::resolver::passive, unknown);
    if (unknown || found.empty())
        throw ClusterListenError("can't resolve --cluster-address " + cluster.address + ": " +
                                 unknown.message());
    return found.begin()->endpoint();
}

} // namespace

std::unique_ptr<relay::Relays> Server::relays(const Serve& options) {
    if (!cluster_)
        return nullptr;
    const Serve::Database::Cluster& cluster = *options.store->cluster;
    const Endpoint endpoint = listening_endpoint(context_, cluster);
    try {
        return relay::make_relays(context_.get_executor(), {cluster.secret, endpoint}, limits_,
                                  cluster_->owners(), system_entropy(), relay_host());
    } catch (const boost::system::system_error& error) {
        throw ClusterListenError("can't listen for other servers on " + to_string(endpoint) + ": " +
                                 error.code().message() +
                                 (error.code() == boost::system::errc::address_not_available
                                      ? ". If that isn't an address of this machine, set "
                                        "--cluster-listen"
                                      : ""));
    }
}

void Server::learn(core::SessionId id, const relay::Client& client) {
    if (client.guest)
        lobby_.vouch(id, *client.guest, client.guest_for, now());
    if (client.lag)
        decide([&](core::Output& output) { lobby_.lag(id, *client.lag, now(), output); });
}

relay::Host Server::relay_host() {
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
    host.knows_all = [this] { return !cluster_->is_adopting(); };
    host.knows_pass = [this](const core::TokenHash& pass) { return lobby_.knows_pass(pass); };
    host.learned = [this](core::SessionId id, const relay::Client& client) { learn(id, client); };
    host.own_address = [this] { return to_string(reached_locally(relays_->endpoint())); };
    host.begin = [this](const std::shared_ptr<net::SessionConnection>& connection,
                        const relay::Client& client) {
        const auto id = begin_session(connection, {client.from, nullptr});
        learn(id, client);
        return id;
    };
    host.keep = [this](const relay::Host::Make& make) {
        open_->add(open_, [&](std::shared_ptr<void> ticket) { return make(std::move(ticket)); });
    };
    return host;
}

} // namespace jaipur::server::shell
