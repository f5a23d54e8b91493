#include "server/shell/server_threads.hpp"

#include "protocol/codec.hpp"
#include "server/log/log.hpp"

#include <cstdlib>
#include <exception>
#include <typeinfo>
#include <utility>

namespace jaipur::server::shell {

namespace asio = boost::asio;

namespace {

// A client's ticket counts on the first thread, so it ends there, wherever the client is.
class Homing {
  public:
    Homing(asio::io_context& home, core::ConnectionQuota::Ticket ticket)
        : home_(home), ticket_(std::move(ticket)) {}

    Homing(const Homing&) = delete;
    Homing& operator=(const Homing&) = delete;

    ~Homing() {
        asio::post(home_, [ticket = std::move(ticket_)]() mutable { ticket.reset(); });
    }

  private:
    asio::io_context& home_;
    core::ConnectionQuota::Ticket ticket_;
};

} // namespace

// ---- all threads -------------------------------------------------------------------------------

void Server::Threads::add_others(const Serve& options, const core::Entropy& entropy) {
    for (std::size_t number = 1; number < count_; ++number) {
        auto context = std::make_unique<asio::io_context>(1);
        const auto share = [this](StoreHooks hooks) {
            return store_.share(std::move(hooks.answer));
        };
        std::unique_ptr<Server> server(
            new Server(*context, options, {}, entropy, share, Place{number, this}));
        auto guard = asio::make_work_guard(*context);
        others_.push_back({std::move(context), std::move(guard), std::move(server), {}});
    }
    std::vector<relay::ThreadRoutes*> all;
    for (std::size_t number = 0; number < count_; ++number)
        all.push_back(server(number).thread_routes_.get());
    for (relay::ThreadRoutes* const each : all)
        each->meet(all);
}

void Server::Threads::start() {
    running_ = true;
    for (Other& other : others_)
        other.thread = std::thread([&context = *other.context] {
            try {
                context.run();
            } catch (const std::exception& error) {
                log::error("a thread failed", {{"type", typeid(error).name()}});
                std::_Exit(exit_code::software);
            }
        });
}

void Server::Threads::end() {
    for (Other& other : others_) {
        other.at_work.reset();
        if (!first_.stopped_) // something has failed, so nobody has told them to stop
            other.context->stop();
    }
    for (Other& other : others_)
        if (other.thread.joinable())
            other.thread.join();
    running_ = false;
    for (Other& other : others_)
        other.server.reset();
}

core::ConnectionQuota::Ticket Server::at_home(core::ConnectionQuota::Ticket ticket) {
    return threads_ && ticket ? std::make_shared<Homing>(context_, std::move(ticket))
                              : std::move(ticket);
}

std::unique_ptr<Server::Threads> Server::threads(const Serve& options) {
    return options.threads > 1
               ? std::make_unique<Threads>(*this, static_cast<std::size_t>(options.threads))
               : nullptr;
}

// Takes its part of the rooms.
void Server::join(Threads& threads) {
    lobby_.hold_only(core::dealt_to(place_.number, threads.count()), threads.numbers());
    relay::ThreadRoutes::Thread thread;
    thread.can_leave = [this](core::SessionId id) { return can_leave(id); };
    thread.leave = [this](core::SessionId id) { return leave(id); };
    thread.arrive = [this](relay::Moving moving) { arrive(std::move(moving)); };
    thread_routes_ = std::make_unique<relay::ThreadRoutes>(
        context_.get_executor(), place_.number, threads.count(), routes_host(), std::move(thread));
    routes_ = thread_routes_.get();
}

// First: the others must not find this server half gone.
Server::~Server() {
    if (threads_)
        threads_->end();
}

// ---- sessions between them ---------------------------------------------------------------------

// Flushes first: a connection with something to send couldn't move, and nobody would ask again.
bool Server::can_leave(core::SessionId id) {
    flusher_->flush();
    const auto found = sessions_.find(id);
    const auto* const socket =
        found == sessions_.end() ? nullptr : dynamic_cast<net::WebSocket*>(found->second.get());
    return socket != nullptr && socket->can_move();
}

relay::Moving Server::leave(core::SessionId id) {
    const auto visitor = lobby_.visitor(id, now());
    const auto connection = std::dynamic_pointer_cast<net::WebSocket>(sessions_.at(id));
    relay::Moving moving{connection,
                         OpenConnections::give_up(connection->leave()),
                         std::exchange(tickets_.at(id), nullptr),
                         {visitor->from, visitor->guest, visitor->guest_for, visitor->lag},
                         lobby_.conduct(id).value(),
                         {}};
    end_session(id);
    return moving;
}

void Server::arrive(relay::Moving moving) {
    if (stopped_)
        return; // its client comes back
    const core::SessionId id = ++last_session_;
    const auto connection = moving.connection;
    open_->add(std::move(moving.admission), [&](std::shared_ptr<void> ticket) {
        connection->arrive(context_.get_executor(), timekeeper_, limits_, std::move(ticket),
                           hooks(id, std::move(moving.session)));
        return connection;
    });
    sessions_.emplace(id, connection);
    lobby_.connected(id, moving.client.from, now());
    lobby_.set_conduct(id, moving.conduct);
    learn(id, moving.client);
    if (stopping_)
        return connection->close(protocol::CloseCode::ServiceRestart);
    if (bans_.hold(moving.client.from, now())) // since it left
        return connection->close(protocol::CloseCode::Removed);
    serve(id, protocol::decode(moving.request), std::chrono::steady_clock::now());
    waiting_.push_back(id);
    read_on();
}

} // namespace jaipur::server::shell
