// Keys at the table: picking cards, playing them, and what else a player can ask for.
#include "client/console/screen/ui.hpp"
#include "client/console/translation.hpp"
#include "client/console/words/words.hpp"

#include <algorithm>

namespace jaipur::client::screen {

namespace {

using Code = Key::Code;
using Row = Cursor::Row;

const protocol::RoomPlayer* player(const Model& model, Seat seat) {
    if (!model.room || !model.room->players[seat])
        return nullptr;
    return &*model.room->players[seat];
}

Phase phase_of(const Model& model) {
    return model.view ? model.view->phase : Phase::Waiting;
}

int hand_places(const Model& model) {
    return static_cast<int>(std::min(hand_cards(*model.view).size(), most_shown));
}

bool is_at_herd(const UiState& ui, const Model& model) {
    return ui.cursor.row == Row::Hand && ui.cursor.index >= hand_places(model);
}

bool is_picked(const UiState& ui, const Model& model) {
    const auto index = static_cast<std::size_t>(ui.cursor.index);
    if (ui.cursor.row == Row::Market)
        return ui.selection.market[index];
    if (is_at_herd(ui, model))
        return ui.selection.camels > 0;
    return ui.selection.hand[index];
}

// A card in the market; camels only together (R7).
void toggle_market(UiState& ui, const Model& model, std::size_t slot) {
    const protocol::View& view = *model.view;
    if (slot >= view.market.size() || !view.market[slot])
        return;
    const bool now = !ui.selection.market[slot];
    for (std::size_t i = 0; i < view.market.size(); ++i)
        if (i == slot || (view.market[slot] == Card::Camel && view.market[i] == Card::Camel))
            ui.selection.market[i] = now;
    ui.cursor = {Row::Market, static_cast<int>(slot)};
}

// One more camel, or none after the last.
void pick_camel(UiState& ui, const Model& model) {
    const int herd = herd_size(*model.view);
    if (herd == 0) {
        ui.notice = words::you_have_no(Card::Camel);
        return;
    }
    // An exchange takes at most five goods.
    const int most = std::min(herd, static_cast<int>(market_size));
    ui.selection.camels = ui.selection.camels >= most ? 0 : ui.selection.camels + 1;
    ui.cursor = {Row::Hand, hand_places(model)};
}

// One more card of that good, or none after the last.
void pick_good(UiState& ui, const Model& model, Good good) {
    const std::vector<Good> hand = hand_cards(*model.view);
    int last = -1;
    for (int i = 0; i < hand_places(model); ++i) {
        const auto place = static_cast<std::size_t>(i);
        if (hand[place] != good)
            continue;
        last = i;
        if (!ui.selection.hand[place]) {
            ui.selection.hand[place] = true;
            ui.cursor = {Row::Hand, i};
            return;
        }
    }
    if (last < 0) {
        ui.notice = _("You have {0} in your hand.", words::none_of(card_of(good)));
        return;
    }
    for (std::size_t i = 0; i < static_cast<std::size_t>(hand_places(model)); ++i)
        if (hand[i] == good)
            ui.selection.hand[i] = false;
    ui.cursor = {Row::Hand, last};
}

void toggle_here(UiState& ui, const Model& model) {
    const auto index = static_cast<std::size_t>(ui.cursor.index);
    if (ui.cursor.row == Row::Market)
        toggle_market(ui, model, index);
    else if (is_at_herd(ui, model))
        pick_camel(ui, model);
    else
        ui.selection.hand[index] = !ui.selection.hand[index];
}

void play_picked(Step& step, const Model& model) {
    UiState& ui = step.ui;
    const Advice advice = advise(*model.view, ui.selection);
    if (!online_or_notice(step, model))
        return;
    if (model.awaiting)
        ui.notice = _("Your move is on its way.");
    else if (model.view->turn != model.view->you)
        ui.notice = _("It isn't your turn.");
    else if (!advice.action)
        ui.notice = advice.headline; // why not, or what is missing
    else
        step.asks.emplace_back(
            protocol::RequestBody{protocol::Act{model.view->ply, *advice.action, std::nullopt}});
}

// The market is above the hand: the cursor keeps its column if it can.
void move_cursor(Cursor& cursor, Code code, int hand_last) {
    const int last = cursor.row == Row::Market ? last_slot : hand_last;
    switch (code) {
    case Code::Left:
        cursor.index = cursor.index > 0 ? cursor.index - 1 : last;
        break;
    case Code::Right:
        cursor.index = cursor.index < last ? cursor.index + 1 : 0;
        break;
    case Code::Home:
        cursor.index = 0;
        break;
    case Code::End:
        cursor.index = last;
        break;
    default:
        cursor.row = cursor.row == Row::Market ? Row::Hand : Row::Market;
        cursor.index = std::min(cursor.index, cursor.row == Row::Market ? last_slot : hand_last);
        break;
    }
}

std::optional<Good> good_of_letter(char32_t c) {
    constexpr std::u32string_view letters = U"dgscpl";
    const std::size_t found = letters.find(c);
    if (found == std::u32string_view::npos)
        return std::nullopt;
    return all_goods[found];
}

void update_picking(Step& step, const Key& key, const Model& model) {
    UiState& ui = step.ui;
    switch (key.code) {
    case Code::Enter:
        if (is_picked(ui, model))
            play_picked(step, model);
        else
            toggle_here(ui, model);
        return;
    case Code::Advice:
        return play_picked(step, model);
    case Code::MarketCard:
        return toggle_market(ui, model, static_cast<std::size_t>(key.place));
    case Code::HandCard:
        ui.cursor = {Row::Hand, std::min(key.place, hand_places(model))};
        return toggle_here(ui, model);
    case Code::Escape:
        ui.selection = {};
        return;
    case Code::Left:
    case Code::Right:
    case Code::Up:
    case Code::Down:
    case Code::Home:
    case Code::End:
        return move_cursor(ui.cursor, key.code, hand_places(model));
    case Code::Character:
        break;
    default:
        return;
    }
    const char32_t c = letter(key);
    if (c == U' ')
        toggle_here(ui, model);
    else if (c >= U'1' && c < U'1' + market_size)
        toggle_market(ui, model, c - U'1');
    else if (c == U'm')
        pick_camel(ui, model);
    else if (const auto good = good_of_letter(c))
        pick_good(ui, model, *good);
}

} // namespace

bool may_act(const Model& model) {
    return model.view && model.view->you && model.view->phase == Phase::Playing &&
           model.view->turn == model.view->you && !model.awaiting;
}

bool may_ready(const Model& model) {
    const Phase phase = phase_of(model);
    if (!model.seat || (phase != Phase::Waiting && phase != Phase::RoundOver))
        return false;
    const protocol::RoomPlayer* self = player(model, *model.seat);
    return self != nullptr && !self->ready && !model.gets_ready;
}

bool may_agree(const Model& model) {
    return model.seat && phase_of(model) == Phase::Waiting && player(model, Seat::Zero) &&
           player(model, Seat::One) && offers_delay(model.room->options);
}

bool has_agreed(const Model& model) {
    const protocol::RoomPlayer* self = model.seat ? player(model, *model.seat) : nullptr;
    return self != nullptr && self->agreed;
}

bool may_claim(const Model& model) {
    if (!may_resign(model))
        return false;
    const protocol::RoomPlayer* opponent = player(model, other(*model.seat));
    return opponent != nullptr && (opponent->claim_in == 0 || opponent->overdue);
}

bool may_ask_rematch(const Model& model) {
    if (!model.seat || phase_of(model) != Phase::MatchOver)
        return false;
    const protocol::RoomPlayer* self = player(model, *model.seat);
    return self != nullptr && !self->rematch && player(model, other(*model.seat)) != nullptr;
}

bool may_resign(const Model& model) {
    return model.seat && match_is_running(model);
}

void update_table(Step& step, const Key& key, const Model& model) {
    UiState& ui = step.ui;
    const char32_t c = letter(key);
    const bool is_over = phase_of(model) == Phase::RoundOver || phase_of(model) == Phase::MatchOver;
    const bool goes_on = c == U'r' || (key.code == Code::Enter && !may_act(model));
    if (c == U'x' && may_resign(model)) {
        ui.overlay = Overlay::Resign;
    } else if (c == U'w' && may_claim(model)) {
        ui.overlay = Overlay::Claim;
    } else if (c == U'v' && is_over) {
        ui.after_round = other(ui.after_round);
    } else if (c == U'a' && may_agree(model)) {
        ask_online(step, model, has_agreed(model) ? Ask{MarkReady{}} : Ask{MarkReadyAndAgree{}});
    } else if (goes_on && may_ready(model)) {
        ask_online(step, model, MarkReady{});
    } else if (c == U'r' && may_ask_rematch(model)) {
        ask_online(step, model, protocol::RequestBody{protocol::AskRematch{}});
    } else if (const auto next = other_level(model); c == U'n' && next) {
        ask_online(step, model, PlayOther{next->create});
    } else if (scene_of(ui, model) == Scene::Table && model.view->you &&
               model.view->phase == Phase::Playing) {
        update_picking(step, key, model);
    }
}

} // namespace jaipur::client::screen
