// The configuration file as text: lines `name = value`. A comment begins with `#`, at the start of
// a line or after a blank. A value in double quotes may contain anything; in it, \" \\ and \n stand
// for a quote, a backslash and the end of a line. What the names mean is settings.hpp's business.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace jaipur::server::shell {

struct ConfigurationFile {
    struct Line {
        int number = 0;
        std::string name, value;
    };

    struct Error {
        int number = 0; // 0: the file as a whole
        std::string what;
    };

    std::vector<Line> lines;
    std::vector<Error> errors;
};

ConfigurationFile parse_configuration(std::string_view text);

// Only a regular file: a pipe would be empty when it is read again.
ConfigurationFile read_configuration(const std::filesystem::path& file);

// A line that gives this value.
std::string configuration_line(std::string_view name, std::string_view value);

} // namespace jaipur::server::shell
