#include "client/console/app/bot_player.hpp"

#include "bots/knowledge.hpp"
#include "bots/play/program.hpp"
#include "bots/play/timed.hpp"
#include "client/console/safe_text.hpp"
#include "client/console/translation.hpp"

#include <array>
#include <bit>
#include <cassert>
#include <iostream>
#include <memory>
#include <string_view>
#include <utility>

namespace jaipur::client::app {

namespace {

void explain(std::string_view why) {
    std::cerr << "jaipur-client: " << why << '\n';
}

bot::Choose program_player(const std::string& command) {
    const auto program = std::make_shared<bots::Program>(command, bots::Patience{});
    return [program](const protocol::View& view, std::span<const protocol::ObservedEvent> round) {
        program->start();
        const auto action = program->choose(view, round);
        if (!action)
            explain(_("the program failed: {0}", safe(program->fault(), 300)));
        return action;
    };
}

} // namespace

bot::Choose bot_player(const Options::Bot& bot,
                       std::function<void(std::span<std::uint8_t>)> entropy) {
    if (bot.program)
        return program_player(*bot.program);
    const bots::Level* level = bots::find_level(bot.level);
    assert(level); // the command line was checked
    return [level, entropy = std::move(entropy)](
               const protocol::View& view,
               std::span<const protocol::ObservedEvent> round) -> std::optional<Action> {
        std::array<std::uint8_t, sizeof(std::uint64_t)> seed{};
        entropy(seed);
        try {
            return think(*level, view, round, std::bit_cast<std::uint64_t>(seed),
                         level->milliseconds);
        } catch (const bots::ImpossibleView&) {
            explain(_("the bot resigned, because the server breaks the rules"));
            return std::nullopt;
        }
    };
}

} // namespace jaipur::client::app
