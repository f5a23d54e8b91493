// Cards: the market, a hand, the deck.
#include "client/console/screen/layout.hpp"
#include "client/console/screen/parts.hpp"
#include "client/console/translation.hpp"
#include "client/console/words/words.hpp"

#include <algorithm>
#include <array>

namespace jaipur::client::screen {

namespace {

std::string word_of(Mark mark) {
    switch (mark) {
    case Mark::None:
        break;
    case Mark::Fresh:
        return p_("on a card", "new");
    case Mark::Take:
        return p_("on a card", "take");
    case Mark::Give:
        return p_("on a card", "give");
    case Mark::Sell:
        return p_("on a card", "sell");
    }
    return "";
}

bool is_picked(Mark mark) {
    return mark == Mark::Take || mark == Mark::Give || mark == Mark::Sell;
}

// Colour is never the only sign: the card under the cursor has a double border, a picked one a
// word.
void draw_border(Area area, const CardLook& look, Style style) {
    area.frame(style, look.under_cursor ? Border::Double : Border::Single);
    if (const std::string word = word_of(look.mark); !word.empty())
        area.put_centred(0, {{word, style}});
    if (!look.label.empty())
        area.put_centred(area.height() - 1, {{" " + look.label + " ", style}});
}

// "Diaman." for "Diamante" where the border leaves only seven columns.
std::string title_within(int columns, Card card, Charset charset) {
    const std::string title = words::title(card);
    if (width(title, charset) <= columns)
        return title;
    std::string shortened = clip(title, columns, Charset::Utf8);
    shortened.resize(shortened.size() - std::string_view("…").size());
    return shortened + ".";
}

} // namespace

void draw_card(Area area, const CardLook& look) {
    if (!look.card) {
        draw_border(area, look, frame_ink);
        return;
    }
    const Card card = *look.card;
    const Style style{ink_of(card), is_picked(look.mark) ? Look::Filled : Look::Card};
    area.fill(style);
    draw_border(area, look, style);
    const std::string sign(symbol(card, area.charset()));
    const Line title{{title_within(area.width() - 2, card, area.charset()), style}};
    const int middle = area.height() / 2;
    if (area.height() < 4) { // the sign is in the corner
        area.put(1, 0, sign, style);
        area.put_centred(1, title);
        return;
    }
    if (area.height() < 5) {
        area.put_centred(1, {{sign, style}});
        area.put_centred(2, title);
        return;
    }
    area.put(2, 1, sign, style);
    area.put(area.width() - 3, area.height() - 2, sign, style);
    area.put_centred(middle, title);
}

void draw_back(Area area, std::string_view label) {
    area.frame(frame_ink);
    for (int y = 1; y < area.height() - 1; ++y)
        area.repeat(1, y, area.width() - 2, "▒", frame_ink);
    if (!label.empty())
        area.put_centred(area.height() - 1, {{std::string(label), quiet}});
}

namespace {

void draw_deck(Area area, int cards) {
    const std::string count = std::to_string(cards);
    if (cards == 0) {
        draw_card(area, {});
        area.put_centred(area.height() / 2, {{p_("a deck", "none"), quiet}});
    } else {
        draw_back(area, "");
        const int y = (area.height() - 1) / 2;
        area.part({1, y, area.width() - 2, 1}).fill({});
        area.put_centred(y, {{count, strong}});
    }
}

} // namespace

void draw_market(Area area, const Picture& picture, Size card, Deck deck) {
    const protocol::View& view = *picture.model.view;
    const UiState& ui = picture.ui;
    const bool plays = view.you && view.phase == Phase::Playing;
    const int deck_width = deck == Deck::Shown ? 6 : 0;
    const int slots = static_cast<int>(market_size);
    const int gap = std::clamp((area.width() - deck_width - slots * card.width) / slots, 0, 2);
    for (std::size_t i = 0; i < market_size; ++i) {
        const int column = static_cast<int>(i);
        CardLook look;
        if (i < view.market.size())
            look.card = view.market[i];
        if (plays) {
            look.label = std::to_string(i + 1);
            look.under_cursor = ui.cursor.row == Cursor::Row::Market && ui.cursor.index == column;
        }
        look.mark = plays && ui.selection.market[i] ? Mark::Take
                    : ui.fresh[i]                   ? Mark::Fresh
                                                    : Mark::None;
        Area slot = area.part({column * (card.width + gap), 0, card.width, card.height});
        draw_card(slot, look);
        if (plays)
            slot.on_click({Key::Code::MarketCard, column});
    }
    if (deck == Deck::Shown)
        draw_deck(area.part({area.width() - deck_width, 0, deck_width, card.height}), view.deck);
}

namespace {

std::string key_of(Good good) {
    constexpr std::string_view letters = "dgscpl";
    return std::string(1, letters[static_cast<std::size_t>(good)]);
}

void draw_herd(Area area, const Picture& picture, std::optional<std::uint8_t> herd, bool mine) {
    const UiState& ui = picture.ui;
    const int picked = mine ? ui.selection.camels : 0;
    CardLook look;
    if (herd != 0)
        look.card = Card::Camel;
    if (mine) {
        look.label = "m";
        look.mark = picked > 0 ? Mark::Give : Mark::None;
        const int places =
            static_cast<int>(std::min(hand_cards(*picture.model.view).size(), most_shown));
        look.under_cursor = ui.cursor.row == Cursor::Row::Hand && ui.cursor.index >= places;
    }
    draw_card(area, look);
    const Style style =
        look.card ? Style{Ink::Camel, picked > 0 ? Look::Filled : Look::Card} : quiet;
    Area inner = area.part({1, 1, area.width() - 2, area.height() - 2});
    inner.fill(look.card ? style : Style{});
    const int middle = (inner.height() - 1) / 2;
    const bool has_two_rows = inner.height() > 1;
    if (!herd) {
        inner.put_centred(middle, {{has_two_rows ? _("herd") : p_("a herd", "hidden"), style}});
        inner.put_centred(middle + 1, {{p_("a herd", "hidden"), style}});
        return;
    }
    const std::string sign(symbol(Card::Camel, area.charset())), all = std::to_string(*herd);
    const std::string some =
        inner.width() < 9 ? std::to_string(picked) + "/" + all : _("{0} of {1}", picked, *herd);
    inner.put_centred(middle, {{sign + " " + (picked > 0 ? some : "×" + all), style}});
    inner.put_centred(middle + 1, {{*herd == 1 ? _("camel") : _("camels"), style}});
}

} // namespace

// Cards overlap if they don't fit side by side.
void draw_hand(Area area, const Picture& picture, Seat seat, Size card) {
    const protocol::View& view = *picture.model.view;
    const protocol::ObservedTrader& trader = view.players[seat];
    const UiState& ui = picture.ui;
    const bool mine = view.you == seat && view.phase == Phase::Playing;
    const bool roomy = density_of(picture.screen) == Density::Full ||
                       area.width() >= (hand_limit + 1) * card.width + 6;
    const int camels = width(_("camels"), area.charset());
    const int herd_width = roomy ? std::max(11, card.width + 1) : std::max(8, camels + 2);
    Area cards = area.part({0, 0, area.width() - herd_width - (roomy ? 1 : 0), area.height()});
    std::vector<Good> hand;
    if (trader.hand)
        for (Good good : all_goods)
            hand.insert(hand.end(), (*trader.hand)[good], good);
    const std::size_t shown =
        std::min<std::size_t>(trader.hand ? hand.size() : trader.hand_size, most_shown);
    const int gaps = static_cast<int>(std::max<std::size_t>(shown, 2)) - 1;
    const int step = std::min(card.width, (cards.width() - card.width) / gaps);
    const bool exchanging = std::any_of(ui.selection.market.begin(), ui.selection.market.end(),
                                        [](bool b) { return b; });
    for (std::size_t i = 0; i < shown; ++i) {
        Area slot = cards.part({static_cast<int>(i) * step, 0, card.width, card.height});
        if (!trader.hand) {
            draw_back(slot, "");
            continue;
        }
        CardLook look{card_of(hand[i]), mine ? key_of(hand[i]) : "", Mark::None, false};
        if (mine) {
            if (ui.selection.hand[i])
                look.mark = exchanging || ui.selection.camels > 0 ? Mark::Give : Mark::Sell;
            look.under_cursor =
                ui.cursor.row == Cursor::Row::Hand && ui.cursor.index == static_cast<int>(i);
            slot.on_click({Key::Code::HandCard, static_cast<int>(i)});
        }
        draw_card(slot, look);
    }
    if (shown == 0)
        cards.put(1, card.height / 2, _("no cards in hand"), quiet);
    Area herd = area.part({area.width() - herd_width, 0, herd_width, card.height});
    draw_herd(herd, picture, trader.herd, mine);
    if (mine)
        herd.on_click({Key::Code::HandCard, static_cast<int>(shown)});
}

} // namespace jaipur::client::screen
