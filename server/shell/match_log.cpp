#include "server/shell/match_log.hpp"

#include "bots/levels.hpp"
#include "common/result.hpp"
#include "server/log/log.hpp"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace jaipur::server::shell {

namespace {

using log::Field;

// A level from another release may be anything.
std::string_view opponent(const std::optional<std::string>& bot) {
    if (!bot)
        return "person";
    const bots::Level* level = bots::find_level(*bot);
    return level != nullptr ? level->name : "unknown bot";
}

std::string pace(const protocol::RoomOptions& options) {
    if (options.clock)
        return std::to_string(options.clock->initial) + "+" +
               std::to_string(options.clock->increment);
    return protocol::is_played_over_days(options) ? "days" : "none";
}

void log_begun(const core::Begun& begun) {
    const protocol::RoomOptions& options = begun.options;
    log::info("match began", {{"match", protocol::hex(begun.match)},
                              {"opponent", opponent(begun.bot)},
                              {"seals", std::int64_t{options.seals}},
                              {"clock", pace(options)},
                              {"room", options.is_public ? "public" : "private"},
                              {"spectators", name(options.spectators)}});
}

// It lasts from the first action on: no record says when the cards were dealt.
std::int64_t seconds_of(const core::Finished& finished) {
    const auto& actions = finished.replay.actions;
    return actions.empty() ? 0 : (core::unix_ms(finished.at) - actions.front().at) / 1000;
}

void log_finished(const core::Finished& finished) {
    const protocol::Replay& replay = finished.replay;
    log::info("match ended", {{"match", protocol::hex(replay.match)},
                              {"opponent", opponent(finished.bot)},
                              {"reason", name(replay.result.reason)},
                              {"rounds", static_cast<std::int64_t>(replay.rounds.size())},
                              {"actions", static_cast<std::int64_t>(replay.actions.size())},
                              {"seconds", seconds_of(finished)}});
}

} // namespace

void log_matches(const core::Output& output) {
    for (const core::Begun& begun : output.begun)
        log_begun(begun);
    for (const core::Finished& finished : output.finished)
        log_finished(finished);
}

} // namespace jaipur::server::shell
