// What thinks for the bot of `jaipur-client bot --join`.
#pragma once

#include "client/console/app/options.hpp"
#include "client/console/bot/bot.hpp"

#include <cstdint>
#include <functional>
#include <span>

namespace jaipur::client::app {

// If a program gives no answer, this says why on standard error. The level must exist; `entropy`
// is for what it chooses at random.
bot::Choose bot_player(const Options::Bot& bot,
                       std::function<void(std::span<std::uint8_t>)> entropy);

} // namespace jaipur::client::app
