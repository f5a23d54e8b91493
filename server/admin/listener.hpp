// Listens on the admin socket: one JSON object per line in each direction. Only root and the
// server's own user are served, a few at a time, and nobody may take long; so a stuck caller
// doesn't matter to anybody. It must not know what commands do.
#pragma once

#include "server/admin/socket_file.hpp"

#include <boost/asio/awaitable.hpp>
#include <boost/asio/basic_socket_acceptor.hpp>
#include <boost/asio/basic_stream_socket.hpp>
#include <boost/asio/io_context.hpp>

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <sys/types.h>
#include <vector>

namespace jaipur::server::admin {

struct Peer {
    uid_t user = 0;
    pid_t process = 0;
};

struct ListenerLimits {
    std::size_t line_bytes = 16 << 10;
    std::size_t callers = 8;
    std::chrono::milliseconds patience{10000}; // to send a line, or to read an answer
};

class Listener {
  public:
    // Answers a line, maybe later. Neither has a line break.
    using Handler = std::function<boost::asio::awaitable<std::string>(Peer, std::string line)>;

    // Throws std::runtime_error if it can't listen there.
    Listener(boost::asio::io_context& context, std::filesystem::path path, Handler handler,
             ListenerLimits limits = {});
    ~Listener();
    Listener(const Listener&) = delete;
    Listener& operator=(const Listener&) = delete;

    void start();
    // Removes the socket and hangs up. Answers that are being written still arrive.
    void close();

  private:
    using Protocol = boost::asio::local::stream_protocol;
    using Executor = boost::asio::io_context::executor_type;
    using Socket = boost::asio::basic_stream_socket<Protocol, Executor>;
    using Acceptor = boost::asio::basic_socket_acceptor<Protocol, Executor>;
    struct Caller;

    boost::asio::awaitable<void> run();
    boost::asio::awaitable<void> serve(std::shared_ptr<Caller> caller);
    void accepted(Socket socket);
    std::size_t callers();

    boost::asio::io_context& context_;
    const Handler handler_;
    const ListenerLimits limits_;
    std::unique_ptr<SocketFile> file_;
    Acceptor acceptor_;
    std::vector<std::weak_ptr<Caller>> callers_;
};

} // namespace jaipur::server::admin
