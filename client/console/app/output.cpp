#include "client/console/app/output.hpp"

#include "client/console/safe_text.hpp"

#include <clocale>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <langinfo.h>
#include <stdexcept>
#include <string>
#include <unistd.h>

namespace jaipur::client::app {

namespace {

bool only_ascii(const Options& options) {
    std::setlocale(LC_CTYPE, "");
    return options.ascii || std::strcmp(::nl_langinfo(CODESET), "UTF-8") != 0;
}

} // namespace

bool try_full_screen(const Options& options, const std::function<void()>& show) {
    if (options.look == Options::Look::Plain || ::isatty(STDIN_FILENO) == 0 ||
        ::isatty(STDOUT_FILENO) == 0)
        return false;
    try {
        show();
        return true;
    } catch (const std::runtime_error& error) {
        std::cerr << "This is plain mode: " << error.what() << ".\n";
        return false;
    }
}

screen::ScreenOptions screen_options(const Options& options) {
    const char* no_color = std::getenv("NO_COLOR"); // https://no-color.org
    screen::ScreenOptions result;
    result.glyphs = only_ascii(options) ? screen::Glyphs::Ascii : screen::Glyphs::Utf8;
    result.colours = no_color && *no_color ? screen::Colours::None : screen::Colours::Some;
    return result;
}

std::function<void(std::string_view line)> line_writer(const Options& options) {
    return [ascii = only_ascii(options)](std::string_view line) {
        std::cout << (ascii ? ascii_only(line) : std::string(line)) << '\n' << std::flush;
    };
}

} // namespace jaipur::client::app
