#include "client/console/app/environment.hpp"

#include "client/console/safe_text.hpp"

#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <stdexcept>
#include <string_view>
#include <sys/random.h>

namespace jaipur::client::app {

namespace {

// A text to show to the user, set by a script that starts this program. SERVER in it stands for the
// address of the server.
std::string set_by_script(const char* name, const Options& options) {
    constexpr std::string_view placeholder = "SERVER";
    std::string text = safe(variable(name), 200);
    if (const auto at = text.find(placeholder); at != std::string::npos)
        text.replace(at, placeholder.size(), options.server);
    return text;
}

// A word of a command line for the shell, to be shown in a terminal. So control characters become
// escapes that the shell doesn't understand: a word with a tab, say, must be typed anew.
std::string quoted(const std::string& word) {
    constexpr std::string_view plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                       "0123456789_-./:@%+=,";
    if (!word.empty() && word.find_first_not_of(plain) == std::string::npos)
        return word;
    std::string result = "'";
    for (const char c : safe(word, word.size()))
        result += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return result + "'";
}

// What starts this bot again; the code of its room follows.
std::string to_start_again(const Options& options) {
    const Options::Bot& bot = *options.bot;
    return quoted(options.started_as) + " bot --server " + quoted(options.server) +
           (bot.program ? " --program " + quoted(*bot.program) : " --level " + bot.level) +
           " --join";
}

} // namespace

std::string variable(const char* name) {
    const char* value = std::getenv(name);
    return value ? value : "";
}

void draw_entropy(std::span<std::uint8_t> bytes) {
    while (!bytes.empty()) {
        const ::ssize_t count = ::getrandom(bytes.data(), bytes.size(), 0);
        if (count < 0 && errno != EINTR)
            throw std::runtime_error("can't get random numbers from the system");
        if (count > 0)
            bytes = bytes.subspan(static_cast<std::size_t>(count));
    }
}

session::SeatUser seat_user(const Options& options) {
    return options.bot ? session::SeatUser::Bot : session::SeatUser::Person;
}

session::Environment environment(const Options& options) {
    session::Environment result;
    result.now = [] { return std::chrono::steady_clock::now(); };
    result.entropy = draw_entropy;
    result.come_back =
        options.bot ? to_start_again(options) : set_by_script("JAIPUR_COME_BACK", options);
    result.replay = set_by_script("JAIPUR_REPLAY", options);
    result.page = set_by_script("JAIPUR_PAGE_AT", options);
    result.start_again = set_by_script("JAIPUR_START_AGAIN", options);
    result.invite_at = set_by_script("JAIPUR_INVITE_AT", options);
    if (options.ca_is_typed)
        result.options = " --ca " + quoted(options.ca);
    if (!options.server_password_file.empty())
        result.options += " --server-password-file " + quoted(options.server_password_file);
    result.invitation = options.invitation;
    result.server_password = options.server_password;
    result.user = seat_user(options);
    if (options.bot)
        result.player = options.bot->program.value_or(options.bot->level);
    return result;
}

} // namespace jaipur::client::app
