// Cards, and the state of the table.
#include "client/console/words/words.hpp"

#include "client/console/safe_text.hpp"

#include <algorithm>

namespace jaipur::client::words {

using std::to_string;

namespace {

// A player may be called "You".
std::string not_you(const std::string& name) {
    const std::string small = lower(name);
    return small == "you" || small == "your" ? "\"" + name + "\"" : name;
}

bool is_countable(Card card) {
    return card == Card::Camel || card == Card::Diamond;
}

template <class CountOf>
std::string listed_cards(CountOf count_of) {
    std::vector<std::string> items;
    for (const Card card : all_cards)
        if (const int count = count_of(card); count > 0)
            items.push_back(counted(card, count));
    return items.empty() ? "nothing" : listed(items);
}

} // namespace

std::string PlayerNames::name(Seat seat) const {
    return you == seat ? "you" : of[seat];
}

std::string PlayerNames::begin(Seat seat) const {
    return you == seat ? "You" : of[seat];
}

PlayerNames player_names(const Model& model) {
    PlayerNames names;
    names.you = model.seat;
    for (const Seat seat : all_seats) {
        const bool known = model.room && model.room->players[seat];
        names.of[seat] = known ? not_you(model.room->players[seat]->name)
                               : "Seat " + to_string(static_cast<int>(index(seat)) + 1);
    }
    if (names.of[Seat::Zero] == names.of[Seat::One])
        for (const Seat seat : all_seats)
            names.of[seat] += seat == Seat::Zero ? " (first seat)" : " (second seat)";
    return names;
}

std::string listed(const std::vector<std::string>& items) {
    std::string result;
    for (std::size_t i = 0; i < items.size(); ++i) {
        if (i > 0)
            result += i + 1 == items.size() ? " and " : ", ";
        result += items[i];
    }
    return result;
}

std::string plural(Card card) {
    return std::string(name(card)) + (is_countable(card) ? "s" : "");
}

std::string counted(Card card, int count) {
    if (count != 1)
        return to_string(count) + " " + plural(card);
    return (is_countable(card) ? "a " : "") + std::string(name(card));
}

std::string cards(const std::vector<Card>& cards) {
    return listed_cards(
        [&](Card card) { return static_cast<int>(std::ranges::count(cards, card)); });
}

std::string goods(const GoodCounts& counts) {
    return listed_cards([&](Card card) { return is_good(card) ? counts[*good_of(card)] : 0; });
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
    return tier == BonusTier::Five   ? "five or more cards"
           : tier == BonusTier::Four ? "four cards"
                                     : "three cards";
}

std::string goods_tokens(const protocol::ObservedTrader& trader) {
    std::string result;
    for (const Good good : all_goods)
        if (const std::vector<int> values = token_values(trader, good); !values.empty())
            result +=
                (result.empty() ? "" : "; ") + std::string(name(good)) + " " + joined(values, " ");
    return result;
}

std::string worth_of(const protocol::ObservedBonus& token) {
    return token.value ? to_string(*token.value) : "hidden";
}

std::string clock(std::chrono::milliseconds time) {
    const auto seconds = std::max<std::int64_t>(0, (time.count() + 999) / 1000);
    const auto two_digits = [](std::int64_t number) {
        return (number < 10 ? "0" : "") + to_string(number);
    };
    const std::string tail = ":" + two_digits(seconds % 60);
    if (seconds < 3600)
        return to_string(seconds / 60) + tail;
    return to_string(seconds / 3600) + ":" + two_digits(seconds / 60 % 60) + tail;
}

std::string duration(int seconds) {
    constexpr int minute = 60, hour = 60 * minute, day = 24 * hour;
    if (seconds % minute != 0 || seconds == 0)
        return number_of(seconds, "second");
    if (seconds % hour != 0)
        return number_of(seconds / minute, "minute");
    return seconds % day != 0 ? number_of(seconds / hour, "hour") : number_of(seconds / day, "day");
}

std::string size(int columns, int lines) {
    return to_string(columns) + " × " + to_string(lines);
}

std::string clock(const protocol::ClockOptions& clock) {
    return to_string(clock.initial) + "+" + to_string(clock.increment);
}

std::string market(const protocol::View& view) {
    if (view.market.empty())
        return "There is no market yet.";
    std::string result;
    for (const std::optional<Card>& card : view.market)
        result += (result.empty() ? "Market: " : ", ") +
                  (card ? std::string(name(*card)) : std::string("an empty slot"));
    return result + ".";
}

std::string market_and_deck(const protocol::View& view) {
    return market(view) + " Deck: " + to_string(view.deck) + ".";
}

std::string hand(const protocol::View& view, Seat seat, const PlayerNames& names) {
    const protocol::ObservedTrader& trader = view.players[seat];
    std::string result = (names.you == seat ? "Your" : names.of[seat] + "'s") + " hand: ";
    if (trader.hand)
        result += goods(*trader.hand) + " (" + to_string(trader.hand_size) + " of " +
                  to_string(hand_limit) + ").";
    else
        result += number_of(trader.hand_size, "card") + ".";
    if (trader.herd)
        result += " Camels: " + to_string(*trader.herd) + ".";
    return result;
}

std::vector<std::string> piles(const protocol::View& view) {
    std::vector<std::string> lines;
    for (const Good good : all_goods) {
        const auto& pile = view.goods_tokens[good];
        lines.push_back("Tokens for " + std::string(name(good)) + ": " +
                        (pile.empty() ? "none left" : joined(pile, ", ")) + ".");
    }
    lines.push_back("Bonus tokens left: " + to_string(view.bonus_tokens[BonusTier::Three]) +
                    " for three cards, " + to_string(view.bonus_tokens[BonusTier::Four]) +
                    " for four, " + to_string(view.bonus_tokens[BonusTier::Five]) +
                    " for five or more.");
    lines.push_back("Cards left in the deck: " + to_string(view.deck) + ".");
    return lines;
}

std::vector<std::string> score(const protocol::View& view, Seat seat, const PlayerNames& names) {
    const protocol::ObservedTrader& trader = view.players[seat];
    const Wealth known = wealth(trader);
    const std::string goods = goods_tokens(trader);
    std::string bonus;
    for (const protocol::ObservedBonus& token : trader.bonus_tokens)
        bonus += (bonus.empty() ? "" : "; ") + words::tier(token.tier) + " " + worth_of(token);
    return {names.begin(seat) + (names.you == seat ? " have " : " has ") +
                number_of(trader.seals, "seal") + " and " + (known.hidden > 0 ? "at least " : "") +
                number_of(known.rupees, "rupee") + " in tokens.",
            "Goods tokens: " + (goods.empty() ? "none" : goods) + ".",
            "Bonus tokens: " + (bonus.empty() ? "none" : bonus) + "."};
}

std::string legal(const LegalSummary& legal) {
    std::vector<std::string> items;
    for (const Good good : legal.take)
        items.push_back("take " + std::string(name(good)));
    if (legal.take_camels)
        items.emplace_back("camels");
    if (legal.exchange)
        items.emplace_back("exchange two or more cards");
    for (const Good good : all_goods)
        if (const auto& sale = legal.sell[good]; sale.max > 0)
            items.push_back("sell " + counted(card_of(good), sale.max));
    std::string result;
    for (const std::string& item : items)
        result += (result.empty() ? "You can: " : "; ") + item;
    return result.empty() ? "" : result + ".";
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

std::string missed_reveals(const protocol::RoomPlayer& player, bool mine) {
    if (player.missed_reveals <= 0)
        return "";
    return (mine ? "You didn't reveal your" : player.name + " didn't reveal their") +
           " number in time (" +
           (player.missed_reveals == 1 ? "once"
                                       : std::to_string(player.missed_reveals) + " times") +
           ").";
}

std::vector<std::string> kept_seats(const std::vector<KeptSeat>& seats) {
    constexpr std::size_t most_named = 5;
    std::vector<std::string> lines, rooms;
    const KeptSeat* known = nullptr;
    for (const KeptSeat& seat : seats) {
        if (!seat.room.empty()) {
            known = &seat;
            rooms.push_back(seat.room);
        } else if (lines.empty()) {
            lines.push_back("The connection broke while you were taking a seat as " + seat.name +
                            ", so you may have one. Type resume to find out, or forget to give it "
                            "up.");
        }
    }
    if (rooms.size() == 1)
        lines.push_back("You have a seat in room " + known->room + ", as " + known->name +
                        ". Type resume " + known->room + " to go back to it, or forget " +
                        known->room + ".");
    const std::string count = to_string(rooms.size());
    const bool all_named = rooms.size() <= most_named;
    rooms.resize(std::min(rooms.size(), most_named));
    if (rooms.size() > 1)
        lines.push_back("You have seats in " + count + " rooms" +
                        (all_named ? ": " : ", the newest: ") + listed(rooms) +
                        ". Type resume and the code to go back to one, or forget and the code.");
    return lines;
}

std::string kept_seat(const std::string& room) {
    return room.empty() ? "The seat that you asked for" : "Your seat in room " + room;
}

} // namespace jaipur::client::words
