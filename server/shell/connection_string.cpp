#include "server/shell/connection_string.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstddef>
#include <optional>

namespace jaipur::server::shell {

namespace {

constexpr std::string_view hidden = "***";
constexpr std::array<std::string_view, 2> schemes{"postgresql://", "postgres://"};

std::size_t scheme_length(std::string_view text) {
    for (const std::string_view scheme : schemes)
        if (text.starts_with(scheme))
            return scheme.size();
    return 0;
}

// Also `sslpassword`.
bool names_password(std::string_view name) {
    return name.find("password") != std::string_view::npos ||
           name.find('%') != std::string_view::npos;
}

// NAME=VALUE&NAME=VALUE
std::string query_without_password(std::string_view query) {
    std::string shown;
    while (!query.empty()) {
        const std::string_view one = query.substr(0, query.find('&'));
        const auto equals = one.find('=');
        shown += shown.empty() ? "" : "&";
        if (equals != std::string_view::npos && names_password(one.substr(0, equals)))
            shown.append(one.substr(0, equals + 1)).append(hidden);
        else
            shown += one;
        query.remove_prefix(std::min(one.size() + 1, query.size()));
    }
    return shown;
}

// USER:PASSWORD@HOST/DATABASE?QUERY. A password with an unescaped `@` or `?` is an error, which
// must not show it either.
std::string uri_without_password(std::string_view uri, std::size_t scheme) {
    std::string shown(uri.substr(0, scheme));
    const auto at = uri.rfind('@');
    if (at != std::string_view::npos && at >= scheme) {
        const std::string_view who = uri.substr(scheme, at - scheme);
        const auto colon = who.find(':');
        shown += who.substr(0, colon);
        if (colon != std::string_view::npos)
            shown.append(":").append(hidden);
        shown += '@';
        scheme = at + 1;
    }
    const std::string_view rest = uri.substr(scheme);
    const auto question = rest.find('?');
    shown += rest.substr(0, question);
    if (question != std::string_view::npos)
        shown.append("?").append(query_without_password(rest.substr(question + 1)));
    return shown;
}

bool is_blank(char c) {
    return std::isspace(static_cast<unsigned char>(c)) != 0;
}

// One of the words NAME = 'VALUE', where blanks and quotes are optional.
struct Word {
    std::string_view name, value; // as written
    std::size_t end = 0;
};

std::optional<Word> word_in(std::string_view text) {
    const auto skip = [&](std::size_t at) {
        while (at < text.size() && is_blank(text[at]))
            ++at;
        return at;
    };
    const std::size_t equals = text.find('=');
    if (equals == std::string_view::npos || equals == 0)
        return std::nullopt;
    std::string_view name = text.substr(0, equals);
    while (!name.empty() && is_blank(name.back()))
        name.remove_suffix(1);
    if (name.empty() || std::ranges::any_of(name, is_blank))
        return std::nullopt;
    const std::size_t begin = skip(equals + 1);
    const bool quoted = begin < text.size() && text[begin] == '\'';
    std::size_t end = begin + (quoted ? 1 : 0);
    while (end < text.size() && (quoted ? text[end] != '\'' : !is_blank(text[end])))
        end += text[end] == '\\' ? 2U : 1U;
    if (end > text.size() || (quoted && end == text.size()))
        return std::nullopt;
    end += quoted ? 1 : 0;
    return Word{name, text.substr(begin, end - begin), skip(end)};
}

std::optional<std::string> words_without_password(std::string_view text) {
    std::string shown;
    while (!text.empty() && is_blank(text.front()))
        text.remove_prefix(1);
    while (!text.empty()) {
        const auto word = word_in(text);
        if (!word)
            return std::nullopt;
        shown.append(shown.empty() ? "" : " ").append(word->name).append("=");
        shown += names_password(word->name) ? hidden : word->value;
        text.remove_prefix(word->end);
    }
    return shown.empty() ? std::nullopt : std::optional(shown);
}

} // namespace

bool is_connection_string(std::string_view text) {
    return scheme_length(text) > 0 || words_without_password(text);
}

std::string without_password(std::string_view connection_string) {
    if (const std::size_t scheme = scheme_length(connection_string))
        return uri_without_password(connection_string, scheme);
    return words_without_password(connection_string).value_or(std::string(hidden));
}

} // namespace jaipur::server::shell
