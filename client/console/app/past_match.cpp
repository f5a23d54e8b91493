#include "client/console/app/past_match.hpp"

#include "client/console/app/output.hpp"
#include "client/console/plain/replay.hpp"
#include "client/console/replay/source.hpp"
#include "client/console/screen/screen.hpp"

#include <iostream>
#include <stdexcept>
#include <utility>

namespace jaipur::client::app {

namespace {

Letters letters_of(const Options& options) {
    return options.ascii || !terminal_knows_utf8() ? Letters::Ascii : Letters::All;
}

void complain(std::string_view text) {
    std::cerr << "jaipur-client: " << text << '\n';
}

bool fill_the_screen(const Options& options, const replay::ReplayPlayer& replay) {
    if (options.look == Options::Look::Plain || !at_a_terminal())
        return false;
    screen::ScreenOptions look;
    look.glyphs =
        letters_of(options) == Letters::Ascii ? screen::Glyphs::Ascii : screen::Glyphs::Utf8;
    look.colours = colours_wanted() ? screen::Colours::Some : screen::Colours::None;
    try {
        screen::show_replay(replay, look);
    } catch (const std::runtime_error& error) {
        std::cerr << "The replay cannot fill this terminal (" << error.what()
                  << "), so it speaks in plain sentences.\n";
        return false;
    }
    return true;
}

void use_plain_mode(const Options& options, const replay::ReplayPlayer& replay) {
    plain::PlainReplay frontend(replay, line_writer(letters_of(options)));
    frontend.begin();
    for (std::string line; !frontend.ended() && std::getline(std::cin, line);)
        frontend.line(line);
}

} // namespace

int show_past_match(const Options& options) {
    if (options.verify)
        return replay::verify_file(*options.verify, line_writer(letters_of(options)), complain);
    const auto found = replay::replay_of(*options.replay, options.server);
    if (!found) {
        complain(found.error());
        return 2;
    }
    const replay::ReplayPlayer replay(*found);
    if (!fill_the_screen(options, replay))
        use_plain_mode(options, replay);
    return replay.verification().fits() ? 0 : 1;
}

} // namespace jaipur::client::app
