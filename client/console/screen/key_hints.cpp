// Every key that works now, and what it does, for the bar at the bottom.
#include "client/console/screen/ui.hpp"
#include "client/console/translation.hpp"
#include "client/console/words/bots.hpp"

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

KeyHint letter_hint(char32_t letter, const std::string& does, const std::string& more) {
    return {std::string(1, static_cast<char>(letter)), does, both_cases({&letter, 1}),
            more.empty() ? does : does + ": " + more};
}

KeyHint other_view(AfterRound shown) {
    KeyHint hint = letter_hint(U'v', title(other(shown)));
    hint.help = _("after a round: the summary or the board");
    return hint;
}

namespace {

using Code = Key::Code;

using Hints = std::vector<KeyHint>;

KeyHint renamed(KeyHint hint, const std::string& does) {
    hint.does = does;
    return hint;
}

// Typing needs no hint, so the bar names only the other keys.
const KeyHint typing{
    "", "", {Code::Left, Code::Right, Code::Home, Code::End, Code::Backspace, Code::Delete}};

KeyHint back() {
    return {"Esc", _("back"), {Code::Escape}};
}

// ---- the table

KeyHint market() {
    return {"1 2 3 4 5", "", both_cases(U"12345"), _("pick a card from the market")};
}

KeyHint hand() {
    return {"d g s c p l", "", both_cases(U"dgscpl"),
            _("pick a Diamond, Gold, Silver, Cloth, sPice or Leather")};
}

KeyHint herd() {
    return {"m", "", both_cases(U"m"), _("pick a caMel from your herd")};
}

KeyHint move_around() {
    return {"←→↑↓",
            _("move"),
            {Code::Left, Code::Right, Code::Up, Code::Down, Code::Home, Code::End},
            _("move from card to card")};
}

KeyHint pick() {
    return {"Space", _("pick"), {U' '}, _("pick the card you are on, or put it back")};
}

KeyHint play() {
    return {"Enter",
            p_("a key", "play"),
            {Code::Enter},
            _("the same; on a picked card: play what you picked")};
}

KeyHint put_back() {
    return {"Esc", _("back"), {Code::Escape}, _("put everything back")};
}

KeyHint ready() {
    return {"r",
            p_("a key", "ready"),
            {U'r', U'R', Code::Enter},
            _("you are ready for the next round, or want a rematch")};
}

KeyHint level(const std::string& which) {
    KeyHint hint = letter_hint(U'n', which);
    hint.help = _("after a match against the bot: play at the next level, or at an easier one");
    return hint;
}

KeyHint agree() {
    return letter_hint(U'a', _("ready and agree"),
                       _("you are ready, and agree that spectators see both hands late"));
}

KeyHint claim() {
    return letter_hint(U'w', _("claim the win"), _("if your opponent takes too long"));
}

KeyHint copy() {
    return letter_hint(U'c', _("copy link"));
}

KeyHint code() {
    return letter_hint(U'i', _("QR code"));
}

KeyHint talk() {
    return letter_hint(U't', _("talk"), _("write a line to the others"));
}

KeyHint events() {
    return letter_hint(U'h', _("history"), _("everything that has happened in the room"));
}

KeyHint people() {
    return letter_hint(U'k', p_("a key", "people"),
                       _("remove people from your own room, or choose who may chat"));
}

KeyHint page() {
    return {"PgUp PgDn", "", {Code::PageUp, Code::PageDown}, _("scroll what happened")};
}

KeyHint resign() {
    return letter_hint(U'x', _("resign"), _("asks first"));
}

KeyHint quit() {
    return letter_hint(U'q', p_("a key", "quit"),
                       _("the room or the program; you can resume a match"));
}

void add_form(Hints& hints, const UiState& ui) {
    const std::vector<Field> fields = fields_of(ui);
    if (fields.size() > 1)
        hints.push_back({"↑↓", _("next field"), {Code::Up, Code::Down, Code::Tab, Code::BackTab}});
    const Field field = fields[static_cast<std::size_t>(
        std::clamp(ui.row, 0, static_cast<int>(fields.size()) - 1))];
    if (is_typed(field))
        hints.push_back(typing);
    else
        hints.push_back({"←→", _("change"), {Code::Left, Code::Right, U' '}});
    if (is_secret(field))
        hints.push_back({"^P", ui.password_shown ? _("hide it") : _("show it"), {ctrl_p}});
    hints.push_back({"Enter", p_("a key", form_of(ui.page).submit), {Code::Enter}});
    hints.push_back(back());
    if (is_typed(field))
        hints.push_back({"F1", _("help"), {Code::Help}});
}

void add_rooms(Hints& hints, const Model& model) {
    const bool any = model.rooms && !model.rooms->rooms.empty();
    if (any) {
        hints.push_back({"↑↓", _("choose"), {Code::Up, Code::Down}});
        hints.push_back({"Enter", p_("a key", "join"), {Code::Enter, U'j', U'J'}});
        hints.push_back(letter_hint(U'w', p_("a key", "watch")));
    }
    if (model.rooms && model.rooms->next)
        hints.push_back(letter_hint(U'm', _("more")));
    hints.push_back(letter_hint(U'r', _("refresh")));
    hints.push_back(back());
}

void add_menu(Hints& hints, const UiState& ui, const Model& model) {
    hints.push_back({"↑↓", _("choose"), {Code::Up, Code::Down, Code::Tab, Code::BackTab}});
    hints.push_back({"Enter", _("go"), {Code::Enter, U' '}});
    const std::vector<MenuEntry> entries = menu_entries(ui, model);
    std::u32string letters; // each is shown beside its entry
    for (const MenuEntry& entry : entries)
        letters += entry.letter;
    hints.push_back({"", "", both_cases(letters)});
    const auto row = static_cast<std::size_t>(std::max(0, ui.row));
    if (row < entries.size() && std::holds_alternative<ResumeSeat>(entries[row].does))
        hints.push_back({"Del", _("forget this seat"), {Code::Delete}});
}

void add_picking(Hints& hints, const UiState& ui, const Model& model) {
    const bool can_play = may_act(model) && advise(*model.view, ui.selection).action;
    for (const KeyHint& hint : {market(), hand(), herd(), move_around()})
        hints.push_back(hint);
    hints.push_back(renamed(pick(), can_play ? pick().does : "")); // Enter picks, too
    KeyHint enter = renamed(play(), can_play ? play().does : pick().does);
    if (can_play)
        enter.clicked = Code::Advice;
    hints.push_back(enter);
    if (!ui.selection.empty())
        hints.push_back(put_back());
}

void add_room(Hints& hints, const UiState& ui, const Model& model) {
    const Phase phase = model.view ? model.view->phase : Phase::Waiting;
    if (phase == Phase::Playing && model.view->you)
        add_picking(hints, ui, model);
    if (may_ready(model))
        hints.push_back(renamed(ready(), phase == Phase::Waiting ? ready().does : _("next round")));
    if (may_agree(model))
        hints.push_back(renamed(agree(), has_agreed(model) ? _("don't agree") : agree().does));
    if (may_ask_rematch(model))
        hints.push_back(letter_hint(U'r', p_("a key", "rematch")));
    if (const auto next = other_level(model))
        hints.push_back(level(words::other_level(*next)));
    if (phase == Phase::RoundOver || phase == Phase::MatchOver)
        hints.push_back(other_view(ui.after_round));
    if (may_claim(model))
        hints.push_back(claim());
    if (may_invite(model))
        for (const KeyHint& hint : {copy(), code()})
            hints.push_back(hint);
    hints.push_back(talk());
    hints.push_back(events());
    if (may_manage(model))
        hints.push_back(people());
    if (may_resign(model))
        hints.push_back(resign());
    hints.push_back(quit());
}

Hints leaving(const Model& model) {
    Hints hints{letter_hint(U'l', _("leave the room")), letter_hint(U'q', p_("a key", "quit"))};
    if (model.seat)
        hints.push_back(letter_hint(U'o', _("other device")));
    hints.push_back({"Esc", _("stay"), {Code::Escape, U'n', U'N'}});
    return hints;
}

Hints overlay_hints(Overlay overlay, const Model& model) {
    switch (overlay) {
    case Overlay::None:
        break;
    case Overlay::Help:
        return {{"↑↓ PgUp PgDn", _("scroll"), {Code::Up, Code::Down, Code::PageUp, Code::PageDown}},
                {_("any other key"), _("back"), {Code::Escape, Code::Enter, U'?'}}};
    case Overlay::History:
        return {{"↑↓ PgUp PgDn",
                 _("scroll"),
                 {Code::Up, Code::Down, Code::PageUp, Code::PageDown, Code::Home, Code::End}},
                {_("any other key"), _("back"), {Code::Escape, Code::Enter, U'h', U'H'}}};
    case Overlay::Qr:
        return {{_("any other key"), _("back"), {Code::Escape, Code::Enter, U'i', U'I'}}};
    case Overlay::Chat:
        return {typing, {"Enter", _("send"), {Code::Enter}}, back()};
    case Overlay::Leave:
        return leaving(model);
    case Overlay::OtherDevice:
        return {copy(), {_("any other key"), _("back"), {Code::Escape, Code::Enter}}};
    case Overlay::Resign:
    case Overlay::Claim:
        return {letter_hint(U'y', p_("an answer", "yes")),
                {"n", p_("an answer", "no"), {U'n', U'N', Code::Escape}}};
    case Overlay::People:
        return people_hints(model);
    }
    return {};
}

} // namespace

std::vector<KeyHint> table_keys() {
    return {market(),   hand(),  herd(),    move_around(),  pick(), play(),
            put_back(), ready(), level(""), claim(),        talk(), events(),
            people(),   page(),  resign(),  other_view({}), quit()};
}

std::vector<KeyHint> key_hints(const UiState& ui, const Model& model) {
    if (ui.overlay != Overlay::None)
        return overlay_hints(ui.overlay, model);
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
        hints.push_back(page()); // named above the log
    if (model.link.state == LinkState::Retrying)
        hints.push_back(letter_hint(U'n', _("try now")));
    if (!is_typing(ui, model))
        hints.push_back({"?", _("help"), {U'?', Code::Help}});
    return hints;
}

} // namespace jaipur::client::screen
