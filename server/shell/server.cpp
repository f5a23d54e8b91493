#include "server/shell/server.hpp"

#include "protocol/codec.hpp"
#include "server/log/log.hpp"
#include "server/net/as_values.hpp"
#include "server/shell/ban_file.hpp"
#include "server/shell/guarded.hpp"
#include "server/shell/match_log.hpp"
#include "server/shell/server_threads.hpp"
#include "server/shell/storage.hpp"

#include <boost/asio/co_spawn.hpp>

#include <algorithm>
#include <exception>
#include <utility>

namespace jaipur::server::shell {

namespace asio = boost::asio;
using net::as_values;
using std::chrono::milliseconds;
using std::chrono::steady_clock;

namespace {

// How many connections are written to at once, so that each gets all of a decision's messages in
// one call to the system. Players come first; the others are a crowd.
constexpr std::size_t written_at_once = 16;
// How often a stopping server checks whether it is done.
constexpr milliseconds stopping_step{5};

} // namespace

// ---- the path of a request ---------------------------------------------------------------------
// Receive, decode, decide, store; once it is stored, the lobby's messages are encoded and sent.

bool Server::received(core::SessionId id, std::string_view text) {
    if (routes_)
        if (const auto on = routes_->received(id, text))
            return *on;
    const auto arrived = steady_clock::now();
    auto request = protocol::decode(text);
    if (routes_ && request)
        if (const auto on = routes_->received(id, request->body, text))
            return *on;
    serve(id, std::move(request), arrived);
    if (!has_to_wait(id))
        return true;
    waiting_.push_back(id);
    return false;
}

void Server::serve(core::SessionId id, Result<protocol::Request, protocol::Error> request,
                   steady_clock::time_point arrived) {
    ++metrics_.requests;
    request_times_.received(id, arrived);
    decide([&](core::Output& output) {
        lobby_.received(id, std::move(request), clock_.look(arrived), output);
    });
}

void Server::stored(std::uint64_t first, std::uint64_t last, core::Stored result) {
    const auto at = steady_clock::now();
    for (std::uint64_t record = first; record <= last; ++record) {
        --records_due_;
        if (const auto session = lobby_.requester(record);
            session && result == core::Stored::Durable)
            request_times_.stored(*session, at);
        ++(result == core::Stored::Durable ? metrics_.records : metrics_.records_refused);
        decide([&](core::Output& output) { lobby_.stored(record, result, now(), output); });
    }
    read_on();
}

void Server::hashed(core::SessionId id, const std::optional<core::HashedPassword>& hash) {
    --hashes_due_;
    bool failed = !hash;
    if (failed)
        log::error("hashing failed");
    try {
        decide([&](core::Output& output) { lobby_.hashed(id, hash, now(), output); });
    } catch (const std::exception& error) {
        log_failure("joining failed", error);
        failed = true;
    }
    if (failed)
        close_failed(id);
    read_on(); // also after a failure: others wait
}

void Server::thought(const core::Thought& thought) {
    guarded("a bot can't act",
            [&] { decide([&](core::Output& output) { lobby_.thought(thought, now(), output); }); });
}

void Server::close_failed(core::SessionId id) {
    if (const auto found = sessions_.find(id); found != sessions_.end())
        found->second->close(protocol::CloseCode::InternalError);
}

void Server::carry_out(core::Output& output) {
    records_due_ += output.records.size();
    hashes_due_ += output.passwords.size();
    metrics_.matches_begun += output.begun.size();
    metrics_.matches_finished += output.finished.size();
    log_matches(output);
    if (!output.records.empty())
        store_->append(std::move(output.records)); // answers by `stored`
    for (core::GuestChange& change : output.guest_changes)
        keep(std::move(change));
    for (core::PasswordToHash& password : output.passwords)
        hasher_.hash(std::move(password)); // answers by `hashed`
    for (core::ToThink& what : output.thoughts)
        thinker_.think(std::move(what)); // answers by `thought`
    housekeeping(output);
    for (const core::Slot slot : output.released)
        store_->release(slot);
    for (core::Push& push : output.pushes)
        send(std::move(push));
    for (const core::Delivery& delivery : output.deliveries)
        std::visit([this](const auto& what) { carry_out(what); }, delivery);
    for (const auto& socket : written_to_)
        socket->flush();
    written_to_.clear();
    request_times_.written();
    if (routes_)
        routes_->settled();
    set_timer();
}

void Server::carry_out(const core::Send& send) {
    const auto found = sessions_.find(send.to);
    if (found == sessions_.end())
        return;
    const auto socket = found->second;
    request_times_.sent(send);
    if (const auto* error = std::get_if<protocol::Error>(send.message.get()))
        ++(error->rule.empty() ? metrics_.errors[error->code] : metrics_.refused_by_rules);
    try {
        write(send.to, socket, encode_(send.message));
    } catch (const std::exception& error) { // the others still get theirs
        log_failure("sending failed", error);
        socket->close(protocol::CloseCode::InternalError);
    }
}

void Server::write(core::SessionId id, const std::shared_ptr<net::SessionConnection>& to,
                   core::Outgoing outgoing) {
    const bool is_written_to = !written_to_.empty() && written_to_.back() == to;
    if (is_written_to || written_to_.size() < written_at_once) {
        to->send(std::move(outgoing));
        if (!is_written_to)
            written_to_.push_back(to);
        return;
    }
    // With something queued, it is in the crowd already, or its peer reads slowly.
    const bool waits = to->queued() > 0;
    to->queue(std::move(outgoing));
    if (!waits)
        crowd_.add(id);
}

void Server::serve_waiting(core::SessionId id) {
    const auto found = sessions_.find(id);
    if (found == sessions_.end())
        return;
    const auto socket = found->second;
    socket->flush();
    if (routes_ && !socket->is_blocked())
        routes_->drained(id);
}

void Server::carry_out(const core::Disconnect& disconnect) {
    if (disconnect.exception != nullptr)
        log::error("session failed", {{"type", disconnect.exception}});
    if (const auto found = sessions_.find(disconnect.session); found != sessions_.end())
        found->second->close(disconnect.code);
}

// Backpressure: stop reading from sessions with too many unanswered requests, and from those that
// will be closed after their last answer.
bool Server::has_to_wait(core::SessionId id) const {
    return sessions_.contains(id) &&
           (!lobby_.accepts_requests(id) || lobby_.backlog(id) >= limits_.backlog);
}

// Some sessions may have fewer unanswered requests now.
void Server::read_on() {
    std::vector<core::SessionId> ready;
    std::erase_if(waiting_, [&](core::SessionId id) {
        if (has_to_wait(id))
            return false;
        ready.push_back(id);
        return true;
    });
    for (const core::SessionId id : ready)
        if (const auto found = sessions_.find(id); found != sessions_.end())
            found->second->read_on();
}

// ---- time --------------------------------------------------------------------------------------

core::Time Server::now() {
    return clock_.look(steady_clock::now());
}

void Server::set_timer() {
    const auto deadline = lobby_.deadline();
    // After a tick no timer is set: if there is no deadline either, the clock has to know.
    if (stopped_ || (deadline && deadline == timer_set_to_))
        return;
    timer_set_to_ = deadline;
    const auto next_look = clock_.wait_for(deadline);
    if (!next_look) {
        timer_.cancel();
        return;
    }
    timer_.expires_at(*next_look);
    timer_.async_wait([this](const boost::system::error_code& error) {
        if (!error)
            guarded("tick failed", [this] { tick(); });
    });
}

// Before the deadline, it only looks at the clock.
void Server::tick() {
    timer_set_to_.reset();
    decide([&](core::Output& output) { lobby_.tick(now(), output); });
}

// ---- beginning and end -------------------------------------------------------------------------

Server::Server(asio::io_context& context, const Serve& options, net::Page page,
               core::Entropy entropy, const MakeStore& make_store)
    : Server(context, options, page, entropy, make_store, {}) {
    if (options.metrics)
        metrics_listener_.emplace(context.get_executor(), *options.metrics);
    if (options.tls)
        redirect_listener_ = passed_->redirect(context.get_executor(), options.redirect);
    else
        passed_->warn_of_unused_redirect();
    cluster_ = cluster(options);
    relays_ = relays(options);
    if (relays_)
        routes_ = relays_.get();
    const auto key = push_key(options); // before the store begins its work
    database_ = options.store;
    if (const auto bans = store_->companion(bans_name))
        bans_ = core::Bans(bans_in(*bans));
    if (threads_)
        threads_->add_others(options, entropy);
    recover();
    if (key)
        everywhere([&](Server& server) { server.begin_pushing(options, *key); });
    use_privacy(options);
    begin_administration(options);
    warn_if_nobody_gets_in(options);
}

Server::Server(asio::io_context& context, const Serve& options, net::Page page,
               core::Entropy entropy, const MakeStore& make_store, Place place)
    : place_(place), context_(context), whole_limits_(options.limits),
      limits_(core::share_of(options.limits, options.threads)),
      certificates_(is_first() ? certificates(options) : nullptr),
      clock_(std::chrono::floor<milliseconds>(std::chrono::system_clock::now()),
             steady_clock::now()),
      lobby_(limits_, entropy), threads_(is_first() ? threads(options) : nullptr),
      store_(open_store(make_store)),
      passed_(is_first() ? std::optional(PassedSockets()) : std::nullopt),
      listener_(passed_ ? std::optional(passed_->listen(context.get_executor(), options.listen))
                        : std::nullopt),
      endpoint_(listener_ ? listener_->endpoint() : Endpoint()), connection_quota_(limits_),
      site_(game_site(options, page)), metrics_site_(metrics_site()),
      redirect_site_(redirect_site(options)),
      timekeeper_(std::make_shared<net::Timekeeper>(context.get_executor())),
      open_(std::make_shared<OpenConnections>()),
      crowd_(context.get_executor(),
             [this](core::SessionId session) {
                 guarded("writing to a crowd failed", [&] { serve_waiting(session); });
             }),
      timer_(context),
      hasher_(context.get_executor(),
              [this](core::SessionId session, const auto& hash) { hashed(session, hash); }),
      thinker_(context.get_executor(), options.bot_threads, std::move(entropy),
               [this](const core::Thought& answer) { thought(answer); }) {
    if (Threads* const all = threads_ ? threads_.get() : place.threads)
        join(*all);
}

std::optional<Endpoint> Server::metrics_endpoint() const {
    return metrics_listener_ ? std::optional(metrics_listener_->endpoint()) : std::nullopt;
}

std::optional<Endpoint> Server::cluster_endpoint() const {
    return relays_ ? std::optional(relays_->endpoint()) : std::nullopt;
}

void Server::start() {
    if (threads_)
        threads_->start();
    listen(*listener_, site_);
    if (metrics_listener_)
        listen(*metrics_listener_, metrics_site_);
    if (redirect_listener_)
        listen(*redirect_listener_, redirect_site_);
    if (certificates_)
        certificates_->start();
    if (admin_)
        admin_->start();
    if (cluster_)
        cluster_->start();
    if (relays_)
        relays_->start();
}

void Server::reload(const Serve& options) {
    log::set_level(options.log_level);
    site_.allowed_origins = options.allowed_origins;
    site_.trusted_proxies = redirect_site_.trusted_proxies = options.trusted_proxies;
    if (certificates_)
        certificates_->reload();
    store_->retain(options.retain);
    if (cluster_)
        cluster_->reload(options);
    use_privacy(options);
    everywhere([&](Server& server) { server.change_limits(options.limits); });
}

void Server::change_limits(const core::Limits& limits) {
    limits_ = core::changed_limits(limits_, limits);
    connection_quota_.change(limits_, now());
    lobby_.change(limits_, now());
    read_on();
    set_timer();
}

void Server::stop() {
    if (std::exchange(stopping_, true))
        return;
    if (stopping_begins_)
        stopping_begins_();
    if (is_first()) {
        const auto sessions = sum([](const Server& server) { return server.sessions_.size(); });
        log::info("stopping", {{"sessions", static_cast<std::int64_t>(sessions)}});
    }
    for (std::size_t thread = 1; threads_ && thread < threads_->count(); ++thread)
        threads_->tell(thread, [](Server& other) { other.stop(); });
    for (auto* const more : {&listener_, &metrics_listener_, &redirect_listener_})
        if (*more)
            (*more)->close();
    if (certificates_)
        certificates_->stop();
    if (admin_)
        admin_->close();
    decide([&](core::Output& output) { lobby_.shut_down(now(), output); });
    if (cluster_)
        cluster_->drain(true);
    asio::co_spawn(context_, shut_down(), [](const std::exception_ptr& failed) {
        if (failed)
            log::error("stopping failed");
    });
}

// Other servers are taking over its rooms.
bool Server::moves_out() const {
    return cluster_ && cluster_->has_heirs() && !cluster_->is_empty();
}

void Server::close_all() {
    stopping_ = true;
    if (listener_)
        listener_->close();
    if (relays_)
        relays_->stop();
    for (const auto& connection : open_->all())
        connection->close(protocol::CloseCode::ServiceRestart);
}

asio::awaitable<void> Server::shut_down() {
    const auto end = steady_clock::now() + limits_.shutdown_timeout;
    const auto last_call = end - std::min(limits_.closing_timeout, limits_.shutdown_timeout / 2);
    asio::steady_timer step(context_);
    // A password that is being hashed and records that are with the store are answered before
    // connections close, and others take over the rooms.
    while ((hashes_due_ > 0 || records_due_ > 0 || moves_out()) &&
           steady_clock::now() < last_call) {
        step.expires_after(stopping_step);
        co_await step.async_wait(as_values);
    }
    close_all();
    while (!open_->empty() && steady_clock::now() < end) {
        step.expires_after(stopping_step);
        co_await step.async_wait(as_values);
    }
    hasher_.stop();
    thinker_.stop();
    if (sender_)
        sender_->stop();
    if (cluster_)
        cluster_->stop();
    stopped_ = true; // from here on the timer stays as it is
    timer_.cancel();
    for (const auto& connection : open_->all())
        connection->abort();
    if (is_first())
        log::info("stopped");
}

} // namespace jaipur::server::shell
