// The server as one of several: who has which rooms, and the sessions that go to the others.
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

relay::Host Server::relay_host() {
    relay::Host host = routes_host();
    host.knows_all = [this] { return !cluster_->is_adopting(); };
    host.learned = [this](core::SessionId id, const relay::Client& client) { learn(id, client); };
    host.own_address = [this] { return to_string(reached_locally(relays_->endpoint())); };
    host.keep = [this](const relay::Host::Make& make) {
        open_->add(open_, [&](std::shared_ptr<void> ticket) { return make(std::move(ticket)); });
    };
    return host;
}

} // namespace jaipur::server::shell
