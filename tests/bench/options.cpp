#include "tests/bench/options.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <sstream>
#include <utility>

namespace jaipur::bench {

namespace {

std::string joined(const std::vector<std::string>& names) {
    std::string text;
    for (const std::string& name : names)
        text += (text.empty() ? "" : ", ") + name;
    return text;
}

template <class Number>
Number number_above_zero(const std::string& option, const std::string& text) {
    Number value{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size() || !(value > 0) ||
        !(value < 100000))
        throw Misuse(option + " needs a number above zero, not '" + text + "'");
    return value;
}

void add_names(const std::string& text, const std::vector<std::string>& names,
               std::vector<std::string>& only) {
    std::istringstream words(text);
    for (std::string name; std::getline(words, name, ',');) {
        if (std::ranges::find(names, name) == names.end())
            throw Misuse("there is no figure '" + name + "'; there are: " + joined(names));
        only.push_back(name);
    }
}

} // namespace

Options parse(const std::vector<std::string>& arguments, const std::vector<std::string>& names,
              const std::filesystem::path& programs) {
    Options options;
    options.output = programs.parent_path() / "report";
    options.server = programs / "jaipur-server";
    std::optional<int> rounds;
    std::optional<double> seconds;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        std::string option = arguments[i];
        std::optional<std::string> given; // as in --rounds=3
        if (const auto sign = option.find('='); sign != std::string::npos) {
            given = option.substr(sign + 1);
            option.resize(sign);
        }
        const auto value = [&] {
            if (given)
                return *std::exchange(given, std::nullopt);
            if (++i == arguments.size())
                throw Misuse(option + " needs a value");
            return arguments[i];
        };
        if (option == "--rounds")
            rounds = number_above_zero<int>(option, value());
        else if (option == "--seconds")
            seconds = number_above_zero<double>(option, value());
        else if (option == "--only")
            add_names(value(), names, options.only);
        else if (option == "--output")
            options.output = value();
        else if (option == "--server")
            options.server = value();
        else if (option == "--server-option")
            options.server_options.push_back(value());
        else if (option == "--quick" && !given)
            options.quick = true;
        else if ((option == "--help" || option == "-h") && !given)
            options.help = true;
        else
            throw Misuse("unknown: " + arguments[i]);
    }
    options.rounds = rounds.value_or(options.quick ? 1 : 5);
    options.seconds = seconds.value_or(options.quick ? 0.8 : 3);
    return options;
}

std::string usage(const std::vector<std::string>& names) {
    return "usage: bench [OPTIONS]\n"
           "  --rounds N            every figure so many times, in turn (5; quick: 1)\n"
           "  --seconds S           for each measurement (3; quick: 0.8)\n"
           "  --only NAME[,NAME]    these figures: " +
           joined(names) +
           "\n"
           "  --quick               small, about a minute in all: to try it, not to believe it\n"
           "  --output FOLDER       for table.md, figures.json, latency.svg, cost.svg; what the\n"
           "                        servers store meanwhile lies there too (build/bench/report)\n"
           "  --server FILE         another jaipur-server than the one built beside this\n"
           "  --server-option=TEXT  for jaipur-server; repeatable\n"
           "Exit codes: 0 all was measured, 1 something could not be run, 2 wrong command line.\n";
}

} // namespace jaipur::bench
