#include "client/console/app/past_match.hpp"

#include "client/console/app/output.hpp"
#include "client/console/plain/replay.hpp"
#include "client/console/replay/source.hpp"
#include "client/console/screen/screen.hpp"

#include <iostream>
#include <utility>

namespace jaipur::client::app {

namespace {

void print_error(std::string_view text) {
    std::cerr << "jaipur-client: " << text << '\n';
}

void use_plain_mode(const Options& options, const replay::ReplayPlayer& replay) {
    plain::PlainReplay frontend(replay, line_writer(options));
    frontend.begin();
    for (std::string line; !frontend.ended() && std::getline(std::cin, line);)
        frontend.line(line);
}

} // namespace

int show_past_match(const Options& options) {
    if (options.verify)
        return replay::verify(*options.verify, options.ca, line_writer(options), print_error);
    const auto found = replay::replay_of(*options.replay, {options.server, options.ca});
    if (!found) {
        print_error(found.error());
        return 2;
    }
    const replay::ReplayPlayer replay(*found);
    if (!try_full_screen(options, [&] { screen::show_replay(replay, screen_options(options)); }))
        use_plain_mode(options, replay);
    return replay.verification().is_consistent() ? 0 : 1;
}

} // namespace jaipur::client::app
