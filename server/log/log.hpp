// The server's log: one JSON object a line on stderr, ASCII alone. Events are constant texts;
// fields say about which. Never a token, seed, hand, nonce, password or chat, and of clients' own
// bytes nothing at all.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>

namespace jaipur::server::log {

enum class Level : std::uint8_t { Debug, Info, Warning, Error, Off };

void set_level(Level level); // Info at first

struct Field {
    Field(std::string_view name, std::string_view text);

    Field(std::string_view name, const char* text) : Field(name, std::string_view(text)) {}

    Field(std::string_view name, std::int64_t number);

    std::string json; // "name":value
};

using Fields = std::initializer_list<Field>;

void debug(std::string_view event, Fields fields = {});
void info(std::string_view event, Fields fields = {});
void warning(std::string_view event, Fields fields = {});
void error(std::string_view event, Fields fields = {});

// What is within the braces of a line, after time and level.
std::string line(std::string_view event, Fields fields);

} // namespace jaipur::server::log
