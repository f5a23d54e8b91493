#include "server/shell/configuration_file.hpp"

#include "protocol/text.hpp"

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <fstream>
#include <iterator>
#include <system_error>
#include <utility>
#include <variant>

namespace jaipur::server::shell {

namespace {

constexpr std::string_view blanks = " \t\r";
constexpr std::size_t most_bytes = 1 << 20;

std::string_view trimmed(std::string_view text) {
    const auto first = text.find_first_not_of(blanks);
    if (first == std::string_view::npos)
        return {};
    return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

bool is_comment(std::string_view text) {
    return text.starts_with('#');
}

// Up to a comment.
std::string_view bare_value(std::string_view text) {
    for (auto at = text.find('#'); at != std::string_view::npos; at = text.find('#', at + 1))
        if (at == 0 || blanks.find(text[at - 1]) != std::string_view::npos)
            return trimmed(text.substr(0, at));
    return text;
}

struct Mistake {
    std::string_view what;
};

using ValueOrMistake = std::variant<std::string, Mistake>;

// `text` begins after the opening quote.
ValueOrMistake quoted_value(std::string_view text) {
    std::string value;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const char c = text[at];
        if (c == '"') {
            const auto rest = trimmed(text.substr(at + 1));
            if (!rest.empty() && !is_comment(rest))
                return Mistake{"text after the closing quote"};
            return value;
        }
        if (c != '\\') {
            value += c;
            continue;
        }
        const char escaped = ++at < text.size() ? text[at] : '\0';
        if (escaped != '"' && escaped != '\\' && escaped != 'n')
            return Mistake{R"(after a backslash, expected ", \ or n)"};
        value += escaped == 'n' ? '\n' : escaped;
    }
    return Mistake{"the closing quote is missing"};
}

ValueOrMistake value_in(std::string_view text) {
    if (text.starts_with('\''))
        return Mistake{R"(quote values with ", not with ')"};
    auto value = text.starts_with('"') ? quoted_value(text.substr(1))
                                       : ValueOrMistake(std::string(bare_value(text)));
    const auto* is_text = std::get_if<std::string>(&value);
    return is_text && is_text->empty() ? Mistake{"expected a value"} : value;
}

} // namespace

ConfigurationFile parse_configuration(std::string_view text) {
    if (const auto zero = text.find('\0'); zero != std::string_view::npos) {
        const auto line_breaks = std::ranges::count(text.substr(0, zero), '\n');
        return {{}, {{static_cast<int>(line_breaks) + 1, "a zero byte: this isn't a text file"}}};
    }
    ConfigurationFile file;
    text = protocol::without_byte_order_mark(text);
    for (int number = 1; !text.empty(); ++number) {
        const auto end = text.find('\n');
        const auto line = trimmed(text.substr(0, end));
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
        if (line.empty() || is_comment(line))
            continue;
        const auto equals = line.find('=');
        const auto name = trimmed(line.substr(0, equals));
        if (equals == std::string_view::npos || name.empty()) {
            file.errors.push_back({number, "expected a line such as retain = 90"});
            continue;
        }
        auto value = value_in(trimmed(line.substr(equals + 1)));
        if (const auto* wrong = std::get_if<Mistake>(&value))
            file.errors.push_back(
                {number, protocol::printable(name).append(": ").append(wrong->what)});
        else
            file.lines.push_back(
                {number, std::string(name), std::move(std::get<std::string>(value))});
    }
    return file;
}

ConfigurationFile read_configuration(const std::filesystem::path& file) {
    const auto unreadable = [](std::string what) {
        return ConfigurationFile{{}, {{0, std::move(what)}}};
    };
    std::error_code error;
    const auto status = std::filesystem::status(file, error);
    if (error)
        return unreadable(error.message());
    if (!std::filesystem::is_regular_file(status))
        return unreadable("not a regular file");
    std::ifstream stream(file, std::ios::binary);
    if (!stream)
        return unreadable(std::generic_category().message(errno));
    std::string text(most_bytes + 1, '\0');
    stream.read(text.data(), static_cast<std::streamsize>(text.size()));
    if (stream.bad())
        return unreadable("can't be read");
    text.resize(static_cast<std::size_t>(stream.gcount()));
    return text.size() > most_bytes ? unreadable("larger than 1 MiB") : parse_configuration(text);
}

std::string configuration_line(std::string_view name, std::string_view value) {
    std::string line = std::string(name) + " = ";
    const bool is_bare = std::ranges::none_of(value, [](char c) {
        return static_cast<unsigned char>(c) <= ' ' || c == '"' || c == '#' || c == '\\';
    });
    if (is_bare && !value.empty())
        return line.append(value);
    line += '"';
    for (const char c : value) {
        if (c == '"' || c == '\\' || c == '\n')
            line += '\\';
        line += c == '\n' ? 'n' : c;
    }
    return line += '"';
}

} // namespace jaipur::server::shell
