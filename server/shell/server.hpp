// The shell around the core: connections, the store, the clock and the log. It passes messages to
// the lobby, carries out the lobby's output, and decides nothing about a game. Everything here runs
// on the one thread that runs the context. With several threads, each has a server: the first one
// listens, and speaks HTTP and with the operator (server_threads.cpp).
#pragma once

#include "server/admin/answer.hpp"
#include "server/admin/listener.hpp"
#include "server/core/bans.hpp"
#include "server/core/connection_quota.hpp"
#include "server/core/delivery.hpp"
#include "server/core/lobby/lobby.hpp"
#include "server/core/outbox.hpp"
#include "server/net/flusher.hpp"
#include "server/net/http.hpp"
#include "server/net/listener.hpp"
#include "server/net/timekeeper.hpp"
#include "server/net/websocket.hpp"
#include "server/push/sender.hpp"
#include "server/relay/relays.hpp"
#include "server/relay/thread_routes.hpp"
#include "server/shell/audit_log.hpp"
#include "server/shell/certificates.hpp"
#include "server/shell/clock.hpp"
#include "server/shell/cluster.hpp"
#include "server/shell/crowd.hpp"
#include "server/shell/hasher.hpp"
#include "server/shell/metrics.hpp"
#include "server/shell/open_connections.hpp"
#include "server/shell/options.hpp"
#include "server/shell/passed_sockets.hpp"
#include "server/shell/request_times.hpp"
#include "server/shell/storage.hpp"
#include "server/shell/thinker.hpp"
#include "server/store/store.hpp"

#include <boost/asio/awaitable.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

namespace jaipur::server::shell {

// The admin socket that the operator asked for can't be created.
struct AdminSocketError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

// Other servers couldn't reach this one: it can't listen for them.
struct ClusterListenError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

class Server {
  public:
    // It may add hooks.
    using MakeStore = std::function<std::unique_ptr<store::Store>(StoreHooks)>;

    // Restores the stored rooms and starts listening. Damaged rooms are left out. Throws
    // boost::system::system_error if it can't listen, net::TlsError if it can't use its
    // certificate, AdminSocketError, ClusterListenError, and what the store throws if it can't be
    // read.
    Server(boost::asio::io_context& context, const Serve& options, net::Page page,
           core::Entropy entropy, const MakeStore& make_store);
    Server(const Server&) = delete;
    Server& operator=(const Server&) = delete;
    ~Server();

    // The context runs out of work once the server has stopped.
    void start();
    // Takes no new rooms or connections, stores and tells everything, then closes all with 1012.
    void stop();

    // Closes all with 1012 at once: another server has the rooms now.
    void close_all();

    // Called once when it begins to stop, whatever the reason.
    void when_stopping(std::function<void()> call) { stopping_begins_ = std::move(call); }

    bool is_stopping() const { return stopping_; }

    // Takes over what can change while it runs (see reload.hpp), and reads the certificate again.
    void reload(const Serve& options);

    Endpoint endpoint() const { return endpoint_; }

    bool has_threads() const { return threads_ != nullptr; } // more than one

    std::optional<Endpoint> metrics_endpoint() const;
    std::optional<Endpoint> redirect_endpoint() const;
    std::optional<Endpoint> cluster_endpoint() const;
    // The host of the certificate, maybe empty; nothing without TLS.
    std::optional<std::string> tls_host() const;

  private:
    class Node;
    class Threads;

    // The place of a server among those of all threads.
    struct Place {
        std::size_t number = 0;
        Threads* threads = nullptr; // null: there is only one
    };

    Server(boost::asio::io_context& context, const Serve& options, net::Page page,
           core::Entropy entropy, const MakeStore& make_store, Place place);

    using Sessions = std::unordered_map<core::SessionId, std::shared_ptr<net::SessionConnection>>;

