#include "server/shell/server.hpp"

#include "server/log/log.hpp"
#include "server/net/as_values.hpp"
#include "server/shell/ban_file.hpp"
#include "server/shell/guarded.hpp"
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

// How often a stopping server checks whether it is done.
constexpr milliseconds stopping_step{5};

} // namespace

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
      flusher_(std::make_shared<net::Flusher>(context.get_executor(), [this] { flushed(); })),
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
    if (moves_out())
        log::warning("ending before other servers have taken over all rooms");
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
