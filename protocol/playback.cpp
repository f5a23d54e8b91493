#include "protocol/playback.hpp"

#include "protocol/observe.hpp"
#include "protocol/retelling.hpp"

namespace jaipur::protocol {

Playback play_back(const Replay& replay) {
    Playback playback;
    playback.positions.reserve(replay.actions.size() + replay.rounds.size() + 1);
    const auto add = [&](const Change& change) {
        Position& position = playback.positions.emplace_back();
        View& view = position.view = observe(change.match, Viewer::OpenSpectator);
        view.room = replay.room;
        view.match = replay.match;
        view.seq = playback.positions.size();
        for (const Event& event : change.events)
            view.events.push_back(observe(event, Viewer::OpenSpectator));
        if (change.match.phase == Phase::MatchOver)
            view.result->proof = replay.proof;
        if (change.step != nullptr)
            position.at = change.step->at;
    };
    const Retelling told = retell(replay, add);
    playback.whole = !told.refusal;
    return playback;
}

} // namespace jaipur::protocol
