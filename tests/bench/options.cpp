#include "tests/bench/options.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <sstream>

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
            throw Misuse("unknown figure '" + name + "'; known: " + joined(names));
        only.push_back(name);
    }
}

// Option by option; the value is the next argument, or part of it as in --rounds=3.
class Arguments {
  public:
    explicit Arguments(const std::vector<std::string>& all) : all_(all) {}

    bool next() {
        if (at_ == all_.size())
            return false;
        option_ = all_[at_++];
        given_.reset();
        if (const auto sign = option_.find('='); sign != std::string::npos) {
            given_ = option_.substr(sign + 1);
            option_.resize(sign);
        }
        return true;
    }

    bool is(std::string_view option) const { return option_ == option; }

    bool is_flag(std::string_view option) const { return is(option) && !given_; }

    const std::string& option() const { return option_; }

    std::string value() {
        if (given_)
            return *given_;
        if (at_ == all_.size())
            throw Misuse(option_ + " needs a value");
        return all_[at_++];
    }

  private:
    const std::vector<std::string>& all_;
    std::size_t at_ = 0;
    std::string option_;
    std::optional<std::string> given_;
};

} // namespace

Options parse(const std::vector<std::string>& arguments, const std::vector<std::string>& names,
              const std::filesystem::path& programs) {
    Options options;
    options.output = programs.parent_path() / "report";
    options.server = programs / "jaipur-server";
    std::optional<int> rounds;
    std::optional<double> seconds;
    for (Arguments next(arguments); next.next();) {
        if (next.is("--rounds"))
            rounds = number_above_zero<int>(next.option(), next.value());
        else if (next.is("--seconds"))
            seconds = number_above_zero<double>(next.option(), next.value());
        else if (next.is("--only"))
            add_names(next.value(), names, options.only);
        else if (next.is("--output"))
            options.output = next.value();
        else if (next.is("--server"))
            options.server = next.value();
        else if (next.is("--against"))
            options.against = next.value();
        else if (next.is("--server-option"))
            options.server_options.push_back(next.value());
        else if (next.is_flag("--quick"))
            options.quick = true;
        else if (next.is_flag("--help") || next.is_flag("-h"))
            options.help = true;
        else
            throw Misuse("unknown option: " + next.option());
    }
    options.rounds = rounds.value_or(options.quick ? 1 : 5);
    options.seconds = seconds.value_or(options.quick ? 0.8 : 3);
    return options;
}

std::string usage(const std::vector<std::string>& names) {
    return "usage: bench [OPTIONS]\n"
           "  --rounds N            rounds, each of which measures every figure (5; quick: 1)\n"
           "  --seconds S           for each measurement (3; quick: 0.8)\n"
           "  --only NAME[,NAME]    these figures: " +
           joined(names) +
           "\n"
           "  --quick               about a minute in total: to try it, not for reliable figures\n"
           "  --output FOLDER       for table.md, figures.json, latency.svg, cost.svg and, during\n"
           "                        the run, the servers' data (build/bench/report)\n"
           "  --server FILE         jaipur-server to measure (default: the one built with bench)\n"
           "  --against FILE        another build of jaipur-server: both take turns in every "
           "round\n"
           "  --server-option=TEXT  option for jaipur-server; repeatable\n"
           "Exit codes: 0 everything was measured, 1 something couldn't run, 2 wrong command "
           "line.\n";
}

} // namespace jaipur::bench
