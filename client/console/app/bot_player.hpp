// What thinks for the bot of `jaipur-client bot --join`.
#pragma once

#include "client/console/app/options.hpp"
#include "client/console/bot/bot.hpp"

namespace jaipur::client::app {

// If a program gives no answer, this says why on standard error. The level must exist.
bot::Choose bot_player(const Options::Bot& bot);

} // namespace jaipur::client::app
