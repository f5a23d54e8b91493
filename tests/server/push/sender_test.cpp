// The sender, as far as it goes without a network.
#include "server/push/sender.hpp"

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <doctest/doctest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <netdb.h>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

using namespace jaipur;
using namespace jaipur::server;
using namespace jaipur::server::push;
using namespace std::chrono_literals;

namespace {

std::atomic<bool> is_silent = false;

} // namespace

// The linker (--wrap) takes it instead of the system's getaddrinfo: it knows no name, and doesn't
// answer for some until it is told to. The static build can't have two functions of that name.
extern "C" int find_nobody(const char* name, const char*, const addrinfo*,
                           addrinfo**) asm("__wrap_getaddrinfo");

extern "C" int find_nobody(const char* name, const char*, const addrinfo*, addrinfo**) {
    if (std::string_view(name).starts_with("silent"))
        is_silent.wait(true);
    return EAI_NONAME;
}

TEST_CASE("a message that fails with an exception makes room for others") {
    constexpr int messages = 20; // more than are sent at once
    boost::asio::io_context context;
    const auto busy = boost::asio::make_work_guard(context);
    int failed = 0;
    Sender::Settings settings;
    settings.subject = "mailto:me@example.org";
    settings.queue.attempts = 1;
    Sender sender(
        context.get_executor(), settings, PrivateKey{1},
        [](auto) { throw std::runtime_error("no randomness"); },
        [&](const core::Push&, push::Result result) {
            CHECK(result == push::Result::Failed);
            if (++failed == messages)
                context.stop();
        });
    for (int i = 0; i < messages; ++i)
        sender.send({"ROOM" + std::to_string(i), Seat::Zero, 1,
                     core::Notice{core::Notice::What::YourTurn, {"https://192.0.2.1/", {}, {}}}});
    context.run_for(10s);
    CHECK(failed == messages);
}

TEST_CASE("name servers that don't answer delay no message to a domain that has been quick") {
    boost::asio::io_context context;
    const auto busy = boost::asio::make_work_guard(context);
    std::vector<std::string> ended;
    Sender::Settings settings;
    settings.subject = "mailto:me@example.org";
    settings.queue.attempts = 1;
    is_silent = true;
    Sender sender(
        context.get_executor(), settings, PrivateKey{1},
        [](auto bytes) { std::ranges::fill(bytes, std::uint8_t{1}); },
        [&](const core::Push& push, push::Result) {
            ended.push_back(push.room);
            context.stop();
        });
    const KeyPair browser = KeyPair::from(PrivateKey{2}).value();
    const auto send = [&](const std::string& room, const std::string& host) {
        sender.send({room, Seat::Zero, 1,
                     core::Notice{core::Notice::What::YourTurn,
                                  {"https://" + host + ".example/", browser.public_key(), {}}}});
    };
    const auto until_one_ended = [&] {
        context.restart();
        context.run_for(10s);
    };
    send("S", "silent");
    send("A", "quick");
    until_one_ended();
    for (int i = 0; i < 40; ++i) // more than are sent at once
        send("S" + std::to_string(i), "silent" + std::to_string(i));
    send("B", "quick");
    until_one_ended();
    is_silent = false;
    is_silent.notify_all();
    CHECK(ended == std::vector<std::string>{"A", "B"});
}
