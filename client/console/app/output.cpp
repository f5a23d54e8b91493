#include "client/console/app/output.hpp"

#include "client/console/app/keyboard.hpp"
#include "client/console/safe_text.hpp"
#include "client/console/screen/terminal.hpp"
#include "client/console/screen/text.hpp"
#include "client/console/translation.hpp"
#include "client/console/words/words.hpp"

#include <cstdlib>
#include <iostream>
#include <stdexcept>
#include <string>
#include <unistd.h>

namespace jaipur::client::app {

bool try_full_screen(const Options& options, const std::function<void()>& show) {
    if (options.look == Options::Look::Plain || ::isatty(STDIN_FILENO) == 0 ||
        ::isatty(STDOUT_FILENO) == 0)
        return false;
    try {
        show();
        return true;
    } catch (const std::runtime_error& error) {
        std::cerr << line_format(options)(_("This is plain mode: {0}.", error.what())) << '\n';
        return false;
    }
}

screen::ScreenOptions screen_options(const Options& options) {
    const char* no_color = std::getenv("NO_COLOR"); // https://no-color.org
    screen::ScreenOptions result;
    result.glyphs = only_ascii(options) ? screen::Glyphs::Ascii : screen::Glyphs::Utf8;
    const bool none = (no_color && *no_color) || options.theme == Theme::None;
    result.colours = none ? screen::Colours::None : screen::Colours::Some;
    if (options.theme == Theme::Dark)
        result.theme = screen::ThemeChoice::Dark;
    if (options.theme == Theme::Light)
        result.theme = screen::ThemeChoice::Light;
    result.mouse = options.mouse ? screen::Mouse::On : screen::Mouse::Off;
    return result;
}

std::string broken_between_words(const std::string& text, int columns) {
    constexpr std::string_view to_copy = "  ";
    if (text.starts_with(to_copy))
        return text;
    if (const auto at = words::command_in(text))
        return broken_between_words(text.substr(0, *at - 1), columns) + "\n" +
               std::string(to_copy) + text.substr(*at);
    std::string rows;
    for (const std::string& row : screen::wrap(text, columns, screen::Charset::Utf8))
        rows += (rows.empty() ? "" : "\n") + row;
    return rows;
}

bool only_ascii(const Options& options) {
    return options.ascii || !screen::shows_utf8();
}

std::function<std::string(std::string_view line)> line_format(const Options& options) {
    return
        [ascii = only_ascii(options), wraps = ::isatty(STDOUT_FILENO) != 0](std::string_view line) {
            const std::string text = ascii ? ascii_only(line) : std::string(line);
            return wraps ? broken_between_words(text, terminal_columns() - 1) : text;
        };
}

std::function<void(std::string_view line)> line_writer(const Options& options) {
    return [format = line_format(options)](std::string_view line) {
        std::cout << format(line) << '\n' << std::flush;
    };
}

} // namespace jaipur::client::app
