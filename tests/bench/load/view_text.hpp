// What a load generator must know about a message, found in its text without a parser, so that it
// costs less than the server's work. It knows only as much of the game as a view says.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace jaipur::bench {

// The text after `name` (`"turn":`) in an object without spaces, from its first occurrence on.
std::string_view after(std::string_view json, std::string_view name);

std::optional<std::uint64_t> number(std::string_view text);

// The text in the quotes at the beginning; empty if there are none.
std::string_view quoted(std::string_view text);

inline bool is_type(std::string_view message, std::string_view type) {
    constexpr std::string_view start = R"({"type":")";
    return message.starts_with(start) && message.substr(start.size()).starts_with(type) &&
           message.substr(start.size() + type.size()).starts_with('"');
}

// Whether this is the view of the player whose turn it is.
bool is_my_turn(std::string_view view);

} // namespace jaipur::bench
