// The command line of `bench`.
#pragma once

#include <filesystem>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace jaipur::bench {

struct Options {
    int rounds = 5;
    double seconds = 3;
    bool quick = false;
    bool help = false;
    std::vector<std::string> only;                 // empty: all
    std::filesystem::path output, server, against; // against: empty if nothing is compared
    std::vector<std::string> server_options;
};

class Misuse : public std::runtime_error {
    using std::runtime_error::runtime_error;
};

// `programs`: the folder that contains bench; the defaults follow from it.
Options parse(const std::vector<std::string>& arguments, const std::vector<std::string>& names,
              const std::filesystem::path& programs);

std::string usage(const std::vector<std::string>& names);

} // namespace jaipur::bench