    void listen(net::Listener& listener, const net::Site& site);
    void accepted(net::Socket socket, const net::Site& site);
    boost::asio::awaitable<void> serve(std::shared_ptr<net::WebSocket> socket,
                                       const net::Site& site);
    bool received(core::SessionId session, std::string_view text);
    void serve(core::SessionId session, Result<protocol::Request, protocol::Error> request,
               std::chrono::steady_clock::time_point arrived);
    bool has_to_wait(core::SessionId session) const;
    void read_on();
    boost::asio::awaitable<void> shut_down();
    core::SessionId begin_session(const std::shared_ptr<net::SessionConnection>& connection,
                                  net::WebSocket::Opened opened);
    net::SessionConnection::Hooks hooks(core::SessionId session,
                                        core::ConnectionQuota::Ticket ticket);
    void end_session(core::SessionId session);
    void close_failed(core::SessionId session);
    std::unique_ptr<store::Store> open_store(const MakeStore& make_store);
    void recover();
    void damaged(const store::Damage& damage);
    void damaged_rooms(const std::vector<core::RoomCode>& rooms);
    std::unique_ptr<Cluster> cluster(const Serve& options);      // server_cluster.cpp
    std::unique_ptr<relay::Relays> relays(const Serve& options); // server_relays.cpp
    relay::Host relay_host();
    relay::Host routes_host(); // server_connections.cpp
    void learn(core::SessionId session, const relay::Client& client);
    std::optional<admin::Failed> keeps_no_guests() const;
    bool moves_out() const;
    void hashed(core::SessionId session, const std::optional<core::HashedPassword>& hash);
    void thought(const core::Thought& thought);
    void stored(std::uint64_t first, std::uint64_t last, core::Stored result);
    void housekeeping(core::Output& output);
    void keep(core::GuestChange change);
    void use_privacy(const Serve& options);
    void warn_if_nobody_gets_in(const Serve& options) const;
    std::optional<push::PrivateKey> push_key(const Serve& options);
    void begin_pushing(const Serve& options, const push::PrivateKey& key);
    void send(core::Push push);
    void pushed(const core::Push& push, push::Result result);
    void push_gone(const core::Push& push);
    template <class Decision>
    void decide(Decision decision);
    void carry_out(core::Output& output);
    enum class Priority : std::uint8_t { Now, Later };
    void deliver(const std::vector<core::Delivery>& deliveries);
    void carry_out(const core::Delivery& delivery, Priority priority);
    void carry_out(const core::Send& send, Priority priority);
    void carry_out(const core::Disconnect& disconnect);
    void send_later(core::SessionId session, net::SessionConnection& connection,
                    core::Outgoing outgoing);
    void serve_waiting(core::SessionId session);
    void flushed();
    void set_timer();
    void tick();
    net::Site game_site(const Serve& options, net::Page page);
    net::Site metrics_site();
    std::unique_ptr<Certificates> certificates(const Serve& options);
    void require_tls(net::Site& site);
    net::Site redirect_site(const Serve& options) const;
    bool uses_tls(const net::Site& site) const;
    Metrics metrics() const;
    struct Figures;
    Figures figures() const; // server_metrics.cpp
    std::string metrics_text();
    bool is_ready() const;
    void change_limits(const core::Limits& limits);
    core::Time now();

    // For the operator (server_admin.cpp).
    void begin_administration(const Serve& options);
    boost::asio::awaitable<std::string> administer(admin::Peer peer, std::string line);
    boost::asio::awaitable<admin::Answer> carry_out_command(admin::Command command);
    boost::asio::awaitable<admin::Answer> back_up(admin::MakeBackup command);
    admin::Answer do_command(const admin::ShowStatus& command);
    admin::Answer do_command(const admin::ListRooms& command);
    admin::Answer do_command(const admin::SetLogLevel& command);
    admin::Answer do_command(const admin::ShowLimits& command);
    // Against people, and to everybody (server_operator.cpp).
    boost::asio::awaitable<admin::Answer> end_match(admin::EndMatch command);
    admin::Answer do_command(const admin::Announce& command);
    admin::Answer do_command(const admin::Drain& command);
    admin::Answer do_command(const admin::Kick& command);
    admin::Answer do_command(const admin::AddBan& command);
    admin::Answer do_command(const admin::RemoveBan& command);
    admin::Answer do_command(const admin::ListBans& command);
    // On a private server (server_guests.cpp).
    boost::asio::awaitable<admin::Answer> invite(admin::Invite command);
    boost::asio::awaitable<admin::Answer> revoke(admin::Revoke command);
    // Looks for the answer again and again; whether the store has kept it.
    boost::asio::awaitable<bool> is_stored(std::function<std::optional<core::Stored>()> answer);
    boost::asio::awaitable<bool> is_stored(std::uint64_t change);
    admin::Answer do_command(const admin::ListInvitations& command);
    std::string url() const;
    std::variant<core::Network, admin::Failed> network_of(const std::string& who,
                                                          std::optional<Seat> seat);
    bool has_room(const std::string& text);
    void drain_lobbies(bool on);
    std::size_t matches_to_wait_for();
    std::size_t kick(const core::Network& network); // returns how many
    void set_bans(core::Bans bans);
    void use_bans(const core::Bans& bans);
    boost::asio::awaitable<bool> store_bans();
    boost::asio::awaitable<void> stop_when_drained();

