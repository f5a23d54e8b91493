// Options that take a whole number. Decimal only: CLI11 would read 010 as 8.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace CLI {
class App;
class Option;
} // namespace CLI

namespace jaipur::server::shell {

// Nothing if it isn't a number, or has a sign or blanks.
std::optional<std::int64_t> whole_number(std::string_view text);

CLI::Option* add_whole_number(CLI::App& app, const std::string& name, std::int64_t least,
                              std::int64_t most, std::function<void(std::int64_t)> set,
                              const std::string& help);

} // namespace jaipur::server::shell
