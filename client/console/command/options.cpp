// The options of a new room.
#include "client/console/command/parts.hpp"
#include "client/console/translation.hpp"
#include "client/console/words/bots.hpp"
#include "protocol/text.hpp"

#include <algorithm>
#include <limits>
#include <map>

namespace jaipur::client::command {

namespace {

using protocol::CreateOptions;

std::string range(protocol::Bounds bounds) {
    return _("{0} to {1}", bounds.min, bounds.max);
}

// An optional number has no default value.
std::string initial(const std::optional<int>&) {
    return "";
}

std::string initial(int value) {
    return std::to_string(value);
}

template <class Number>
RoomOption number_option(std::string_view word, std::string_view value, protocol::Bounds bounds,
                         Number CreateOptions::* field, const std::string& help) {
    const auto set = [bounds, field](CreateOptions& room, const std::string& given) {
        const int typed = number(given).value_or(bounds.min - 1);
        room.*field = typed;
        return bounds.hold(typed);
    };
    return {word,
            value,
            help + " (" + range(bounds) + ")",
            _("a number from {0}", range(bounds)),
            initial(CreateOptions().*field),
            set};
}

bool set_patience(CreateOptions& room, const std::string& given) {
    const auto seconds = parse_duration(given);
    room.patience = seconds.value_or(0);
    return seconds && protocol::patience_bounds.hold(*seconds);
}

bool set_spectators(CreateOptions& room, const std::string& given) {
    for (const auto mode : {protocol::SpectatorMode::Public, protocol::SpectatorMode::None,
                            protocol::SpectatorMode::Open})
        if (name(mode) == lower(given)) {
            room.spectators = mode;
            return true;
        }
    return false;
}

bool set_chat(CreateOptions& room, const std::string& given) {
    const auto from = parse_chat_from(given);
    room.chat = from.value_or(room.chat);
    return from.has_value();
}

std::vector<RoomOption> options_in_words() {
    return {
        {"public", "", _("list the room, so that anyone (with the password) can join"), "", "",
         [](CreateOptions& room, const std::string&) { return room.is_public = true; }},
        {"password", "WORD", _("password required to join"),
         _("a password of {0} characters", range(protocol::password_bounds)), "",
         [](CreateOptions& room, const std::string& given) {
             room.password = given;
             return protocol::is_password(given);
         }},
        {"spectators", "MODE",
         _("public (face-up cards only), none, or open (both hands after each round)"),
         _("public, none, or open"), "public", set_spectators},
        {"chat", "WHO",
         _("who may write in the chat: everyone, players (not spectators), or nobody"),
         _("everyone, players, or nobody"), "everyone", set_chat},
        number_option("delay", "N", protocol::delay_bounds, &CreateOptions::delay,
                      _("in a private open room, offer spectators both hands this many moves late; "
                        "both players must agree")),
        {"clock", "CLOCK", _("seconds for the match plus seconds per move, such as 300+5"),
         _("a clock such as 300+5: {0} seconds for the match, plus {1} for each move",
           range(protocol::clock_initial_bounds), range(protocol::clock_increment_bounds)),
         "",
         [](CreateOptions& room, const std::string& given) {
             room.clock = parse_clock(given);
             return room.clock.has_value();
         }},
        number_option("seals", "N", protocol::seals_bounds, &CreateOptions::seals,
                      _("seals needed to win the match")),
        number_option(
            "grace", "SECONDS", protocol::grace_bounds, &CreateOptions::grace,
            _("total seconds a player may be away before the opponent can claim the win")),
        {"patience", "TIME",
         _("time for each move in a room without a clock, such as 90s, 10m, 2h or 3d; after that "
           "the opponent can claim the win (60s to 30d)"),
         _("a time such as 90s, 10m, 2h or 3d, from 60s to 30d"), "10m", set_patience},
    };
}

} // namespace

const std::vector<RoomOption>& room_options() {
    static std::map<Language, std::vector<RoomOption>> all; // pointers to them must stay valid
    auto& those = all[language()];
    if (those.empty())
        those = options_in_words();
    return those;
}

std::string clock_or_patience() {
    return _(
        "A room has either a clock or a time limit for each move: leave out clock or patience.");
}

const RoomOption* room_option(std::string_view word) {
    const auto& all = room_options();
    const auto found = std::find_if(all.begin(), all.end(),
                                    [&](const RoomOption& option) { return option.word == word; });
    return found == all.end() ? nullptr : &*found;
}

std::optional<protocol::ChatFrom> parse_chat_from(std::string_view text) {
    using enum protocol::ChatFrom;
    for (const auto from : {Everyone, Players, Nobody})
        if (name(from) == lower(text))
            return from;
    return std::nullopt;
}

std::optional<protocol::ClockOptions> parse_clock(std::string_view text) {
    const std::size_t plus = text.find('+');
    const auto initial = number(text.substr(0, plus));
    const auto increment =
        plus == std::string_view::npos ? std::optional(0) : number(text.substr(plus + 1));
    if (!initial || !increment || !protocol::clock_initial_bounds.hold(*initial) ||
        !protocol::clock_increment_bounds.hold(*increment))
        return std::nullopt;
    return protocol::ClockOptions{*initial, *increment};
}

std::optional<int> parse_duration(std::string_view text) {
    constexpr int minute = 60, hour = 60 * minute, day = 24 * hour;
    int unit = 1;
    if (!text.empty() && std::string_view("smhd").find(text.back()) != std::string_view::npos) {
        const char last = text.back();
        unit = last == 'm' ? minute : last == 'h' ? hour : last == 'd' ? day : 1;
        text.remove_suffix(1);
    }
    const auto count = number(text);
    if (!count || *count > std::numeric_limits<int>::max() / unit)
        return std::nullopt;
    return *count * unit;
}

std::optional<ParseError> read_option(const std::vector<std::string>& words, std::size_t& at,
                                      CreateOptions& options) {
    const std::string word = lower(words[at++]);
    const std::string value = at < words.size() ? words[at] : "";
    if (word == "private") {
        options.is_public = false;
        return std::nullopt;
    }
    if (word == "bot") { // the level may be left out
        const std::string next = lower(value);
        const bool has_level = !next.empty() && next != "private" && !room_option(next);
        options.bot = has_level ? words::parse_bot_level(next) : std::string(protocol::default_bot);
        at += has_level ? 1u : 0u;
        if (!options.bot)
            return parse_error(_("There is no bot of level {0}. Levels: {1}.", in_quotes(value),
                                 words::bot_levels()));
        return std::nullopt;
    }
    const RoomOption* option = room_option(word);
    if (!option)
        return parse_error(
            _("A room has no option {0}. Type help new for the options.", in_quotes(word)));
    at += option->value.empty() ? 0u : 1u;
    if (!option->set(options, value))
        return parse_error(_("After {0}, type {1}.", word, option->expected));
    return std::nullopt;
}

} // namespace jaipur::client::command
