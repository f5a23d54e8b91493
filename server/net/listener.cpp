#include "server/net/listener.hpp"

#include "server/log/log.hpp"
#include "server/net/as_values.hpp"

#include <boost/asio/ip/v6_only.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/system/system_error.hpp>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <exception>
#include <netinet/in.h>
#include <sys/socket.h>
#include <utility>

namespace jaipur::server::net {

using std::chrono::milliseconds;

namespace {

namespace asio = boost::asio;
using asio::ip::tcp;
using std::chrono::milliseconds;

// Waits after a failed accept, which would fail again at once: no descriptors are left.
constexpr milliseconds first_wait{10};
constexpr milliseconds longest_wait{1000};

// If each free descriptor is used up at once, accepting alternates between failing and working. An
// attacker must not fill the log that way.
constexpr std::chrono::seconds between_complaints{10};

// The system's buffers for one connection, in addition to our own queue. By default they would grow
// to megabytes for a client that reads nothing.
constexpr int send_buffer = 64 * 1024;
constexpr int receive_buffer = 32 * 1024;

[[noreturn]] void fail(int error) {
    throw boost::system::system_error(error, boost::system::system_category());
}

int option(int descriptor, int name) {
    int value = 0;
    socklen_t size = sizeof value;
    if (::getsockopt(descriptor, SOL_SOCKET, name, &value, &size) != 0)
        fail(errno);
    return value;
}

void require_listening(int descriptor) {
    if (option(descriptor, SO_ACCEPTCONN) == 0 || option(descriptor, SO_PROTOCOL) != IPPROTO_TCP)
        fail(EINVAL);
}

tcp address_family(int descriptor) {
    return option(descriptor, SO_DOMAIN) == AF_INET6 ? tcp::v6() : tcp::v4();
}

} // namespace

Listener::Listener(const Executor& executor, const tcp::endpoint& endpoint) : acceptor_(executor) {
    acceptor_.open(endpoint.protocol());
    acceptor_.set_option(tcp::acceptor::reuse_address(true));
    if (endpoint.address().is_v6())
        acceptor_.set_option(asio::ip::v6_only(!endpoint.address().is_unspecified()));
    prepare();
    acceptor_.bind(endpoint);
    acceptor_.listen();
}

Listener::Listener(const Executor& executor, int descriptor) : acceptor_(executor) {
    require_listening(descriptor);
    acceptor_.assign(address_family(descriptor), descriptor);
    prepare();
}

void Listener::prepare() {
    // Report aborted connections: by default Asio ignores them and waits for a new event, although
    // other connections may be queued.
    acceptor_.set_option(asio::socket_base::enable_connection_aborted(true));
    // Accepted sockets inherit these.
    acceptor_.set_option(asio::socket_base::send_buffer_size(send_buffer));
    acceptor_.set_option(asio::socket_base::receive_buffer_size(receive_buffer));
}

asio::awaitable<void> Listener::run(Accepted accepted) {
    asio::steady_timer timer(acceptor_.get_executor());
    milliseconds wait{0};
    bool complained = false;
    auto next_complaint = std::chrono::steady_clock::time_point::min();
    while (acceptor_.is_open()) {
        auto [error, socket] = co_await acceptor_.async_accept(as_values);
        if (!acceptor_.is_open())
            break;
        if (error == asio::error::connection_aborted)
            continue; // the peer left; others may be queued
        if (error) {
            if (const auto now = std::chrono::steady_clock::now(); now >= next_complaint) {
                log::warning("accept failed", {{"error", std::int64_t{error.value()}}});
                next_complaint = now + between_complaints;
                complained = true;
            }
            wait = std::clamp(wait * 2, first_wait, longest_wait);
            timer.expires_after(wait);
            co_await timer.async_wait(as_values);
            continue;
        }
        if (std::exchange(complained, false))
            log::info("accept works again");
        wait = milliseconds{0};
        boost::system::error_code ignored;
        socket.set_option(tcp::no_delay(true), ignored);
        try {
            accepted(std::move(socket));
        } catch (const std::exception&) {
            log::error("connection failed at its start");
        }
    }
}

void Listener::close() {
    boost::system::error_code ignored;
    acceptor_.close(ignored);
}

} // namespace jaipur::server::net
