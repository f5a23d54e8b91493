// The user's language: `_("{0} joined.", name)` is the sentence in it. English is the text in the
// source; the catalogues in po/ have the others and are part of the executable. Tables of constants
// mark their texts, which are translated when they are shown. No other file knows of catalogues.
#pragma once

#include <array>
#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

namespace jaipur::client {

enum class Language : std::uint8_t { English, German, Spanish, French };
inline constexpr std::array all_languages{Language::English, Language::German, Language::Spanish,
                                          Language::French};

// "de"; also the name of a catalogue.
std::string_view code(Language language);
// For "de", "de_DE.UTF-8" or "de@euro"; nothing for other languages, "C" and "POSIX".
std::optional<Language> language_named(std::string_view name);

// Sets the language of the whole program. The default is English.
void speak(Language language);
Language language();

// What a placeholder stands for.
struct Value {
    std::string text;

    Value(std::string words) : text(std::move(words)) {} // NOLINT(google-explicit-constructor)

    Value(std::string_view words) : text(words) {} // NOLINT(google-explicit-constructor)

    Value(const char* words) : text(words) {} // NOLINT(google-explicit-constructor)

    template <std::integral Number>
    Value(Number number) : text(std::to_string(number)) {} // NOLINT(google-explicit-constructor)
};

// Uses the English text if the translation's placeholders don't match the values.
std::string translated(const char* context, const char* text, std::initializer_list<Value> values);
// The first value is the number.
std::string translated(const char* context, const char* one, const char* more, std::int64_t number,
                       std::initializer_list<Value> values);

template <class... Values>
std::string _(const char* text, const Values&... values) {
    return translated(nullptr, text, {Value(values)...});
}

// With a context, if the same English text has two meanings.
template <class... Values>
std::string p_(const char* context, const char* text, const Values&... values) {
    return translated(context, text, {Value(values)...});
}

// "{0} card" and "{0} cards": {0} is the number.
template <std::integral Number, class... Values>
std::string n_(const char* one, const char* more, Number number, const Values&... values) {
    return translated(nullptr, one, more, static_cast<std::int64_t>(number),
                      {Value(number), Value(values)...});
}

// A text that is translated later, perhaps with a context.
constexpr const char* mark(const char* text) {
    return text;
}

constexpr const char* p_mark(const char* /*context*/, const char* text) {
    return text;
}

} // namespace jaipur::client
