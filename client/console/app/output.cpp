#include "client/console/app/output.hpp"

#include "client/console/safe_text.hpp"

#include <clocale>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <langinfo.h>
#include <string>
#include <unistd.h>

namespace jaipur::client::app {

bool terminal_knows_utf8() {
    std::setlocale(LC_CTYPE, "");
    return std::strcmp(::nl_langinfo(CODESET), "UTF-8") == 0;
}

bool colours_wanted() { // https://no-color.org
    const char* no = std::getenv("NO_COLOR");
    return !no || !*no;
}

bool at_a_terminal() {
    return ::isatty(STDIN_FILENO) != 0 && ::isatty(STDOUT_FILENO) != 0;
}

std::function<void(std::string_view line)> line_writer(Letters letters) {
    return [letters](std::string_view line) {
        std::cout << (letters == Letters::Ascii ? ascii_only(line) : std::string(line)) << '\n'
                  << std::flush;
    };
}

} // namespace jaipur::client::app
