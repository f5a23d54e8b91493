#include "client/console/app/look_back.hpp"

#include "client/console/app/output.hpp"
#include "client/console/plain/replay.hpp"
#include "client/console/replay/source.hpp"
#include "client/console/screen/screen.hpp"

#include <iostream>
#include <stdexcept>
#include <utility>

namespace jaipur::client {

namespace {

Letters letters_of(const Options& options) {
    return options.ascii || !terminal_knows_utf8() ? Letters::Ascii : Letters::All;
}

void complain(std::string_view text) {
    std::cerr << "jaipur-client: " << text << '\n';
}

bool fill_the_screen(const Options& options, const Viewing& viewing) {
    if (options.look == Options::Look::Plain || !at_a_terminal())
        return false;
    ScreenOptions look;
    look.glyphs = letters_of(options) == Letters::Ascii ? Glyphs::Ascii : Glyphs::Utf8;
    look.colours = colours_wanted() ? Colours::Some : Colours::None;
    try {
        show_replay(viewing, look);
    } catch (const std::runtime_error& error) {
        std::cerr << "The replay cannot fill this terminal (" << error.what()
                  << "), so it speaks in plain sentences.\n";
        return false;
    }
    return true;
}

void speak_plainly(const Options& options, const Viewing& viewing) {
    PlainReplay face(viewing, line_writer(letters_of(options)));
    face.begin();
    for (std::string line; !face.ended() && std::getline(std::cin, line);)
        face.line(line);
}

} // namespace

int look_back(const Options& options) {
    if (options.verify)
        return verify_file(*options.verify, line_writer(letters_of(options)), complain);
    const auto replay = replay_of(*options.replay, options.server);
    if (!replay) {
        complain(replay.error());
        return 2;
    }
    const Viewing viewing(*replay);
    if (!fill_the_screen(options, viewing))
        speak_plainly(options, viewing);
    return viewing.verification().fits() ? 0 : 1;
}

} // namespace jaipur::client
