#include "tests/bench/load/view_text.hpp"

#include <charconv>
#include <system_error>

namespace jaipur::bench {

std::string_view after(std::string_view json, std::string_view name) {
    const auto at = json.find(name);
    return at == std::string_view::npos ? std::string_view{} : json.substr(at + name.size());
}

std::optional<std::uint64_t> number(std::string_view text) {
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc{} ? std::optional(value) : std::nullopt;
}

std::string_view quoted(std::string_view text) {
    if (text.empty() || text.front() != '"')
        return {};
    text.remove_prefix(1);
    return text.substr(0, text.find('"'));
}

bool is_my_turn(std::string_view view) {
    const auto you = number(after(view, R"("you":)"));
    return you && quoted(after(view, R"("phase":)")) == "playing" &&
           number(after(view, R"("turn":)")) == you;
}

} // namespace jaipur::bench
