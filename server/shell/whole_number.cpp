#include "server/shell/whole_number.hpp"

#include <CLI/CLI.hpp>

#include <charconv>
#include <system_error>
#include <utility>

namespace jaipur::server::shell {

std::optional<std::int64_t> whole_number(std::string_view text) {
    std::int64_t number = 0;
    const char* const end = text.data() + text.size();
    const auto [rest, error] = std::from_chars(text.data(), end, number);
    return error == std::errc{} && rest == end && !text.starts_with('-') ? std::optional(number)
                                                                         : std::nullopt;
}

CLI::Option* add_whole_number(CLI::App& app, const std::string& name, std::int64_t least,
                              std::int64_t most, std::function<void(std::int64_t)> set,
                              const std::string& help) {
    return app
        .add_option_function<std::string>(
            name, [set = std::move(set)](const std::string& text) { set(*whole_number(text)); },
            help)
        ->check([least, most](const std::string& text) -> std::string {
            const auto number = whole_number(text);
            return number && *number >= least && *number <= most
                       ? ""
                       : "expected a whole number from " + std::to_string(least) + " to " +
                             std::to_string(most);
        })
        ->type_name("NUMBER");
}

} // namespace jaipur::server::shell
