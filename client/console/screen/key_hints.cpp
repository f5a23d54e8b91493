// Every key that works now, and what it does, for the bar at the bottom.
#include "client/console/screen/ui.hpp"

#include <algorithm>
#include <utility>

namespace jaipur::client::screen {

namespace {

std::vector<Key> both_cases(std::u32string_view letters) {
    std::vector<Key> keys;
    for (char32_t letter : letters) {
        keys.push_back(key(letter));
        if (letter >= U'a' && letter <= U'z')
            keys.push_back(key(letter - U'a' + U'A'));
    }
    return keys;
}

} // namespace

KeyHint letter_hint(char32_t letter, std::string_view does, std::string_view more) {
    const std::string what(does);
    return {std::string(1, static_cast<char>(letter)), what, both_cases({&letter, 1}),
            what + (more.empty() ? "" : ": ") + std::string(more)};
}

KeyHint other_view(AfterRound shown) {
    KeyHint hint = letter_hint(U'v', title(other(shown)));
    hint.help = "after a round: the summary or the board";
    return hint;
}

namespace {

using Code = Key::Code;

using Hints = std::vector<KeyHint>;

KeyHint renamed(KeyHint hint, std::string_view does) {
    hint.does = does;
    return hint;
}

// Typing needs no hint, so the bar names only the other keys.
const KeyHint typing{
    "", "", {Code::Left, Code::Right, Code::Home, Code::End, Code::Backspace, Code::Delete}};
const KeyHint back{"Esc", "back", {Code::Escape}};

// ---- the table

const KeyHint market{"1 2 3 4 5", "", both_cases(U"12345"), "pick a card from the market"};
const KeyHint hand{"d g s c p l", "", both_cases(U"dgscpl"),
                   "pick a Diamond, Gold, Silver, Cloth, sPice or Leather"};
const KeyHint herd{"m", "", both_cases(U"m"), "pick a caMel from your herd"};
const KeyHint move_around{"←→↑↓",
                          "move",
                          {Code::Left, Code::Right, Code::Up, Code::Down, Code::Home, Code::End},
                          "move from card to card"};
const KeyHint pick{"Space", "pick", {U' '}, "pick the card you are on, or put it back"};
const KeyHint play{
    "Enter", "play", {Code::Enter}, "the same; on a picked card: play what you picked"};
const KeyHint put_back{"Esc", "back", {Code::Escape}, "put everything back"};
const KeyHint ready{
    "r", "ready", {U'r', U'R', Code::Enter}, "you are ready for the next round, or want a rematch"};
const KeyHint agree = letter_hint(U'a', "ready and agree",
                                  "you are ready, and agree that spectators see both hands late");
const KeyHint claim = letter_hint(U'w', "claim the win", "if your opponent takes too long");
const KeyHint talk = letter_hint(U't', "talk", "write a line to the others");
const KeyHint events = letter_hint(U'h', "history", "everything that has happened in the room");
const KeyHint removal = letter_hint(U'k', "remove", "a guest or spectator from your own room");
const KeyHint page{"PgUp PgDn", "", {Code::PageUp, Code::PageDown}, "scroll what happened"};
const KeyHint resign = letter_hint(U'x', "resign", "asks first");
const KeyHint quit = letter_hint(U'q', "quit", "the room or the program; you can resume a match");

void add_form(Hints& hints, const UiState& ui) {
    hints.push_back({"↑↓", "next field", {Code::Up, Code::Down, Code::Tab, Code::BackTab}});
    const std::vector<Field> fields = fields_of(ui);
    const Field field = fields[static_cast<std::size_t>(
        std::clamp(ui.row, 0, static_cast<int>(fields.size()) - 1))];
    if (is_typed(field))
        hints.push_back(typing);
    else
        hints.push_back({"←→", "change", {Code::Left, Code::Right, U' '}});
    if (field == Field::Password)
        hints.push_back({"^P", ui.password_shown ? "hide it" : "show it", {ctrl_p}});
    hints.push_back({"Enter", std::string(form_of(ui.page).submit), {Code::Enter}});
    hints.push_back(back);
    if (is_typed(field))
        hints.push_back({"F1", "help", {Code::Help}});
}

void add_rooms(Hints& hints, const Model& model) {
    const bool any = model.rooms && !model.rooms->rooms.empty();
    if (any) {
        hints.push_back({"↑↓", "choose", {Code::Up, Code::Down}});
        hints.push_back({"Enter", "join", {Code::Enter, U'j', U'J'}});
        hints.push_back(letter_hint(U'w', "watch"));
    }
    if (model.rooms && model.rooms->next)
        hints.push_back(letter_hint(U'm', "more"));
    hints.push_back(letter_hint(U'r', "refresh"));
    hints.push_back(back);
}

void add_menu(Hints& hints, const UiState& ui, const Model& model) {
    hints.push_back({"↑↓", "choose", {Code::Up, Code::Down, Code::Tab, Code::BackTab}});
    hints.push_back({"Enter", "go", {Code::Enter, U' '}});
    const std::vector<MenuEntry> entries = menu_entries(model);
    std::u32string letters; // each is shown beside its entry
    for (const MenuEntry& entry : entries)
        letters += entry.letter;
    hints.push_back({"", "", both_cases(letters)});
    const auto row = static_cast<std::size_t>(std::max(0, ui.row));
    if (row < entries.size() && std::holds_alternative<ResumeSeat>(entries[row].does))
        hints.push_back({"Del", "forget this seat", {Code::Delete}});
}

void add_picking(Hints& hints, const UiState& ui, const Model& model) {
    const bool can_play = may_act(model) && advise(*model.view, ui.selection).action;
    for (const KeyHint& hint : {market, hand, herd, move_around})
        hints.push_back(hint);
    hints.push_back(renamed(pick, can_play ? pick.does : "")); // Enter picks, too
    KeyHint enter = renamed(play, can_play ? play.does : pick.does);
    if (can_play)
        enter.clicked = Code::Advice;
    hints.push_back(enter);
    if (!ui.selection.empty())
        hints.push_back(put_back);
}

void add_room(Hints& hints, const UiState& ui, const Model& model) {
    const Phase phase = model.view ? model.view->phase : Phase::Waiting;
    if (phase == Phase::Playing && model.view->you)
        add_picking(hints, ui, model);
    if (may_ready(model))
        hints.push_back(renamed(ready, phase == Phase::Waiting ? ready.does : "next round"));
    if (may_agree(model))
        hints.push_back(renamed(agree, has_agreed(model) ? "don't agree" : agree.does));
    if (may_ask_rematch(model))
        hints.push_back(letter_hint(U'r', "rematch"));
    if (phase == Phase::RoundOver || phase == Phase::MatchOver)
        hints.push_back(other_view(ui.after_round));
    if (may_claim(model))
        hints.push_back(claim);
    hints.push_back(talk);
    hints.push_back(events);
    if (may_remove(model))
        hints.push_back(removal);
    if (may_resign(model))
        hints.push_back(resign);
    hints.push_back(quit);
}

Hints overlay_hints(Overlay overlay) {
    switch (overlay) {
    case Overlay::None:
        break;
    case Overlay::Help:
        return {{"↑↓ PgUp PgDn", "scroll", {Code::Up, Code::Down, Code::PageUp, Code::PageDown}},
                {"any other key", "back", {Code::Escape, Code::Enter, U'?'}}};
    case Overlay::History:
        return {{"↑↓ PgUp PgDn",
                 "scroll",
                 {Code::Up, Code::Down, Code::PageUp, Code::PageDown, Code::Home, Code::End}},
                {"any other key", "back", {Code::Escape, Code::Enter, U'h', U'H'}}};
    case Overlay::Chat:
        return {typing, {"Enter", "send", {Code::Enter}}, back};
    case Overlay::Leave:
        return {letter_hint(U'l', "leave the room"),
                letter_hint(U'q', "quit"),
                {"Esc", "stay", {Code::Escape, U'n', U'N'}}};
    case Overlay::Resign:
    case Overlay::Claim:
        return {letter_hint(U'y', "yes"), {"n", "no", {U'n', U'N', Code::Escape}}};
    case Overlay::Remove:
        return {{"↑↓", "choose", {Code::Up, Code::Down}},
                {"Enter", "yes, remove", {Code::Enter, U'y', U'Y'}},
                {"n", "no", {U'n', U'N', Code::Escape}}};
    }
    return {};
}

} // namespace

std::vector<KeyHint> table_keys() {
    return {market, hand, herd,   move_around, pick, play,   put_back,       ready,
            claim,  talk, events, removal,     page, resign, other_view({}), quit};
}

std::vector<KeyHint> key_hints(const UiState& ui, const Model& model) {
    if (ui.overlay != Overlay::None)
        return overlay_hints(ui.overlay);
    Hints hints;
    if (scene_of(ui, model) != Scene::Page)
        add_room(hints, ui, model);
    else if (ui.page == Page::Menu)
        add_menu(hints, ui, model);
    else if (ui.page == Page::Rooms)
        add_rooms(hints, model);
    else
        add_form(hints, ui);
    if (shows_log(ui, model))
        hints.push_back(page); // named above the log
    if (model.link.state == LinkState::Retrying)
        hints.push_back(letter_hint(U'n', "try now"));
    if (!is_typing(ui, model))
        hints.push_back({"?", "help", {U'?', Code::Help}});
    return hints;
}

} // namespace jaipur::client::screen
