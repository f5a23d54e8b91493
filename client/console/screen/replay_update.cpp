// What keys do on the screen of a replay, and the bar that names them.
#include "client/console/screen/help.hpp"
#include "client/console/screen/replay.hpp"

#include <algorithm>
#include <cstdlib>

namespace jaipur::client::screen {

namespace {

using Code = Key::Code;
using Shown = ReplayUi::Shown;

constexpr std::size_t longest_number = 9;

char32_t letter(const Key& key) {
    if (key.code != Code::Character)
        return 0;
    const char32_t c = key.character;
    return c >= U'A' && c <= U'Z' ? c - U'A' + U'a' : c;
}

// Whether the key scrolls; the canvas cuts what is too far.
bool scroll(int& top, const Key& key, std::size_t lines) {
    constexpr int page = 10;
    switch (key.code) {
    case Code::Up:
        --top;
        break;
    case Code::Down:
        ++top;
        break;
    case Code::PageUp:
        top -= page;
        break;
    case Code::PageDown:
        top += page;
        break;
    default:
        return false;
    }
    top = std::clamp(top, 0, static_cast<int>(lines) - 1);
    return true;
}

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
            ui.notice = "There is no action " + typed + ", only 1 to " +
                        std::to_string(replay.actions()) + ".";
        else
            replay.to_action(wanted);
    }
}

void press_on_text(ReplayUi& ui, replay::ReplayPlayer& replay, const Key& key) {
    const std::size_t lines = ui.shown == Shown::Help ? replay_help_lines().size()
                                                      : replay::check_in_words(replay).size();
    if (scroll(ui.top, key, lines))
        return;
    ui.shown = Shown::Board;
    ui.over = letter(key) == U'q';
}

enum class Move : std::uint8_t { None, Next, Back, First, Last, NextRound, PreviousRound };

Move move_of(const Key& key) {
    switch (key.code) {
    case Code::Right:
    case Code::Down:
    case Code::Enter:
        return Move::Next;
    case Code::Left:
    case Code::Up:
    case Code::Backspace:
        return Move::Back;
    case Code::Home:
        return Move::First;
    case Code::End:
        return Move::Last;
    case Code::PageDown:
        return Move::NextRound;
    case Code::PageUp:
        return Move::PreviousRound;
    default:
        break;
    }
    return key == screen::key(U' ')   ? Move::Next
           : key == screen::key(U']') ? Move::NextRound
           : key == screen::key(U'[') ? Move::PreviousRound
                                      : Move::None;
}

bool moved(replay::ReplayPlayer& replay, Move move) {
    switch (move) {
    case Move::None:
        break;
    case Move::Next:
        return replay.next();
    case Move::Back:
        return replay.back();
    case Move::First:
        return replay.to_first();
    case Move::Last:
        return replay.to_last();
    case Move::NextRound:
        return replay.next_round();
    case Move::PreviousRound:
        return replay.previous_round();
    }
    return false;
}

bool lies_open(const replay::ReplayPlayer& replay) {
    return replay.view().phase != Phase::Playing;
}

} // namespace

void press(ReplayUi& ui, replay::ReplayPlayer& replay, const Key& key) {
    ui.notice.clear();
    if (ui.shown == Shown::Go)
        return press_in_go(ui, replay, key);
    if (ui.shown != Shown::Board)
        return press_on_text(ui, replay, key);
    if (const Move move = move_of(key); move != Move::None) {
        if (moved(replay, move))
            ui.after_round = AfterRound::Summary;
        else if (move == Move::Back || move == Move::First || move == Move::PreviousRound)
            ui.notice = "This is the beginning of the match.";
        else if (replay.whole()) // else the reason stands there already
            ui.notice = "This is the end of the match.";
        return;
    }
    const char32_t c = letter(key);
    if (c == U'g') {
        ui.shown = Shown::Go;
        ui.number = {};
    } else if (c == U'v' && lies_open(replay)) {
        ui.after_round =
            ui.after_round == AfterRound::Summary ? AfterRound::Board : AfterRound::Summary;
    } else if (c == U'c' || c == U'?' || key.code == Code::Help) {
        ui.shown = c == U'c' ? Shown::Check : Shown::Help;
        ui.top = 0;
    } else if (c == U'q') {
        ui.over = true;
    }
}

namespace {

std::vector<Key> letters(char32_t small) {
    return {key(small), key(small - U'a' + U'A')};
}

} // namespace

std::vector<KeyHint> key_hints(const ReplayUi& ui, const replay::ReplayPlayer& replay) {
    if (ui.shown == Shown::Go)
        return {{"Enter", "go", {key(Code::Enter)}}, {"Esc", "back", {key(Code::Escape)}}};
    if (ui.shown != Shown::Board)
        return {{"↑↓ PgUp PgDn",
                 "scroll",
                 {key(Code::Up), key(Code::Down), key(Code::PageUp), key(Code::PageDown)}},
                {"any other key", "go on", {key(Code::Enter), key(U' '), key(Code::Escape)}},
                {"q", "quit", letters(U'q')}};
    std::vector<KeyHint> hints{
        {"←→ Space",
         "step",
         {key(Code::Left), key(Code::Right), key(U' '), key(Code::Up), key(Code::Down),
          key(Code::Enter), key(Code::Backspace)}},
        {"PgUp PgDn", "round", {key(Code::PageUp), key(Code::PageDown), key(U'['), key(U']')}},
        {"Home End", "ends", {key(Code::Home), key(Code::End)}},
        {"g", "go to", letters(U'g')}};
    if (lies_open(replay))
        hints.push_back(
            {"v", ui.after_round == AfterRound::Summary ? "board" : "summary", letters(U'v')});
    hints.push_back({"c", "check", letters(U'c')});
    hints.push_back({"?", "help", {key(U'?'), key(Code::Help)}});
    hints.push_back({"q", "quit", letters(U'q')});
    return hints;
}

} // namespace jaipur::client::screen
