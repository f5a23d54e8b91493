// The full screen of a replay: what a key does, and what is drawn. Pure: no terminal, no clock.
#pragma once

#include "client/console/replay/replay_player.hpp"
#include "client/console/screen/canvas.hpp"
#include "client/console/screen/key.hpp"
#include "client/console/screen/line_edit.hpp"
#include "client/console/screen/ui.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace jaipur::client::screen {

struct ReplayUi {
    enum class Shown : std::uint8_t { Board, Check, Help, Go };
    Shown shown = Shown::Check; // the result of the check comes first
    LineEdit number;            // Go: as it is typed
    int top = 0;                // Check, Help: the first line that is shown
    AfterRound after_round = AfterRound::Summary;
    std::string notice; // why a key did nothing; until the next key
    bool over = false;
};

void press(ReplayUi& ui, replay::ReplayPlayer& replay, const Key& key);

// All keys, for the help.
std::vector<KeyHint> replay_keys();
std::vector<KeyHint> key_hints(const ReplayUi& ui, const replay::ReplayPlayer& replay);

Canvas draw(const replay::ReplayPlayer& replay, const ReplayUi& ui, Size size, Charset charset);

} // namespace jaipur::client::screen
