#include "client/console/translation.hpp"

#include "client/console/catalogues.hpp"

#include <boost/locale/gnu_gettext.hpp>
#include <fmt/args.h>
#include <fmt/format.h>

#include <algorithm>
#include <locale>
#include <memory>

namespace jaipur::client {

namespace {

using Messages = boost::locale::message_format<char>;

struct Speaking {
    Language language = Language::English;
    std::locale messages = std::locale::classic(); // without a catalogue: English
};

Speaking& speaking() {
    static Speaking now;
    return now;
}

std::locale with_catalogue(Language language) {
    boost::locale::gnu_gettext::messages_info info;
    info.language = std::string(code(language));
    info.encoding = "UTF-8";
    info.domains.emplace_back("jaipur");
    info.paths.emplace_back();
    info.callback = [language](const std::string&, const std::string&) {
        const std::string_view bytes = catalogue(code(language));
        return std::vector<char>(bytes.begin(), bytes.end());
    };
    return {std::locale::classic(), boost::locale::gnu_gettext::create_messages_facet<char>(info)};
}

// Nothing if the placeholders don't fit.
std::optional<std::string> filled(const char* text, std::initializer_list<Value> values) {
    if (values.size() == 0)
        return text;
    fmt::dynamic_format_arg_store<fmt::format_context> all;
    for (const Value& value : values)
        all.push_back(value.text);
    try {
        return fmt::vformat(text, all);
    } catch (const fmt::format_error&) {
        return std::nullopt;
    }
}

std::string filled_or_english(const char* found, const char* english,
                              std::initializer_list<Value> values) {
    if (found)
        if (auto text = filled(found, values))
            return *std::move(text);
    return filled(english, values).value_or(english);
}

const Messages* messages() {
    const std::locale& now = speaking().messages;
    return std::has_facet<Messages>(now) ? &std::use_facet<Messages>(now) : nullptr;
}

} // namespace

std::string_view code(Language language) {
    constexpr std::array<std::string_view, all_languages.size()> codes{"en", "de", "es", "fr"};
    return codes[static_cast<std::size_t>(language)];
}

std::optional<Language> language_named(std::string_view name) {
    const std::string_view wanted = name.substr(0, name.find_first_of("_.@-"));
    const auto found = std::ranges::find(all_languages, wanted, code);
    return found == all_languages.end() ? std::nullopt : std::optional(*found);
}

void speak(Language language) {
    speaking() = {language, language == Language::English ? std::locale::classic()
                                                          : with_catalogue(language)};
}

Language language() {
    return speaking().language;
}

std::string translated(const char* context, const char* text, std::initializer_list<Value> values) {
    const Messages* all = messages();
    return filled_or_english(all ? all->get(0, context, text) : nullptr, text, values);
}

std::string translated(const char* context, const char* one, const char* more, std::int64_t number,
                       std::initializer_list<Value> values) {
    const Messages* all = messages();
    const int counted = static_cast<int>(std::min<std::int64_t>(number, 1'000'000));
    return filled_or_english(all ? all->get(0, context, one, counted) : nullptr,
                             number == 1 ? one : more, values);
}

} // namespace jaipur::client
