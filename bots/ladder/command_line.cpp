#include "bots/ladder/command_line.hpp"

#include <cstdlib>
#include <iostream>

namespace jaipur::bots::ladder {

namespace {

int complain(const CLI::App& app, const CLI::ParseError& error) {
    if (error.get_exit_code() == 0)
        return app.exit(error);
    // CLI11 would show unexpected words in reversed order.
    const bool extras = dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr;
    const char* help = std::getenv("JAIPUR_HELP"); // set by the script that started this program
    std::cerr << app.get_name() << ": "
              << (extras ? "unexpected: " + CLI::detail::join(app.remaining(), " ") : error.what())
              << "\nRun " << (help ? help : app.get_name() + " --help") << " for usage.\n";
    return 2;
}

} // namespace

std::optional<int> parse(CLI::App& app, int count, const char* const* words) {
    try {
        app.parse(count, words);
        return std::nullopt;
    } catch (const CLI::ParseError& error) {
        return complain(app, error);
    }
}

} // namespace jaipur::bots::ladder
