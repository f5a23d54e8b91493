#include "server/shell/settings.hpp"

#include "protocol/text.hpp"
#include "server/shell/connection_string.hpp"
#include "server/shell/nearest.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cctype>
#include <optional>
#include <sstream>
#include <unistd.h>
#include <utility>

namespace jaipur::server::shell {

namespace {

using Place = Setting::Place;

constexpr std::string_view prefix = "JAIPUR_";
constexpr std::size_t origin_column = 40;

constexpr std::size_t most_errors = 20; // shown and logged of a file

// Nobody means a name of which more than this part is different.
constexpr std::size_t typo_part = 4;
constexpr std::size_t typo_in_file = 2; // at least: no other names are in it

std::string in_upper_case(std::string_view text) {
    std::string upper(text);
    std::ranges::transform(upper, upper.begin(), [](unsigned char c) { return std::toupper(c); });
    return upper;
}

std::vector<const CLI::Option*> settings_of(const CLI::App& app) {
    return app.get_options([](const CLI::Option* option) {
        return option->get_configurable() && !option->get_lnames().empty();
    });
}

std::string name_of(const CLI::Option& option) {
    return option.get_lnames().front();
}

std::vector<std::string> names_of(const CLI::App& app) {
    std::vector<std::string> names;
    for (const auto* option : settings_of(app))
        names.push_back(name_of(*option));
    return names;
}

CLI::Option* find(CLI::App& app, std::string_view name) {
    for (const auto* option : settings_of(app))
        if (name_of(*option) == name)
            return app.get_option("--" + std::string(name));
    return nullptr;
}

bool is_flag(const CLI::Option& option) {
    return option.get_expected_min() == 0;
}

bool is_repeatable(const CLI::Option& option) {
    return option.get_multi_option_policy() == CLI::MultiOptionPolicy::TakeAll;
}

std::optional<std::string> flag_value(std::string text) {
    std::ranges::transform(text, text.begin(), [](unsigned char c) { return std::tolower(c); });
    for (const char* yes : {"true", "yes", "on", "1"})
        if (text == yes)
            return "true";
    for (const char* no : {"false", "no", "off", "0"})
        if (text == no)
            return "false";
    return std::nullopt;
}

// What is wrong with a value; empty if it is fine.
std::string problem(CLI::Option& option, const std::string& value) {
    if (is_flag(option))
        return flag_value(value) ? "" : "expected true or false";
    option.clear();
    try {
        option.add_result(value);
        option.run_callback();
    } catch (const CLI::ParseError& error) {
        const std::string text = error.what(), name = "--" + name_of(option) + ": ";
        return text.starts_with(name) ? text.substr(name.size()) : text;
    }
    return "";
}

std::vector<std::string> words_of(const std::string& text) {
    std::string blanks = text;
    std::ranges::replace(blanks, ',', ' ');
    std::istringstream stream(blanks);
    std::vector<std::string> words;
    for (std::string word; stream >> word;)
        words.push_back(word);
    return words;
}

bool is_off(const Setting& setting, const CLI::Option& option) {
    return is_flag(option) && setting.values.back().text == "false";
}

bool mentions(std::string_view error, const std::string& option) {
    const auto at = error.find(option);
    const auto after = at == std::string_view::npos ? error.size() : at + option.size();
    return at != std::string_view::npos &&
           (after == error.size() || (error[after] != '-' && std::isalnum(error[after]) == 0));
}

std::string with_origin(std::string line, std::string_view from) {
    line.resize(std::max(line.size() + 1, origin_column), ' ');
    return line.append("# ").append(from).append("\n");
}

} // namespace

Environment own_environment() {
    Environment own;
    for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry) {
        const std::string_view text = *entry;
        if (const auto equals = text.find('=');
            equals != std::string_view::npos &&
            in_upper_case(text.substr(0, equals)).starts_with(prefix))
            own.emplace(text.substr(0, equals), text.substr(equals + 1));
    }
    return own;
}

std::string variable_of(std::string_view setting) {
    std::string variable = std::string(prefix) + in_upper_case(setting);
    std::ranges::replace(variable, '-', '_');
    return variable;
}

std::string shown(const std::string& setting, const std::string& value) {
    return setting == "store" ? without_password(value) : value;
}

std::string to_text(const Settings& settings) {
    std::string text;
    for (const auto& [name, place, values] : settings) {
        if (values.empty())
            text += with_origin("# " + name + " =", "not set");
        for (const auto& [value, from] : values)
            text +=
                with_origin(place == Place::Default ? "# " + name + " = " + value
                                                    : configuration_line(name, shown(name, value)),
                            from);
    }
    return text;
}

// ---- what is given -----------------------------------------------------------------------------

Places::Places(const CLI::App& parsed, CLI::App& scratch) : scratch_(scratch) {
    for (const auto* option : settings_of(parsed))
        for (const std::string& value : option->results())
            add(*option, Place::CommandLine,
                {is_flag(*option) ? flag_value(value).value_or("true") : value, "command line"});
}

