// The server's log: one JSON object per line on stderr, only ASCII. Events are constant strings,
// fields have the details. Never log a token, seed, hand, nonce, password or chat, or any bytes
// that a client sent.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

namespace jaipur::server::log {

enum class Level : std::uint8_t { Debug, Info, Warning, Error, Off };

void set_level(Level level); // Info by default

std::string_view name(Level level); // "info"
std::optional<Level> level_named(std::string_view name);

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

// The content of a line's braces, after time and level.
std::string line(std::string_view event, Fields fields);

} // namespace jaipur::server::log
