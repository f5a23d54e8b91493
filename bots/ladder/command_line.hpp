// What the command lines of the ladder and the trainer share: checks of numbers, and complaints.
#pragma once

#include <CLI/CLI.hpp>

#include <cmath>
#include <optional>
#include <string>
#include <type_traits>

namespace jaipur::bots::ladder {

// CLI11's own checks let "nan" pass, and print the largest number of the type. To it, "-1" is a
// large number without a sign.
template <class Number, class Fits>
CLI::Validator number(const std::string& which, Fits fits) {
    const auto complaint = [which, fits](const std::string& text) -> std::string {
        Number read = 0;
        const bool is_number = (std::is_signed_v<Number> || !text.starts_with('-')) &&
                               CLI::detail::lexical_cast(text, read) &&
                               std::isfinite(static_cast<double>(read));
        return is_number && fits(read) ? "" : "must be " + which + ", not " + text;
    };
    return {complaint, which, "number"};
}

template <class Number>
CLI::Validator at_least(Number least) {
    return number<Number>(CLI::detail::to_string(least) + " or more",
                          [least](Number read) { return read >= least; });
}

template <class Number>
CLI::Validator above_zero() {
    return number<Number>("above 0", [](Number read) { return read > 0; });
}

template <class Number>
CLI::Validator between(Number least, Number most) {
    return number<Number>(CLI::detail::to_string(least) + " to " + CLI::detail::to_string(most),
                          [least, most](Number read) { return read >= least && read <= most; });
}

// Reads the command line. Returns the exit code if that is all: it has shown the help, or what is
// wrong.
std::optional<int> parse(CLI::App& app, int count, const char* const* words);

} // namespace jaipur::bots::ladder
