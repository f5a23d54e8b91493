// The options of a new room, in words.
#include "client/console/command/parts.hpp"
#include "client/console/safe_text.hpp"
#include "protocol/text.hpp"

#include <algorithm>
#include <iterator>

namespace jaipur::client::command {

namespace {

// A number option and its range, as the protocol has it.
struct Range {
    std::string_view word;
    protocol::Bounds bounds;
    int protocol::CreateOptions::* field;
    std::string_view unit;
};

constexpr Range ranges[] = {
    {"seals", protocol::seals_bounds, &protocol::CreateOptions::seals, "seals to win the match"},
    {"delay", protocol::delay_bounds, &protocol::CreateOptions::delay,
     "actions by which spectators of open hands see the game late"},
    {"grace", protocol::grace_bounds, &protocol::CreateOptions::grace,
     "seconds that a player may be away before the other may claim the win"},
};

bool is_option(std::string_view word) {
    constexpr std::string_view words[] = {"public", "private", "password", "spectators", "clock",
                                          "seals",  "delay",   "grace",    "bot"};
    return std::find(std::begin(words), std::end(words), word) != std::end(words);
}

ParseError out_of_range(const Range& range) {
    return parse_error("After " + std::string(range.word) + " comes a number from " +
                       std::to_string(range.bounds.min) + " to " +
                       std::to_string(range.bounds.max) + ": " + std::string(range.unit) + ".");
}

std::optional<ParseError> read_spectators(const std::string& word,
                                          protocol::CreateOptions& options) {
    for (const auto mode : {protocol::SpectatorMode::Public, protocol::SpectatorMode::None,
                            protocol::SpectatorMode::Open})
        if (lower(word) == name(mode)) {
            options.spectators = mode;
            return std::nullopt;
        }
    return parse_error("After spectators comes public, none, or open (they see both hands, some "
                       "actions late).");
}

std::optional<ParseError> read_clock(const std::string& word, protocol::CreateOptions& options) {
    const auto clock = clock_meant(word);
    if (!clock)
        return parse_error(
            "A clock looks like 300+5: 1 to 36000 seconds for the match, and 0 to 300 "
            "for each action.");
    options.clock = clock;
    return std::nullopt;
}

std::optional<ParseError> read_password(const std::string& word, protocol::CreateOptions& options) {
    if (!protocol::is_password(word))
        return parse_error("After password comes one, of 1 to 64 characters.");
    options.password = word;
    return std::nullopt;
}

} // namespace

std::optional<protocol::ClockOptions> clock_meant(std::string_view text) {
    const std::size_t plus = text.find('+');
    const auto initial = number(text.substr(0, plus));
    const auto increment =
        plus == std::string_view::npos ? std::optional(0) : number(text.substr(plus + 1));
    if (!initial || !increment || !protocol::clock_initial_bounds.hold(*initial) ||
        !protocol::clock_increment_bounds.hold(*increment))
        return std::nullopt;
    return protocol::ClockOptions{*initial, *increment};
}

std::optional<ParseError> read_option(const std::vector<std::string>& words, std::size_t& at,
                                      protocol::CreateOptions& options) {
    const std::string word = lower(words[at++]);
    if (word == "public") {
        options.is_public = true;
        return std::nullopt;
    }
    if (word == "private") {
        options.is_public = false;
        return std::nullopt;
    }
    const std::string value = at < words.size() ? words[at] : "";
    const auto next = [&](std::optional<ParseError> wrong) {
        ++at;
        return wrong;
    };
    if (word == "bot") { // the level may be left out; the server knows which there are
        const bool has_level = !value.empty() && !is_option(lower(value));
        options.bot = has_level ? lower(value) : "easy";
        at += has_level ? 1u : 0u;
        return std::nullopt;
    }
    if (word == "password")
        return next(read_password(value, options));
    if (word == "spectators")
        return next(read_spectators(value, options));
    if (word == "clock")
        return next(read_clock(value, options));
    for (const Range& range : ranges)
        if (word == range.word) {
            const auto given = number(value);
            if (!given || !range.bounds.hold(*given))
                return out_of_range(range);
            options.*range.field = *given;
            return next(std::nullopt);
        }
    return parse_error(
        "A room has no option " + quoted(word) +
        ". There are public, password WORD, spectators public|none|open, delay N, clock "
        "300+5, seals N, grace N and bot.");
}

} // namespace jaipur::client::command
