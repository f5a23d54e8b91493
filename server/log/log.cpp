#include "server/log/log.hpp"

#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

#include <array>
#include <memory>

namespace jaipur::server::log {

namespace {

constexpr std::array<std::string_view, 5> level_names{"debug", "info", "warning", "error", "off"};

// A JSON string. Escapes everything but printable ASCII byte by byte, because people read logs in
// terminals.
std::string quoted(std::string_view text) {
    constexpr std::string_view digits = "0123456789abcdef";
    std::string result = "\"";
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '"' || c == '\\') {
            result += '\\';
            result += c;
        } else if (byte < 0x20 || byte > 0x7e) {
            result += "\\u00";
            result += digits[byte >> 4];
            result += digits[byte & 15];
        } else {
            result += c;
        }
    }
    return result += '"';
}

spdlog::logger& logger() {
    static const std::shared_ptr<spdlog::logger> instance = [] {
        auto made = std::make_shared<spdlog::logger>(
            "jaipur", std::make_shared<spdlog::sinks::stderr_sink_mt>());
        made->set_pattern(R"({"time":"%Y-%m-%dT%H:%M:%S.%eZ","level":"%l",%v})",
                          spdlog::pattern_time_type::utc);
        made->flush_on(spdlog::level::trace);
        return made;
    }();
    return *instance;
}

void write(spdlog::level::level_enum level, std::string_view event, Fields fields) {
    if (logger().should_log(level))
        logger().log(level, spdlog::string_view_t(line(event, fields)));
}

} // namespace

Field::Field(std::string_view name, std::string_view text)
    : json(quoted(name) + ":" + quoted(text)) {}

Field::Field(std::string_view name, std::int64_t number)
    : json(quoted(name) + ":" + std::to_string(number)) {}

std::string line(std::string_view event, Fields fields) {
    std::string result = "\"event\":" + quoted(event);
    for (const Field& field : fields)
        result += "," + field.json;
    return result;
}

std::string_view name(Level level) {
    return level_names.at(static_cast<std::size_t>(level));
}

std::optional<Level> level_named(std::string_view name) {
    for (std::size_t i = 0; i < level_names.size(); ++i)
        if (level_names.at(i) == name)
            return static_cast<Level>(i);
    return std::nullopt;
}

void set_level(Level level) {
    constexpr std::array levels{spdlog::level::debug, spdlog::level::info, spdlog::level::warn,
                                spdlog::level::err, spdlog::level::off};
    logger().set_level(levels[static_cast<std::size_t>(level)]);
}

void debug(std::string_view event, Fields fields) {
    write(spdlog::level::debug, event, fields);
}

void info(std::string_view event, Fields fields) {
    write(spdlog::level::info, event, fields);
}

void warning(std::string_view event, Fields fields) {
    write(spdlog::level::warn, event, fields);
}

void error(std::string_view event, Fields fields) {
    write(spdlog::level::err, event, fields);
}

} // namespace jaipur::server::log
