#include "client/console/app/language.hpp"

#include "client/console/safe_text.hpp"

namespace jaipur::client::app {

namespace {

std::optional<LanguageChoice> on_command_line(int argc, const char* const* argv) {
    constexpr std::string_view option = "--language";
    std::optional<LanguageChoice> choice;
    for (int i = 1; i < argc; ++i) {
        std::string_view word = argv[i];
        if (word == option && i + 1 < argc) {
            choice = parse_language(argv[i + 1]);
        } else if (word.starts_with(option) && word.substr(option.size()).starts_with('=')) {
            word.remove_prefix(option.size() + 1);
            choice = parse_language(word);
        }
    }
    return choice;
}

Language of_environment(const std::function<std::string(const char*)>& variable) {
    for (const char* name : {"LC_ALL", "LC_MESSAGES", "LANG"})
        if (const std::string locale = variable(name); !locale.empty())
            return language_named(locale).value_or(Language::English);
    return Language::English;
}

} // namespace

std::optional<LanguageChoice> parse_language(std::string_view text) {
    const std::string word = lower(text);
    if (word == "auto")
        return LanguageChoice{};
    const auto language = language_named(word);
    return language ? std::optional(LanguageChoice{language}) : std::nullopt;
}

Language wanted_language(int argc, const char* const* argv,
                         const std::optional<LanguageChoice>& setting,
                         const std::function<std::string(const char*)>& variable) {
    for (const auto& choice :
         {on_command_line(argc, argv), parse_language(variable("JAIPUR_LANGUAGE")), setting})
        if (choice)
            return choice->language ? *choice->language : of_environment(variable);
    return of_environment(variable);
}

} // namespace jaipur::client::app
