// The admin socket: lines in, lines out, and limits on both.
#include "server/admin/client.hpp"
#include "server/admin/listener.hpp"

#include <boost/asio/buffer.hpp>
#include <boost/asio/connect.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/write.hpp>
#include <doctest/doctest.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

using namespace jaipur::server::admin;
namespace asio = boost::asio;
namespace fs = std::filesystem;
using Socket = asio::local::stream_protocol::socket;
using namespace std::chrono_literals;

namespace {

// Answers each line with {"ok":true,"message":LENGTH}.
asio::awaitable<std::string> count(Peer, std::string line) {
    co_return R"({"ok":true,"message":")" + std::to_string(line.size()) + "\"}";
}

asio::awaitable<std::string> attack_terminal(Peer, std::string) {
    co_return R"({"ok":true,"text":"a\u001b[2J\u202eb\né\u009b31m\r\n"})";
}

class Running {
  public:
    explicit Running(ListenerLimits limits = {}, decltype(&count) answer = count) {
        std::string name = "/tmp/jaipur-admin-XXXXXX";
        folder_ = mkdtemp(name.data());
        listener_.emplace(context_, path(), answer, limits);
        listener_->start();
        thread_ = std::thread([this] { context_.run(); });
    }

    ~Running() {
        asio::post(context_, [this] { listener_->close(); });
        thread_.join(); // every conversation ends
        fs::remove_all(folder_);
    }

    Running(const Running&) = delete;
    Running& operator=(const Running&) = delete;

    fs::path path() const { return folder_ / "a.sock"; }

    Socket connect() {
        Socket socket(own_);
        socket.connect(endpoint_of(path()));
        return socket;
    }

  private:
    fs::path folder_;
    asio::io_context context_{1}, own_;
    std::optional<Listener> listener_;
    std::thread thread_;
};

void send(Socket& socket, const std::string& text) {
    boost::system::error_code gone;
    asio::write(socket, asio::buffer(text), gone);
}

// Until the server hangs up.
std::string rest_of(Socket& socket) {
    std::string text;
    boost::system::error_code ended;
    asio::read(socket, asio::dynamic_buffer(text), ended);
    return text;
}

} // namespace

TEST_CASE("each line gets an answer, in order, however it is cut") {
    Running server;
    auto socket = server.connect();
    send(socket, "one\n\nfo");
    send(socket, "ur\nunfinished");
    socket.shutdown(Socket::shutdown_send);
    CHECK(rest_of(socket) == "{\"ok\":true,\"message\":\"3\"}\n{\"ok\":true,\"message\":\"0\"}\n"
                             "{\"ok\":true,\"message\":\"4\"}\n");
    CHECK(ask(server.path(), {ShowStatus{}, true}).text == "32");
}

TEST_CASE("a line that is too long, and a silent caller, are hung up on") {
    ListenerLimits limits;
    limits.line_bytes = 100;
    limits.patience = 300ms;
    Running server(limits);
    auto flood = server.connect();
    send(flood, std::string(1 << 20, 'x'));
    CHECK(rest_of(flood).find("too long") != std::string::npos);
    auto silent = server.connect();
    send(silent, "half");
    CHECK(rest_of(silent).empty());
}

TEST_CASE("a few callers at a time are served, and further ones told to try again") {
    ListenerLimits limits;
    limits.callers = 2;
    Running server(limits);
    std::vector<Socket> callers;
    for (int i = 0; i < 2; ++i) {
        callers.push_back(server.connect());
        send(callers.back(), "a\n");
        std::string answer(26, ' ');
        asio::read(callers.back(), asio::buffer(answer));
    }
    auto third = server.connect();
    CHECK(rest_of(third).find("\"busy\"") != std::string::npos);
    callers.clear();
    for (int tries = 0; tries < 100; ++tries) {
        if (ask(server.path(), {ShowStatus{}}).ok)
            return;
        std::this_thread::sleep_for(20ms);
    }
    FAIL("nobody is served any more");
}

TEST_CASE("an answer can't control the terminal") {
    Running server({}, attack_terminal);
    CHECK(ask(server.path(), {ShowStatus{}, true}).text ==
          "a\\u{001B}[2J\\u{202E}b\né\\u{009B}31m\\u{000D}\n");
}

TEST_CASE("without a server the command says so") {
    CHECK_THROWS_WITH_AS(ask("/tmp/jaipur-nobody.sock", {ShowStatus{}}),
                         doctest::Contains("no server is running here"), std::runtime_error);
}
