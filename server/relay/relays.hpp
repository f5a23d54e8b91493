// Sessions whose room another server has. Any server takes any connection; if a request names a
// room elsewhere, the server relays the session: it passes on messages both ways, byte for byte,
// until the owner of the room sends one back that isn't for it. A room has one owner, and only the
// owner decides anything about it. A server that works alone has none of this.
#pragma once

#include "protocol/close_code.hpp"
#include "server/core/chance.hpp"
#include "server/core/delivery.hpp"
#include "server/core/limits.hpp"
#include "server/core/owners.hpp"
#include "server/net/session_connection.hpp"
#include "server/net/socket.hpp"
#include "server/relay/handshake.hpp"
#include "server/relay/routes.hpp"

#include <boost/asio/ip/tcp.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace jaipur::server::relay {

// What relays need of the server.
struct Host {
    // What the lobby knows about a session.
    struct Visitor {
        Client client;
        bool is_in_room = false;
        std::size_t unanswered = 0; // requests
    };

    std::function<std::optional<Visitor>(core::SessionId)> visitor;
    std::function<net::SessionConnection*(core::SessionId)> connection; // null: it has ended
    // Serves a message here, wherever it leads.
    std::function<void(core::SessionId, std::string_view)> serve;
    // Reads on, as soon as the session has few enough unanswered requests here.
    std::function<void(core::SessionId)> read_on;
    // Whether it may ask now. If not, to be served here means to be refused (rate_limited).
    std::function<bool(core::SessionId)> may_ask;
    std::function<bool(const WhoHas&)> has;
    // Whether it knows all rooms of its slots: it isn't reading some.
    std::function<bool()> knows_all;
    // Whether this server can say what this pass to a private server is worth.
    std::function<bool(const core::TokenHash&)> knows_pass;
    // What another server has found out about a client: that it has a pass.
    std::function<void(core::SessionId, const Client&)> learned;
    // HOST:PORT, where this server reaches itself as others do.
    std::function<std::string()> own_address;
    // Begins a session that another server relays.
    std::function<core::SessionId(const std::shared_ptr<net::SessionConnection>&, const Client&)>
        begin;
    // Kept by a connection as long as it lives; `keep` registers the connection.
    using Make = std::function<std::shared_ptr<net::SessionConnection>(std::shared_ptr<void>)>;
    std::function<void(const Make&)> keep;
};

struct Settings {
    std::string secret;
    boost::asio::ip::tcp::endpoint listen; // for other servers
};

struct Figures {
    std::uint64_t relayed = 0, received = 0; // sessions now: to others, from others
    // Since the start: relays that began and those that were lost; connections by others.
    std::uint64_t begun = 0, lost = 0, refused = 0;
};

class Relays : public Routes {
  public:
    virtual void start() = 0;
    // Takes nothing more from other servers.
    virtual void stop() = 0;

    // Some slots have other owners now, or are served here.
    virtual void owners_changed() = 0;

    virtual Figures figures() const = 0;
    virtual boost::asio::ip::tcp::endpoint endpoint() const = 0;
};

// Everything lives as long as the relays. Throws boost::system::system_error if it can't listen.
std::unique_ptr<Relays> make_relays(const net::Executor& executor, const Settings& settings,
                                    const core::Limits& limits, const core::Owners& owners,
                                    core::Entropy entropy, Host host);

} // namespace jaipur::server::relay