    // Several threads (server_threads.cpp). These wait for other threads, so only the first one,
    // which no other waits for, may call them.
    // Does it with the server that has this room; the text may be anything.
    template <class Do>
    auto where(std::string_view room, Do what);
    // Does it with the servers of all threads, one after the other.
    template <class Do>
    void everywhere(Do what);
    // Adds up what the servers of all threads return.
    template <class Count>
    std::size_t sum(Count count);
    std::unique_ptr<Threads> threads(const Serve& options);
    // The same ticket, which ends on this thread, wherever it is let go.
    core::ConnectionQuota::Ticket at_home(core::ConnectionQuota::Ticket ticket);
    void join(Threads& threads);

    bool is_first() const { return place_.number == 0; }

    bool can_leave(core::SessionId session);
    relay::Moving leave(core::SessionId session);
    void arrive(relay::Moving moving);

    const Place place_;
    boost::asio::io_context& context_;
    const core::Limits whole_limits_;                  // of all threads, at the start
    core::Limits limits_;                              // of this one; connections refer to them
    const std::unique_ptr<Certificates> certificates_; // null: plain connections
    Clock clock_;
    core::Lobby lobby_;
    Metrics metrics_;
    RequestTimes request_times_;
    std::set<std::string> damaged_replays_; // logged; also while the store is opened
    std::unique_ptr<Threads> threads_;      // of the first thread; null if there is no other
    std::unique_ptr<store::Store> store_;
    std::unique_ptr<Cluster> cluster_;                   // null: this server works alone
    std::unique_ptr<relay::Relays> relays_;              // likewise
    std::unique_ptr<relay::ThreadRoutes> thread_routes_; // null: there is only one thread
    relay::Routes* routes_ = nullptr;                    // one of the two
    const std::optional<PassedSockets> passed_;          // of the first thread
    std::optional<net::Listener> listener_;              // likewise
    const Endpoint endpoint_;
    std::optional<net::Listener> metrics_listener_, redirect_listener_;
    core::ConnectionQuota connection_quota_;
    net::Site site_;
    const net::Site metrics_site_;
    net::Site redirect_site_;
    std::shared_ptr<net::Timekeeper> timekeeper_; // for all connections
    std::shared_ptr<OpenConnections> open_;
    Sessions sessions_;
    // With several threads: what their sessions take along.
    std::unordered_map<core::SessionId, core::ConnectionQuota::Ticket> tickets_;
    std::vector<core::Delivery> spare_; // empty; keeps its capacity
    std::vector<std::shared_ptr<net::SessionConnection>>
        written_to_; // by this decision; only those that the flusher can't serve
    std::shared_ptr<net::Flusher> flusher_;
    Crowd crowd_;
    std::vector<core::SessionId> served_;  // from a crowd, until the flush
    std::vector<core::SessionId> waiting_; // with too many unanswered requests
    core::SessionId last_session_ = 0;
    core::Encoder encode_;
    std::optional<std::string> public_url_;
    std::uint64_t records_due_ = 0; // appended but not answered yet; changes of the guest book, too
    std::uint64_t hashes_due_ = 0;  // the same of passwords
    boost::asio::steady_timer timer_;
    Hasher hasher_;
    Thinker thinker_;
    std::optional<push::Sender> sender_; // if the operator wants it
    std::optional<admin::Listener> admin_;
    std::optional<AuditLog> audit_log_;
    std::optional<std::filesystem::path> data_directory_; // empty: stored elsewhere, or nowhere
    std::optional<Serve::Database> database_;
    core::Bans bans_;
    bool bans_due_ = false; // changed and not stored yet
    bool backing_up_ = false;
    bool draining_ = false;
    bool waits_for_matches_ = false; // to stop after them
    std::optional<core::Time> timer_set_to_;
    std::function<void()> stopping_begins_;
    bool stopping_ = false;
    bool stopped_ = false;
};

// A decision holds even if a bug cuts the rest short.
template <class Decision>
void Server::decide(Decision decision) {
    if (cluster_)
        cluster_->check_leases();
    core::Output output;
    output.deliveries = std::exchange(spare_, {}); // reuses its capacity
    try {
        decision(output);
    } catch (...) {
        carry_out(output);
        throw;
    }
    carry_out(output);
    output.deliveries.clear();
    spare_ = std::move(output.deliveries);
}

} // namespace jaipur::server::shell
