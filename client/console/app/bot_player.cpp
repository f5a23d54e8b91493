#include "client/console/app/bot_player.hpp"

#include "bots/play/program.hpp"
#include "bots/play/timed.hpp"
#include "client/console/safe_text.hpp"
#include "client/console/translation.hpp"

#include <cassert>
#include <iostream>
#include <memory>

namespace jaipur::client::app {

namespace {

bot::Choose program_player(const std::string& command) {
    const auto program = std::make_shared<bots::Program>(command, bots::Patience{});
    return [program](const protocol::View& view, std::span<const protocol::ObservedEvent> round) {
        program->start();
        const auto action = program->choose(view, round);
        if (!action)
            std::cerr << "jaipur-client: "
                      << _("the program failed: {0}", safe(program->fault(), 300)) << '\n';
        return action;
    };
}

} // namespace

bot::Choose bot_player(const Options::Bot& bot) {
    if (bot.program)
        return program_player(*bot.program);
    const bots::Level* level = bots::find_level(bot.level);
    assert(level); // the command line was checked
    return [level](const protocol::View& view, std::span<const protocol::ObservedEvent> round) {
        return std::optional(think(*level, view, round, level->milliseconds));
    };
}

} // namespace jaipur::client::app
