#include "server/admin/listener.hpp"

#include "server/admin/answer.hpp"
#include "server/log/log.hpp"
#include "server/net/as_values.hpp"

#include <boost/asio/buffer.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/read_until.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/write.hpp>

#include <exception>
#include <optional>
#include <sys/socket.h>
#include <unistd.h>
#include <utility>

namespace jaipur::server::admin {

namespace asio = boost::asio;
using net::as_values;
using std::chrono::milliseconds;

namespace {

constexpr milliseconds pause_after_failure{100}; // no descriptors are left

std::string refusal(Failure failure, const char* why) {
    return encode(Failed{failure, why}, {}, With::Data) + "\n";
}

std::optional<Peer> peer_of(int socket) {
    ucred credentials{};
    socklen_t size = sizeof credentials;
    if (::getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &credentials, &size) != 0)
        return std::nullopt;
    return Peer{credentials.uid, credentials.pid};
}

bool may_command(const Peer& peer) {
    return peer.user == 0 || peer.user == ::geteuid();
}

} // namespace

// A connection that hangs up when its time is over.
struct Listener::Caller {
    Caller(Socket accepted, const asio::io_context::executor_type& executor)
        : socket(std::move(accepted)), timer(executor) {}

    // From now on. The caller may be gone when it is over.
    static void give_time(const std::shared_ptr<Caller>& caller, milliseconds time) {
        caller->timer.expires_after(time);
        caller->timer.async_wait(
            [weak = std::weak_ptr(caller)](const boost::system::error_code& error) {
                if (const auto late = weak.lock(); late && !error)
                    late->hang_up();
            });
    }

    void hang_up() {
        boost::system::error_code ignored;
        socket.close(ignored);
    }

    Socket socket;
    asio::steady_timer timer;
    std::string received; // after the last line
    bool closing = false; // after the next answer
};

Listener::Listener(asio::io_context& context, std::filesystem::path path, Handler handler,
                   ListenerLimits limits)
    : context_(context), handler_(std::move(handler)), limits_(limits),
      file_(std::make_unique<SocketFile>(std::move(path))),
      acceptor_(context.get_executor(), Protocol()) {
    file_->bind(acceptor_.native_handle());
    acceptor_.listen();
}

Listener::~Listener() {
    close();
}

void Listener::start() {
    asio::co_spawn(context_, run(), [](const std::exception_ptr& failed) {
        if (failed)
            log::error("admin listener failed");
    });
}

void Listener::close() {
    boost::system::error_code ignored;
    acceptor_.close(ignored);
    file_.reset();
    for (const auto& weak : callers_) {
        const auto caller = weak.lock();
        if (!caller)
            continue;
        caller->closing = true;
        caller->timer.cancel();
        caller->socket.shutdown(Socket::shutdown_receive, ignored);
    }
}

std::size_t Listener::callers() {
    std::erase_if(callers_, [](const auto& weak) { return weak.expired(); });
    return callers_.size();
}

asio::awaitable<void> Listener::run() {
    asio::steady_timer pause(context_);
    while (acceptor_.is_open()) {
        auto [error, socket] = co_await acceptor_.async_accept(as_values);
        if (error == asio::error::operation_aborted)
            co_return;
        if (!error) {
            accepted(std::move(socket));
            continue;
        }
        pause.expires_after(pause_after_failure);
        co_await pause.async_wait(as_values);
    }
}

void Listener::accepted(Socket socket) {
    const auto caller = std::make_shared<Caller>(std::move(socket), context_.get_executor());
    const auto peer = peer_of(caller->socket.native_handle());
    std::string refused;
    if (!peer || !may_command(*peer))
        refused =
            refusal(Failure::PermissionDenied, "only root and the server's own user may do this");
    else if (callers() >= limits_.callers)
        refused = refusal(Failure::Busy, "too many administrators at once; try again");
    if (!refused.empty()) { // the socket's buffer has room for it
        boost::system::error_code ignored;
        caller->socket.non_blocking(true, ignored);
        caller->socket.write_some(asio::buffer(refused), ignored);
        return;
    }
    callers_.push_back(caller);
    asio::co_spawn(context_, serve(caller), [](const std::exception_ptr& failed) {
        if (failed)
            log::error("an admin command failed");
    });
}

asio::awaitable<void> Listener::serve(std::shared_ptr<Caller> caller) {
    const auto peer = peer_of(caller->socket.native_handle());
    while (peer && !caller->closing) {
        Caller::give_time(caller, limits_.patience);
        auto buffer = asio::dynamic_buffer(caller->received, limits_.line_bytes);
        auto [error, size] =
            co_await asio::async_read_until(caller->socket, buffer, '\n', as_values);
        const bool too_long = error == asio::error::not_found;
        if (error && !too_long)
            co_return;
        caller->timer.cancel(); // a command takes as long as it takes
        std::string answer;
        if (too_long) {
            answer = refusal(Failure::BadRequest, "this command is too long");
            caller->closing = true;
        } else {
            const std::string line = caller->received.substr(0, size - 1);
            caller->received.erase(0, size);
            auto made = co_await handler_(*peer, line);
            answer = std::move(made) + "\n";
        }
        Caller::give_time(caller, limits_.patience);
        auto [failed, written] =
            co_await asio::async_write(caller->socket, asio::buffer(answer), as_values);
        if (failed)
            co_return;
    }
}

} // namespace jaipur::server::admin
