// What thinks for the bot of `jaipur-client bot --join`.
#pragma once

#include "client/console/app/options.hpp"
#include "client/console/bot/bot.hpp"

namespace jaipur::client::app {

// A program that gives up, says why on standard error. Throws std::runtime_error if there is no
// such level.
bot::Choose bot_player(const Options::Bot& bot);

} // namespace jaipur::client::app
