// The bots and their levels, in the user's language. It must not know the rules.
#pragma once

#include "client/console/model.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace jaipur::client::words {

// "Easy bot" for the level `easy`. Empty if only a newer server knows the level, like the next one.
std::string bot_name(std::string_view level);
std::string bot_play(std::string_view level); // how it plays, in a sentence or two

// "Next level: Medium"
std::string other_level(const OtherLevel& next);

// "beginner, easy, medium, hard, master": as one types them
std::string bot_levels();
// The level that somebody typed, in whatever case; nothing if there is none.
std::optional<std::string> parse_bot_level(std::string_view text);
// The level of the bot that the server gives this name.
std::optional<std::string> level_of(std::string_view name);

} // namespace jaipur::client::words
