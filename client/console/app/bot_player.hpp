// What thinks for the bot of `jaipur-client bot --join`: on a separate thread, so that the server's
// pings and Ctrl-C don't wait for a slow program.
#pragma once

#include "client/console/app/options.hpp"
#include "client/console/bot/bot.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/thread_pool.hpp>

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <stop_token>
#include <string>

namespace jaipur::client::app {

class BotPlayer {
  public:
    using Entropy = std::function<void(std::span<std::uint8_t>)>;

    // Answers on the executor. If a program gives no answer, this says why on standard error. The
    // level must exist; `entropy` is for what it chooses at random, and is called on any thread.
    // Waits a moment for the program, and throws std::runtime_error if it doesn't keep running.
    BotPlayer(boost::asio::any_io_executor executor, const Options::Bot& bot, Entropy entropy);
    BotPlayer(const BotPlayer&) = delete;
    BotPlayer& operator=(const BotPlayer&) = delete;
    ~BotPlayer(); // ends a program that still thinks; it gives no answer

    void choose(const protocol::View& view, std::span<const protocol::ObservedEvent> round,
                bot::Answer answer);

  private:
    struct Thought {
        std::optional<Action> action;
        std::string complaint; // if there is no action
    };

    using Think = std::function<Thought(const protocol::View& view,
                                        std::span<const protocol::ObservedEvent> round,
                                        const std::stop_token& stop)>;

    static Think by_program(const std::string& command);
    static Think by_level(const std::string& name, Entropy entropy);

    boost::asio::any_io_executor executor_;
    Think think_;
    std::stop_source stop_;
    boost::asio::thread_pool thread_{1};
};

} // namespace jaipur::client::app
