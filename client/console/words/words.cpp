// The state of the table.
#include "client/console/words/words.hpp"

#include "client/console/safe_text.hpp"
#include "client/console/translation.hpp"

#include <algorithm>

namespace jaipur::client::words {

using std::to_string;

namespace {

// A player may be called "You".
std::string not_you(const std::string& name) {
    const std::string small = lower(name);
    return small == "you" || small == "your" || small == lower(_("you")) ? "\"" + name + "\""
                                                                         : name;
}

std::string bonus_tokens(const protocol::ObservedTrader& trader) {
    std::string result;
    for (const protocol::ObservedBonus& token : trader.bonus_tokens)
        result += (result.empty() ? "" : "; ") + words::tier(token.tier) + " " + worth_of(token);
    return result;
}

} // namespace

PlayerNames player_names(const Model& model) {
    PlayerNames names;
    names.you = model.seat;
    for (const Seat seat : all_seats) {
        const bool known = model.room && model.room->players[seat];
        names.of[seat] =
            known ? not_you(model.room->players[seat]->name) : _("Seat {0}", index(seat) + 1);
    }
    if (names.of[Seat::Zero] == names.of[Seat::One])
        for (const Seat seat : all_seats)
            names.of[seat] = seat == Seat::Zero ? _("{0} (first seat)", names.of[seat])
                                                : _("{0} (second seat)", names.of[seat]);
    return names;
}

std::string listed(const std::vector<std::string>& items) {
    std::string before;
    for (std::size_t i = 0; i + 1 < items.size(); ++i)
        before += (i == 0 ? "" : ", ") + items[i];
    return items.empty()    ? ""
           : before.empty() ? items.back()
                            : _("{0} and {1}", before, items.back());
}

std::string seals(int count) {
    return n_("{0} seal", "{0} seals", count);
}

std::string rupees(int count) {
    return n_("{0} rupee", "{0} rupees", count);
}

std::vector<int> token_values(const protocol::ObservedTrader& trader, Good good) {
    std::vector<int> values;
    for (const GoodsToken& token : trader.goods_tokens)
        if (token.good == good)
            values.push_back(token.value);
    return values;
}

Wealth wealth(const protocol::ObservedTrader& trader) {
    Wealth wealth;
    for (const GoodsToken& token : trader.goods_tokens)
        wealth.rupees += token.value;
    for (const protocol::ObservedBonus& token : trader.bonus_tokens) {
        wealth.rupees += token.value.value_or(0);
        wealth.hidden += token.value ? 0 : 1;
    }
    return wealth;
}

std::string tier(BonusTier tier) {
    return tier == BonusTier::Five   ? _("five or more cards")
           : tier == BonusTier::Four ? _("four cards")
                                     : _("three cards");
}

std::string goods_tokens(const protocol::ObservedTrader& trader) {
    std::string result;
    for (const Good good : all_goods)
        if (const std::vector<int> values = token_values(trader, good); !values.empty())
            result += (result.empty() ? "" : "; ") + words::name(card_of(good)) + " " +
                      joined(values, " ");
    return result;
}

std::string worth_of(const protocol::ObservedBonus& token) {
    return token.value ? to_string(*token.value) : p_("a token's value", "hidden");
}

std::string size(int columns, int lines) {
    return to_string(columns) + " × " + to_string(lines);
}

std::string market(const protocol::View& view) {
    if (view.market.empty())
        return _("There is no market yet.");
    std::string cards;
    for (const std::optional<Card>& card : view.market)
        cards += (cards.empty() ? "" : ", ") + (card ? words::name(*card) : _("an empty slot"));
    return _("Market: {0}.", cards);
}

std::string market_and_deck(const protocol::View& view) {
    return market(view) + " " + _("Deck: {0}.", view.deck);
}

std::string hand(const protocol::View& view, Seat seat, const PlayerNames& names) {
    const protocol::ObservedTrader& trader = view.players[seat];
    const std::string cards =
        trader.hand ? _("{0} ({1} of {2})", goods(*trader.hand), trader.hand_size, hand_limit)
                    : n_("{0} card", "{0} cards", trader.hand_size);
    const std::string result = names.you == seat ? _("Your hand: {0}.", cards)
                                                 : _("{0}'s hand: {1}.", names.of[seat], cards);
    return trader.herd ? result + " " + _("Camels: {0}.", *trader.herd) : result;
}

std::vector<std::string> piles(const protocol::View& view) {
    std::vector<std::string> lines;
    for (const Good good : all_goods) {
        const auto& pile = view.goods_tokens[good];
        const std::string card = words::name(card_of(good));
        lines.push_back(pile.empty() ? _("Tokens for {0}: none left.", card)
                                     : _("Tokens for {0}: {1}.", card, joined(pile, ", ")));
    }
    lines.push_back(_("Bonus tokens left: {0} for three cards, {1} for four, {2} for five or more.",
                      view.bonus_tokens[BonusTier::Three], view.bonus_tokens[BonusTier::Four],
                      view.bonus_tokens[BonusTier::Five]));
    lines.push_back(total(view.discard) == 0 ? _("Nothing sold yet.")
                                             : _("Sold: {0}.", goods(view.discard)));
    lines.push_back(_("Cards left in the deck: {0}.", view.deck));
    return lines;
}

std::vector<std::string> score(const protocol::View& view, Seat seat, const PlayerNames& names) {
    const protocol::ObservedTrader& trader = view.players[seat];
    const Wealth known = wealth(trader);
    const std::string seals = words::seals(trader.seals), rupees = words::rupees(known.rupees),
                      &name = names.of[seat];
    const bool mine = names.you == seat;
    const std::string whole =
        known.hidden > 0
            ? (mine ? _("You have {0} and at least {1} in tokens.", seals, rupees)
                    : _("{0} has {1} and at least {2} in tokens.", name, seals, rupees))
            : (mine ? _("You have {0} and {1} in tokens.", seals, rupees)
                    : _("{0} has {1} and {2} in tokens.", name, seals, rupees));
    const std::string goods = goods_tokens(trader), bonus = bonus_tokens(trader);
    return {whole, goods.empty() ? _("Goods tokens: none.") : _("Goods tokens: {0}.", goods),
            bonus.empty() ? _("Bonus tokens: none.") : _("Bonus tokens: {0}.", bonus)};
}

std::string legal(const LegalSummary& legal) {
    std::vector<std::string> items;
    for (const Good good : legal.take)
        items.push_back(p_("command", "take") + " " + words::name(card_of(good)));
    if (legal.take_camels)
        items.push_back(p_("command", "camels"));
    if (legal.exchange)
        items.push_back(_("exchange two or more cards"));
    for (const Good good : all_goods)
        if (const auto& sale = legal.sell[good]; sale.max > 0)
            items.push_back(p_("command", "sell") + " " +
                            (sale.max > 1 ? to_string(sale.max) + " " + words::kind(card_of(good))
                                          : words::name(card_of(good))));
    std::string result;
    for (const std::string& item : items)
        result += (result.empty() ? "" : "; ") + item;
    return result.empty() ? "" : _("You can: {0}.", result);
}

std::string spelled(const std::string& code) {
    std::string result;
    for (const char c : code) {
        // A malicious server may send non-ASCII characters: keep their bytes together.
        const bool goes_on = (static_cast<unsigned char>(c) & 0xC0u) == 0x80u;
        result += (result.empty() || goes_on ? "" : " ") + std::string(1, c);
    }
    return result;
}

} // namespace jaipur::client::words