void Places::add(const CLI::Option& option, Place place, Setting::Value value) {
    const std::string name = name_of(option);
    auto& setting = given_[place].try_emplace(name, Setting{name, place, {}}).first->second;
    setting.values.push_back(std::move(value));
}

void Places::add_file(const std::string& file) {
    const auto read = read_configuration(file);
    std::multimap<int, std::string> wrong; // by line
    for (const auto& [number, what] : read.errors)
        wrong.emplace(number, what);
    for (const auto& line : read.lines)
        if (auto what = add_line(file, line); !what.empty())
            wrong.emplace(line.number, std::move(what));
    for (const auto& [number, what] : wrong)
        if (errors_.size() < most_errors)
            errors_.push_back(file + (number > 0 ? ":" + std::to_string(number) : "") + ": " +
                              what);
    if (wrong.size() > most_errors)
        errors_.push_back(file + ": further errors: " + std::to_string(wrong.size() - most_errors));
}

// Returns what is wrong with it; empty if it is fine.
std::string Places::add_line(const std::string& file, const ConfigurationFile::Line& line) {
    const auto& [number, name, text] = line;
    CLI::Option* const option = find(scratch_, name);
    if (option == nullptr) {
        const auto most = std::max(name.size() / typo_part, typo_in_file);
        const auto meant = nearest(name, names_of(scratch_), most);
        return "unknown option '" + protocol::printable(name) + "'" +
               (meant ? "; did you mean " + *meant + "?" : "");
    }
    const ByName& earlier = given_[Place::File];
    if (const auto found = earlier.find(name); found != earlier.end() && !is_repeatable(*option))
        return name + " is already set at " + found->second.values.front().from;
    if (const auto what = problem(*option, text); !what.empty())
        return name + ": " + what;
    add(*option, Place::File,
        {is_flag(*option) ? *flag_value(text) : text, file + ":" + std::to_string(number)});
    return "";
}

void Places::add_environment(const Environment& environment) {
    std::vector<std::string> known{variable_of("config")};
    for (const std::string& name : names_of(scratch_)) {
        const std::string& variable = known.emplace_back(variable_of(name));
        const auto found = environment.find(variable);
        if (found == environment.end() || found->second.empty())
            continue;
        CLI::Option& option = *find(scratch_, name);
        for (const std::string& text :
             is_repeatable(option) ? words_of(found->second) : std::vector{found->second})
            if (const auto wrong = problem(option, text); !wrong.empty())
                errors_.push_back(variable + ": " + wrong);
            else
                add(option, Place::Variable,
                    {is_flag(option) ? *flag_value(text) : text, variable});
    }
    for (const auto& [variable, text] : environment)
        if (const auto meant = nearest(in_upper_case(variable), known,
                                       (variable.size() - prefix.size()) / typo_part);
            meant && meant != variable)
            warnings_.push_back(variable + " is not a setting; did you mean " + *meant + "?");
}

// ---- what is in effect -------------------------------------------------------------------------

Places::ByName Places::in_effect() const {
    ByName all;
    for (const Place place : {Place::CommandLine, Place::Variable, Place::File})
        if (const auto given = given_.find(place); given != given_.end())
            all.insert(given->second.begin(), given->second.end());
    // An option also beats those it excludes, if they come from a place that counts less.
    const ByName before = all;
    for (const auto* option : settings_of(scratch_)) {
        const auto winner = before.find(name_of(*option));
        if (winner == before.end() || is_off(winner->second, *option))
            continue;
        for (const auto* excluded : option->get_excludes())
            if (const auto loser = all.find(name_of(*excluded));
                loser != all.end() && loser->second.place < winner->second.place)
                all.erase(loser);
    }
    for (const auto* option : settings_of(scratch_)) // without what they belong to
        for (const auto* needed : option->get_needs())
            if (before.contains(name_of(*needed)) && !all.contains(name_of(*needed)))
                all.erase(name_of(*option));
    return all;
}

std::vector<std::string> Places::arguments() const {
    std::vector<std::string> result;
    for (const auto& [name, setting] : in_effect()) {
        const CLI::Option& option = *find(scratch_, name);
        if (setting.place == Place::CommandLine || is_off(setting, option))
            continue;
        for (const auto& value : setting.values)
            result.push_back("--" + name + (is_flag(option) ? "" : "=" + value.text));
    }
    return result;
}

std::string Places::origins(std::string_view error) const {
    std::string result;
    for (const auto& [name, setting] : in_effect())
        if (setting.place != Place::CommandLine && mentions(error, "--" + name))
            result += "--" + name + " is set by " + setting.values.front().from + "\n";
    return result;
}

Settings Places::settings(const CLI::App& whole) const {
    Settings result;
    const ByName given = in_effect();
    for (const auto* option : settings_of(whole)) {
        const std::string name = name_of(*option);
        if (const auto found = given.find(name); found != given.end()) {
            result.push_back(found->second);
            continue;
        }
        const std::string text = is_flag(*option) ? "false" : option->get_default_str();
        Setting setting{name, Place::Default, {}};
        if (!text.empty())
            setting.values.push_back({text, "default"});
        result.push_back(std::move(setting));
    }
    return result;
}

} // namespace jaipur::server::shell
