// What keys do on the screen of a replay, and their hints.
#include "client/console/screen/draw.hpp"
#include "client/console/screen/help.hpp"
#include "client/console/screen/replay.hpp"
#include "client/console/translation.hpp"

#include <algorithm>
#include <cstdlib>

namespace jaipur::client::screen {

namespace {

using Code = Key::Code;
using Shown = ReplayUi::Shown;

constexpr std::size_t longest_number = 9;

void press_in_go(ReplayUi& ui, replay::ReplayPlayer& replay, const Key& key) {
    const bool digit =
        key.code != Code::Character || (key.character >= U'0' && key.character <= U'9');
    if (key.code == Code::Escape) {
        ui.shown = Shown::Board;
    } else if (key.code != Code::Enter) {
        if (digit)
            edit(ui.number, key, longest_number);
    } else {
        const std::string typed = utf8(ui.number);
        ui.shown = Shown::Board;
        if (typed.empty())
            return;
        const int wanted = std::atoi(typed.c_str());
        if (std::cmp_greater(wanted, replay.actions()))
            ui.notice = _("There is no move {0}, only 1 to {1}.", typed, replay.actions());
        else
            replay.to_action(wanted);
    }
}

void press_on_text(ReplayUi& ui, replay::ReplayPlayer& replay, const Key& key) {
    const std::size_t lines = ui.shown == Shown::Help ? replay_help_lines(smallest.width).size()
                                                      : replay::check_in_words(replay).size();
    if (scroll(ui.top, key, lines))
        return;
    ui.shown = Shown::Board;
    ui.over = letter(key) == U'q';
}

enum class Way : std::uint8_t { Back, Forth };

struct Move {
    Key key;
    Way way;
    bool (replay::ReplayPlayer::*go)();
};

constexpr Move moves[] = {
    {Code::Right, Way::Forth, &replay::ReplayPlayer::next},
    {Code::WheelDown, Way::Forth, &replay::ReplayPlayer::next},
    {Code::WheelUp, Way::Back, &replay::ReplayPlayer::back},
    {Code::Down, Way::Forth, &replay::ReplayPlayer::next},
    {Code::Enter, Way::Forth, &replay::ReplayPlayer::next},
    {U' ', Way::Forth, &replay::ReplayPlayer::next},
    {Code::Left, Way::Back, &replay::ReplayPlayer::back},
    {Code::Up, Way::Back, &replay::ReplayPlayer::back},
    {Code::Backspace, Way::Back, &replay::ReplayPlayer::back},
    {Code::Home, Way::Back, &replay::ReplayPlayer::to_first},
    {Code::End, Way::Forth, &replay::ReplayPlayer::to_last},
    {Code::PageDown, Way::Forth, &replay::ReplayPlayer::next_round},
    {U']', Way::Forth, &replay::ReplayPlayer::next_round},
    {Code::PageUp, Way::Back, &replay::ReplayPlayer::previous_round},
    {U'[', Way::Back, &replay::ReplayPlayer::previous_round},
};

bool lies_open(const replay::ReplayPlayer& replay) {
    return replay.view().phase != Phase::Playing;
}

std::vector<KeyHint> board_keys(const KeyHint& view) {
    return {{"←→ Space",
             p_("a key of a replay", "step"),
             {Code::Left, Code::Right, U' ', Code::Up, Code::Down, Code::Enter, Code::Backspace},
             p_("a key of a replay", "a step back or on; also ↑ ↓ Backspace Enter")},
            {"PgUp PgDn",
             p_("a key of a replay", "round"),
             {Code::PageUp, Code::PageDown, U'[', U']'},
             p_("a key of a replay", "the round before, the next round; [ and ] do the same")},
            {"Home End",
             p_("a key of a replay", "ends"),
             {Code::Home, Code::End},
             p_("a key of a replay", "the beginning and the end of the match")},
            letter_hint(U'g', p_("a key of a replay", "go to"),
                        p_("a key of a replay", "type the number of a move, then Enter")),
            view,
            letter_hint(U'c', p_("a key of a replay", "check"),
                        p_("a key of a replay", "what checking the replay found")),
            letter_hint(U'q', p_("a key", "quit"))};
}

} // namespace

void press(ReplayUi& ui, replay::ReplayPlayer& replay, const Key& key) {
    ui.notice.clear();
    if (ui.shown == Shown::Go)
        return press_in_go(ui, replay, key);
    if (ui.shown != Shown::Board)
        return press_on_text(ui, replay, key);
    for (const Move& move : moves) {
        if (move.key != key)
            continue;
        if ((replay.*move.go)())
            ui.after_round = AfterRound::Summary;
        else if (move.way == Way::Back)
            ui.notice = _("This is the beginning of the match.");
        else if (replay.whole()) // else the prompt says why
            ui.notice = _("This is the end of the match.");
        return;
    }
    const char32_t c = letter(key);
    if (c == U'g') {
        ui.shown = Shown::Go;
        ui.number = {};
    } else if (c == U'v' && lies_open(replay)) {
        ui.after_round = other(ui.after_round);
    } else if (c == U'c' || c == U'?' || key.code == Code::Help) {
        ui.shown = c == U'c' ? Shown::Check : Shown::Help;
        ui.top = 0;
    } else if (c == U'q') {
        ui.over = true;
    }
}

std::vector<KeyHint> replay_keys() {
    return board_keys(other_view({}));
}

std::vector<KeyHint> key_hints(const ReplayUi& ui, const replay::ReplayPlayer& replay) {
    if (ui.shown == Shown::Go)
        return {{"Enter", _("go"), {Code::Enter}}, {"Esc", _("back"), {Code::Escape}}};
    if (ui.shown != Shown::Board)
        return {{"↑↓ PgUp PgDn", _("scroll"), {Code::Up, Code::Down, Code::PageUp, Code::PageDown}},
                {_("any other key"), _("go on"), {Code::Enter, U' ', Code::Escape}},
                letter_hint(U'q', p_("a key", "quit"))};
    std::vector<KeyHint> hints =
        board_keys(lies_open(replay) ? other_view(ui.after_round) : KeyHint{});
    hints.push_back({"?", _("help"), {U'?', Code::Help}});
    return hints;
}

} // namespace jaipur::client::screen
