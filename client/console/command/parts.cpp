#include "client/console/command/parts.hpp"

#include <charconv>

namespace jaipur::client::command {

namespace {

bool is_space(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

} // namespace

ParseError parse_error(std::string text) {
    return {std::move(text)};
}

std::string in_quotes(std::string_view word) {
    return "\"" + safe(word, 30) + "\"";
}

std::string_view take_word(std::string_view& text) {
    std::size_t length = 0;
    while (length < text.size() && !is_space(text[length]))
        ++length;
    const std::string_view word = text.substr(0, length);
    text = trimmed(text.substr(length));
    return word;
}

Words split(std::string_view text) {
    Words words;
    for (text = trimmed(text); !text.empty();)
        words.emplace_back(take_word(text));
    return words;
}

bool begins(std::string_view text, std::string_view with) {
    return text.substr(0, with.size()) == with;
}

std::string folded(std::string_view text) {
    return lower(ascii_only(text));
}

std::optional<int> number(std::string_view word) {
    int value = 0;
    const char* const last = word.data() + word.size();
    const auto [end, error] = std::from_chars(word.data(), last, value);
    if (word.empty() || word[0] == '-' || error != std::errc() || end != last)
        return std::nullopt;
    return value;
}

} // namespace jaipur::client::command
