#include "client/console/app/bot_player.hpp"

#include "bots/knowledge.hpp"
#include "bots/play/program.hpp"
#include "bots/play/timed.hpp"
#include "client/console/safe_text.hpp"
#include "client/console/translation.hpp"

#include <boost/asio/post.hpp>

#include <array>
#include <bit>
#include <cassert>
#include <chrono>
#include <exception>
#include <iostream>
#include <memory>
#include <stdexcept>
#include <utility>
#include <vector>

namespace jaipur::client::app {

namespace asio = boost::asio;

namespace {

// A program that doesn't exist, or stops at its first line, has done so by then.
constexpr std::chrono::milliseconds first_look{1000};

std::string fault_of(const bots::Program& program) {
    return _("the program failed: {0}", safe(program.fault(), 300));
}

} // namespace

BotPlayer::BotPlayer(asio::any_io_executor executor, const Options::Bot& bot, Entropy entropy)
    : executor_(std::move(executor)),
      think_(bot.program ? by_program(*bot.program) : by_level(bot.level, std::move(entropy))) {}

BotPlayer::~BotPlayer() {
    stop_.request_stop();
    thread_.join();
}

void BotPlayer::choose(const protocol::View& view, std::span<const protocol::ObservedEvent> round,
                       bot::Answer answer) {
    asio::post(thread_, [this, view, round = std::vector(round.begin(), round.end()),
                         answer = std::move(answer)]() mutable {
        if (stop_.stop_requested())
            return;
        Thought thought;
        try {
            thought = think_(view, round, stop_.get_token());
        } catch (const std::exception& error) {
            thought.complaint = error.what();
        }
        if (stop_.stop_requested())
            return;
        asio::post(executor_, [thought = std::move(thought), answer = std::move(answer)] {
            if (!thought.action)
                std::cerr << "jaipur-client: " << thought.complaint << '\n';
            answer(thought.action);
        });
    });
}

BotPlayer::Think BotPlayer::by_program(const std::string& command) {
    const auto program = std::make_shared<bots::Program>(command, bots::Patience{});
    program->start();
    if (program->ends_within(first_look))
        throw std::runtime_error(fault_of(*program));
    return [program](const protocol::View& view, std::span<const protocol::ObservedEvent> round,
                     const std::stop_token& stop) {
        program->start();
        Thought thought{program->choose(view, round, stop), {}};
        if (!thought.action)
            thought.complaint = fault_of(*program);
        return thought;
    };
}

BotPlayer::Think BotPlayer::by_level(const std::string& name, Entropy entropy) {
    const bots::Level* level = bots::find_level(name);
    assert(level); // the command line was checked
    return [level, entropy = std::move(entropy)](const protocol::View& view,
                                                 std::span<const protocol::ObservedEvent> round,
                                                 const std::stop_token&) -> Thought {
        std::array<std::uint8_t, sizeof(std::uint64_t)> seed{};
        entropy(seed);
        try {
            return {
                think(*level, view, round, std::bit_cast<std::uint64_t>(seed), level->milliseconds),
                {}};
        } catch (const bots::ImpossibleView&) {
            return {{}, _("the bot resigned, because the server breaks the rules")};
        }
    };
}

} // namespace jaipur::client::app
