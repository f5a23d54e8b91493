#include "client/console/app/usage.hpp"

#include "client/console/app/environment.hpp"
#include "client/console/safe_text.hpp"
#include "client/console/translation.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <iostream>
#include <string>
#include <vector>

namespace jaipur::client::app {

namespace {

// CLI11 lists unexpected words by command, not in the order they were typed.
std::string unexpected(int argc, const char* const* argv, std::vector<std::string> extras) {
    std::string result;
    for (int i = 1; i < argc; ++i)
        if (const auto extra = std::find(extras.begin(), extras.end(), argv[i]);
            extra != extras.end()) {
            result += " " + safe(*extra, 100);
            extras.erase(extra);
        }
    return _("Unexpected:{0}", result);
}

// As the script that started this program would be run.
std::string help_command() {
    const std::string set = safe(variable("JAIPUR_HELP"), 200);
    return set.empty() ? "jaipur-client --help" : set;
}

} // namespace

int complain(const CLI::App& app, const CLI::ParseError& error, int argc, const char* const* argv) {
    if (error.get_exit_code() == 0) // help, or the version
        return app.exit(error);
    const bool extras = dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr;
    std::cerr << (extras ? unexpected(argc, argv, app.remaining(true)) : std::string(error.what()))
              << '\n'
              << _("Run {0} for usage.", help_command()) << '\n';
    return 2;
}

void speak_in_help(CLI::App& app) {
    for (const char* label : {mark("Usage"), mark("OPTIONS"), mark("Options"), mark("SUBCOMMAND"),
                              mark("Subcommands"), mark("Positionals"), mark("REQUIRED")})
        app.get_formatter()->label(label, _(label));
    app.option_defaults()->group(_("Options"));
    app.set_help_flag("-h,--help", _("Print this help message and exit"));
    app.set_version_flag("--version", std::string("jaipur-client ") + JAIPUR_VERSION,
                         _("Display program version information and exit"));
}

void add_notes_to_help(CLI::App& app) {
    app.footer(
        _("Without a command, it opens the start menu. In a terminal, the game fills the screen; "
          "with --plain, or if the output isn't a terminal, it uses plain mode.") +
        "\n\n" +
        _("Options win over the environment, and both over the settings in "
          "$XDG_CONFIG_HOME/jaipur/settings, else ~/.config/jaipur/settings.") +
        "\n\n" +
        _("Exit codes: 0 ended normally, 1 couldn't connect, couldn't enter a room (bots and "
          "commands from a pipe only), a bot's program failed or a bot's seat is gone, a server "
          "didn't answer `games`, seat taken over elsewhere, or inconsistent replay, 2 invalid "
          "command line or unreadable replay, 3 couldn't enter a private server (bots, `games` "
          "and commands from a pipe only)."));
}

} // namespace jaipur::client::app
