#include "client/console/words/bots.hpp"

#include "client/console/safe_text.hpp"
#include "client/console/translation.hpp"

#include <algorithm>
#include <array>

namespace jaipur::client::words {

namespace {

struct BotWords {
    std::string_view level;
    const char* name;  // in English as the server calls it
    const char* alone; // the level
    const char* play;
};

constexpr std::array bots{
    BotWords{"beginner", mark("Beginner bot"), p_mark("a level", "Beginner"),
             mark("Sells early and sees little use in camels. A child can win.")},
    BotWords{"easy", mark("Easy bot"), p_mark("a level", "Easy"),
             mark("Looks only at its next move, never at your cards.")},
    BotWords{"medium", mark("Medium bot"), p_mark("a level", "Medium"),
             mark("Plays well, but forgets which cards you took.")},
    BotWords{"hard", mark("Hard bot"), p_mark("a level", "Hard"),
             mark("Remembers which cards you took, and looks ahead.")},
    BotWords{"master", mark("Master bot"), p_mark("a level", "Master"),
             mark("Forgets nothing and thinks longest about each move.")},
};
static_assert(std::ranges::equal(bots, protocol::bot_levels, {}, &BotWords::level));

const BotWords* words_of(std::string_view level) {
    const auto found = std::ranges::find(bots, level, &BotWords::level);
    return found == bots.end() ? nullptr : &*found;
}

} // namespace

std::string bot_name(std::string_view level) {
    const BotWords* bot = words_of(level);
    return bot ? _(bot->name) : "";
}

std::string bot_play(std::string_view level) {
    const BotWords* bot = words_of(level);
    return bot ? _(bot->play) : "";
}

std::string other_level(const OtherLevel& next) {
    const BotWords* bot = words_of(next.level);
    const std::string level = bot ? p_("a level", bot->alone) : next.level;
    return next.than == OtherLevel::Than::Harder ? _("Next level: {0}", level)
                                                 : _("Easier level: {0}", level);
}

std::string bot_levels() {
    std::string all;
    for (const std::string_view level : protocol::bot_levels)
        all += (all.empty() ? "" : ", ") + std::string(level);
    return all;
}

std::optional<std::string> parse_bot_level(std::string_view text) {
    std::string level = lower(text);
    return words_of(level) ? std::optional(std::move(level)) : std::nullopt;
}

std::optional<std::string> level_of(std::string_view name) {
    const auto found = std::ranges::find(bots, name, &BotWords::name);
    return found == bots.end() ? std::nullopt : std::optional(std::string(found->level));
}

} // namespace jaipur::client::words
