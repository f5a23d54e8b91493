#pragma once

#include <charconv>
#include <optional>
#include <string_view>
#include <system_error>

namespace jaipur::server::relay {

// Nothing: it isn't a number, or not only one, or too large.
template <class Number>
std::optional<Number> number_in(std::string_view text) {
    Number number{};
    const auto* const end = text.data() + text.size();
    const auto [rest, error] = std::from_chars(text.data(), end, number);
    return error == std::errc{} && rest == end ? std::optional(number) : std::nullopt;
}

} // namespace jaipur::server::relay
