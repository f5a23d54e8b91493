// The goods tokens that are left, the bonus piles and the cards sold.
#include "client/console/screen/parts.hpp"
#include "client/console/translation.hpp"
#include "client/console/words/words.hpp"

#include <algorithm>
#include <utility>

namespace jaipur::client::screen {

namespace {

// How many tokens of that pile selling the picked cards would take.
int about_to_take(const Picture& picture, Good good) {
    const protocol::View& view = *picture.model.view;
    const Advice advice = advise(view, picture.ui.selection);
    if (!advice.action)
        return 0;
    const auto* sale = std::get_if<Sell>(&*advice.action);
    return sale != nullptr && sale->good == good ? sale->count : 0;
}

void draw_values(Area area, int x, int y, const Picture& picture, Good good) {
    int left = about_to_take(picture, good);
    for (std::uint8_t value : picture.model.view->goods_tokens[good]) {
        const Look look = left-- > 0 ? Look::Filled : Look::Plain;
        x = area.put(x, y, std::to_string(value), {ink_of(card_of(good)), look}) + 1;
    }
}

constexpr int values_column = 11;

// Where a pile's symbol is: further left if a name is too long for its column.
int symbol_column(Charset charset) {
    int longest = 0;
    for (const Good good : all_goods)
        longest = std::max(longest, width(words::title(card_of(good)), charset));
    return std::clamp(values_column - longest - 3, 0, 1);
}

void draw_pile(Area area, int y, const Picture& picture, Good good) {
    const protocol::View& view = *picture.model.view;
    const Ink ink = ink_of(card_of(good));
    const int x = symbol_column(area.charset());
    area.put(x, y, symbol(card_of(good), area.charset()), {ink, Look::Strong});
    area.put(x + 2, y, words::title(card_of(good)), {ink});
    if (view.goods_tokens[good].empty()) {
        area.put(values_column, y, _("all gone"), quiet);
        return;
    }
    draw_values(area, values_column, y, picture, good);
}

std::string tier_text(BonusTier tier) {
    return tier == BonusTier::Five ? "5+" : std::to_string(cards_for(tier));
}

Line bonus_line(const protocol::View& view) {
    Line line;
    for (BonusTier tier : all_bonus_tiers) {
        line.push_back({(line.empty() ? "" : "   ") + tier_text(tier) + ": ", quiet});
        line.push_back({std::to_string(view.bonus_tokens[tier]), bright});
    }
    return line;
}

} // namespace

void draw_piles_compact(Area area, const Picture& picture) {
    const protocol::View& view = *picture.model.view;
    area.rule(0, _("Tokens"), quiet);
    Line right{{" " + _("deck") + " ", quiet},
               {std::to_string(view.deck), bright},
               {"   " + _("bonus for") + " ", quiet}};
    for (Span& span : bonus_line(view))
        right.push_back(std::move(span));
    right.push_back({" ", quiet});
    area.part({0, 0, area.width() - 1, 1}).put_right(0, right);
    constexpr int columns = 3;
    const int wide = area.width() / columns;
    for (Good good : all_goods) {
        const int place = static_cast<int>(good);
        Area pile = area.part({place % columns * wide, 1 + place / columns, wide, 1});
        const Ink ink = ink_of(card_of(good));
        pile.put(1, 0, symbol(card_of(good), area.charset()), {ink, Look::Strong});
        if (view.goods_tokens[good].empty())
            pile.put(3, 0, _("all gone"), quiet);
        else
            draw_values(pile, 3, 0, picture, good);
    }
}

void draw_piles(Area area, const Picture& picture) {
    const protocol::View& view = *picture.model.view;
    const bool roomy = area.height() >= 17;
    int y = 0;
    area.rule(y++, _("Tokens"), quiet);
    for (Good good : all_goods) {
        draw_pile(area, y++, picture, good);
        y += roomy ? 1 : 0;
    }
    area.rule(y++, _("Bonus for cards sold"), quiet);
    int x = area.put(1, y, bonus_line(view));
    area.put(x + 1, y, p_("tokens", "left"), quiet);
    y += roomy ? 2 : 1;
    x = area.put(1, y, p_("cards", "Sold"), quiet);
    for (Good good : all_goods) {
        if (view.discard[good] == 0)
            continue;
        x = area.put(x + 1, y, symbol(card_of(good), area.charset()), {ink_of(card_of(good))});
        x = area.put(x, y, std::to_string(view.discard[good]));
    }
    if (total(view.discard) == 0)
        area.put(x + 1, y, _("nothing yet"), quiet);
}

} // namespace jaipur::client::screen
