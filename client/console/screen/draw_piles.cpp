// The goods tokens that are left, the bonus piles and the cards sold.
#include "client/console/screen/parts.hpp"

#include <algorithm>

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

void draw_pile(Area area, int y, const Picture& picture, Good good) {
    const protocol::View& view = *picture.model.view;
    const Ink ink = ink_of(card_of(good));
    area.put(1, y, symbol(card_of(good), area.charset()), {ink, Look::Strong});
    area.put(3, y, title(card_of(good)), {ink});
    const auto& pile = view.goods_tokens[good];
    if (pile.empty()) {
        area.put(11, y, "all gone", quiet);
        return;
    }
    int left = about_to_take(picture, good);
    int x = 11;
    for (std::uint8_t value : pile) {
        const bool taken = left-- > 0;
        x = area.put(x, y, std::to_string(value), {ink, taken ? Look::Filled : Look::Plain}) + 1;
    }
}

std::string tier_text(BonusTier tier) {
    return tier == BonusTier::Five ? "5+" : std::to_string(cards_for(tier));
}

} // namespace

void draw_piles(Area area, const Picture& picture) {
    const protocol::View& view = *picture.model.view;
    const bool roomy = area.height() >= 17;
    int y = 0;
    area.rule(y++, "Tokens", quiet);
    for (Good good : all_goods) {
        draw_pile(area, y++, picture, good);
        y += roomy ? 1 : 0;
    }
    area.rule(y++, "Bonus for cards sold", quiet);
    int x = 1;
    for (BonusTier tier : all_bonus_tiers) {
        x = area.put(x, y, tier_text(tier) + ": ", quiet);
        x = area.put(x, y, std::to_string(view.bonus_tokens[tier]), bright);
        x += 3;
    }
    area.put(x - 2, y, "left", quiet);
    y += roomy ? 2 : 1;
    x = area.put(1, y, "Sold", quiet);
    for (Good good : all_goods) {
        if (view.discard[good] == 0)
            continue;
        x = area.put(x + 1, y, symbol(card_of(good), area.charset()), {ink_of(card_of(good))});
        x = area.put(x, y, std::to_string(view.discard[good]));
    }
    if (total(view.discard) == 0)
        area.put(x + 1, y, "nothing yet", quiet);
}

} // namespace jaipur::client::screen
