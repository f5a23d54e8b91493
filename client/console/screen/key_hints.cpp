// Every key that works now, and what it does, for the bar at the bottom.
#include "client/console/screen/ui.hpp"

#include <algorithm>
#include <utility>

namespace jaipur::client::screen {

namespace {

using Code = Key::Code;

const std::vector<Key> up_down{Code::Up, Code::Down};

class Hints {
  public:
    void add(std::string_view keys, std::string_view does, std::vector<Key> covers) {
        hints_.push_back({std::string(keys), std::string(does), std::move(covers)});
    }

    void letter(char32_t character, std::string_view does) {
        hints_.push_back(letter_hint(character, does));
    }

    std::vector<KeyHint> take() { return std::move(hints_); }

  private:
    std::vector<KeyHint> hints_;
};

void add_typing(Hints& hints) {
    // Typing needs no hint, so the bar names only the other keys.
    hints.add("", "",
              {Code::Left, Code::Right, Code::Home, Code::End, Code::Backspace, Code::Delete});
}

void add_form(Hints& hints, const UiState& ui) {
    hints.add("↑↓", "next field", {Code::Up, Code::Down, Code::Tab, Code::BackTab});
    const std::vector<Field> fields = fields_of(ui);
    const Field field = fields[static_cast<std::size_t>(
        std::clamp(ui.row, 0, static_cast<int>(fields.size()) - 1))];
    if (is_typed(field))
        add_typing(hints);
    else
        hints.add("←→", "change", {Code::Left, Code::Right, U' '});
    if (field == Field::Password)
        hints.add("^P", ui.password_shown ? "hide it" : "show it", {ctrl_p});
    hints.add("Enter", form_of(ui.page).submit, {Code::Enter});
    hints.add("Esc", "back", {Code::Escape});
    if (is_typed(field))
        hints.add("F1", "help", {Code::Help});
}

void add_rooms(Hints& hints, const Model& model) {
    const bool any = model.rooms && !model.rooms->rooms.empty();
    if (any) {
        hints.add("↑↓", "choose", up_down);
        hints.add("Enter", "join", {Code::Enter, U'j', U'J'});
        hints.letter(U'w', "watch");
    }
    if (model.rooms && model.rooms->next)
        hints.letter(U'm', "more");
    hints.letter(U'r', "refresh");
    hints.add("Esc", "back", {Code::Escape});
}

void add_menu(Hints& hints, const UiState& ui, const Model& model) {
    hints.add("↑↓", "choose", {Code::Up, Code::Down, Code::Tab, Code::BackTab});
    hints.add("Enter", "go", {Code::Enter, U' '});
    const std::vector<MenuEntry> entries = menu_entries(model);
    std::u32string letters; // each is shown beside its entry
    for (const MenuEntry& entry : entries)
        letters += entry.letter;
    hints.add("", "", both_cases(letters));
    const auto row = static_cast<std::size_t>(std::max(0, ui.row));
    if (row < entries.size() && std::holds_alternative<ResumeSeat>(entries[row].does))
        hints.add("Del", "forget this seat", {Code::Delete});
}

void add_picking(Hints& hints, const UiState& ui, const Model& model) {
    hints.add("←→↑↓", "move",
              {Code::Left, Code::Right, Code::Up, Code::Down, Code::Home, Code::End});
    std::vector<Key> picks = both_cases(U"12345dgscplm"); // each is shown on its card
    picks.push_back(U' ');
    hints.add("Space", "pick", std::move(picks));
    const bool can_play = may_act(model) && advise(*model.view, ui.selection).action;
    hints.add("Enter", can_play ? "play" : "pick", {Code::Enter});
    if (!ui.selection.empty())
        hints.add("Esc", "back", {Code::Escape});
}

void add_room(Hints& hints, const UiState& ui, const Model& model) {
    const Phase phase = model.view ? model.view->phase : Phase::Waiting;
    if (phase == Phase::Playing && model.view->you)
        add_picking(hints, ui, model);
    if (may_ready(model))
        hints.add("r", phase == Phase::Waiting ? "ready" : "next round", {U'r', U'R', Code::Enter});
    if (may_ask_rematch(model))
        hints.letter(U'r', "rematch");
    if (phase == Phase::RoundOver || phase == Phase::MatchOver)
        hints.letter(U'v', title(other(ui.after_round)));
    if (may_claim(model))
        hints.letter(U'w', "claim the win");
    hints.letter(U't', "talk");
    if (may_resign(model))
        hints.letter(U'x', "resign");
    hints.letter(U'q', "quit");
}

std::vector<KeyHint> overlay_hints(const UiState& ui) {
    Hints hints;
    switch (ui.overlay) {
    case Overlay::None:
        break;
    case Overlay::Help:
        hints.add("↑↓ PgUp PgDn", "scroll", {Code::Up, Code::Down, Code::PageUp, Code::PageDown});
        hints.add("any other key", "back", {Code::Escape, Code::Enter, U'?'});
        break;
    case Overlay::Chat:
        add_typing(hints);
        hints.add("Enter", "send", {Code::Enter});
        hints.add("Esc", "back", {Code::Escape});
        break;
    case Overlay::Leave:
        hints.letter(U'l', "leave the room");
        hints.letter(U'q', "quit");
        hints.add("Esc", "stay", {Code::Escape, U'n', U'N'});
        break;
    case Overlay::Resign:
    case Overlay::Claim:
        hints.letter(U'y', "yes");
        hints.add("n", "no", {U'n', U'N', Code::Escape});
        break;
    }
    return hints.take();
}

} // namespace

std::vector<Key> both_cases(std::u32string_view letters) {
    std::vector<Key> keys;
    for (char32_t letter : letters) {
        keys.push_back(key(letter));
        if (letter >= U'a' && letter <= U'z')
            keys.push_back(key(letter - U'a' + U'A'));
    }
    return keys;
}

KeyHint letter_hint(char32_t letter, std::string_view does) {
    return {std::string(1, static_cast<char>(letter)), std::string(does), both_cases({&letter, 1})};
}

std::vector<KeyHint> key_hints(const UiState& ui, const Model& model) {
    if (ui.overlay != Overlay::None)
        return overlay_hints(ui);
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
        hints.add("", "", {Code::PageUp, Code::PageDown}); // named above the log
    if (model.link.state == LinkState::Retrying)
        hints.letter(U'n', "try now");
    if (!is_typing(ui, model))
        hints.add("?", "help", {U'?', Code::Help});
    return hints.take();
}

} // namespace jaipur::client::screen
