#include "tests/support/text.hpp"

#include <algorithm>
#include <array>
#include <sstream>
#include <stdexcept>

namespace jaipur::test {
namespace {

constexpr std::string_view card_letters = "DGSCPLM";

[[noreturn]] void unreadable(std::string_view text) {
    throw std::invalid_argument("cannot read \"" + std::string(text) + "\"");
}

Card card_of_letter(char c) {
    const auto place = card_letters.find(c);
    if (place == std::string_view::npos)
        unreadable({&c, 1});
    return static_cast<Card>(place);
}

Card card_of_word(const std::string& word) {
    for (Card card : all_cards)
        if (name(card) == word)
            return card;
    unreadable(word);
}

Good good_of_word(const std::string& word) {
    const auto good = good_of(card_of_word(word));
    if (!good)
        unreadable(word);
    return *good;
}

std::vector<std::string> split(std::string_view text) {
    std::istringstream in{std::string(text)};
    std::vector<std::string> parts;
    for (std::string part; in >> part;)
        parts.push_back(part);
    return parts;
}

template <class Cards>
std::string names(const Cards& cards) {
    std::string text;
    for (Card card : cards)
        text.append(text.empty() ? "" : " ").append(name(card));
    return text;
}

template <class Numbers>
std::string numbers(const Numbers& values) {
    std::string text;
    for (auto value : values)
        text.append(text.empty() ? "" : " ").append(std::to_string(value));
    return text.empty() ? "nothing" : text;
}

std::string refilled(const Refill& refill) {
    return refill.empty() ? "no refill" : "refill " + names(refill);
}

// Word lists, one per alternative of a variant.
struct ActionWords {
    std::string operator()(const Take& take) const {
        return "take " + std::string(name(take.card));
    }

    std::string operator()(const TakeCamels&) const { return "camels"; }

    std::string operator()(const Exchange& exchange) const {
        return "exchange " + names(exchange.take) + " for " + names(exchange.give);
    }

    std::string operator()(const Sell& sell) const {
        return "sell " + std::to_string(sell.count) + " " + std::string(name(sell.good));
    }
};

struct EventWords {
    std::string operator()(const RoundStarted& e) const {
        return "round " + std::to_string(e.round) + " starts with " + words(e.starter);
    }

    std::string operator()(const Took& e) const {
        return words(e.seat) + " took " + std::string(name(e.card)) + ", " + refilled(e.refill);
    }

    std::string operator()(const TookCamels& e) const {
        return words(e.seat) + " took " + std::to_string(e.count) + " camels, " +
               refilled(e.refill);
    }

    std::string operator()(const Exchanged& e) const {
        return words(e.seat) + " took " + names(e.took) + " and gave " + names(e.gave);
    }

    std::string operator()(const Sold& e) const {
        std::string text = words(e.seat) + " sold " + std::to_string(e.count) + " " +
                           std::string(name(e.good)) + " for " + numbers(e.tokens);
        if (e.bonus)
            text += ", bonus for " + std::to_string(cards_for(e.bonus->tier)) + ": " +
                    std::to_string(e.bonus->value);
        return text;
    }

    std::string operator()(const RoundEnded& e) const {
        return "round " + std::to_string(e.round) + " ended (" + std::string(name(e.reason)) +
               "), winner: " + words(e.winner);
    }

    std::string operator()(const MatchEnded& e) const {
        return "match ended (" + std::string(name(e.reason)) + "), winner: " + words(e.winner);
    }
};

} // namespace

std::vector<Card> cards(std::string_view letters) {
    std::vector<Card> result;
    for (char c : letters)
        result.push_back(card_of_letter(c));
    return result;
}

GoodCounts goods(std::string_view letters) {
    GoodCounts counts;
    for (Card card : cards(letters)) {
        if (!is_good(card))
            unreadable(letters);
        ++counts[*good_of(card)];
    }
    return counts;
}

Market market(std::string_view letters) {
    if (letters.size() != market_size)
        unreadable(letters);
    Market result;
    for (std::size_t i = 0; i < market_size; ++i)
        if (letters[i] != '.')
            result[i] = card_of_letter(letters[i]);
    return result;
}

ExchangeCards exchange_cards(std::string_view letters) {
    if (letters.size() > max_exchange)
        unreadable(letters);
    ExchangeCards result;
    for (Card card : cards(letters))
        result.push_back(card);
    return result;
}

Exchange exchange(std::string_view take, std::string_view give) {
    return {exchange_cards(take), exchange_cards(give)};
}

Action action(std::string_view text) {
    const std::vector<std::string> parts = split(text);
    if (parts.size() == 1 && parts[0] == "camels")
        return TakeCamels{};
    if (parts.size() == 2 && parts[0] == "take")
        return Take{card_of_word(parts[1])};
    if (parts.size() == 3 && parts[0] == "sell" && parts[1].size() == 1)
        return Sell{good_of_word(parts[2]), static_cast<std::uint8_t>(parts[1][0] - '0')};
    if (parts.empty() || parts[0] != "exchange")
        unreadable(text);
    Exchange result;
    ExchangeCards* side = &result.take;
    for (std::size_t i = 1; i < parts.size(); ++i) {
        if (parts[i] == "for")
            side = &result.give;
        else
            side->push_back(card_of_word(parts[i]));
    }
    return result;
}

char letter(Card card) {
    return card_letters[static_cast<std::size_t>(card)];
}

std::string letters(const GoodCounts& counts) {
    std::string text;
    for (Good good : all_goods)
        text.append(counts[good], letter(card_of(good)));
    return text;
}

std::string letters(const Market& market) {
    std::string text;
    for (const std::optional<Card>& slot : market)
        text += slot ? letter(*slot) : '.';
    return text;
}

std::string words(const Action& action) {
    return std::visit(ActionWords{}, action);
}

std::string words(const Event& event) {
    return std::visit(EventWords{}, event);
}

std::string_view words(RuleError error) {
    static constexpr std::array<std::string_view, 12> texts{
        "not_playing",        "not_your_turn",    "not_in_market",        "no_camels",
        "exchange_too_small", "exchange_unequal", "exchange_takes_camel", "exchange_same_good",
        "hand_limit",         "not_in_hand",      "herd_too_small",       "sale_too_small"};
    return texts[static_cast<std::size_t>(error)];
}

std::string words(const Refusal& refusal) {
    return std::string(words(refusal.error))
        .append(refusal.rule.empty() ? "" : " ")
        .append(refusal.rule);
}

std::string words(Seat seat) {
    return "seat " + std::to_string(index(seat));
}

std::string words(const std::optional<Seat>& seat) {
    return seat ? words(*seat) : "nobody";
}

State table(const Table& wanted) {
    State state;
    state.deal = unshuffled_deal();
    const std::vector<Card> deck = cards(wanted.deck);
    std::copy(deck.begin(), deck.end(), state.deal.deck.end() - std::ssize(deck));
    state.deck_next = static_cast<std::uint8_t>(deck_size - deck.size());
    state.market = market(wanted.market);
    state.traders[Seat::Zero].hand = goods(wanted.hand);
    state.traders[Seat::Zero].herd = static_cast<std::uint8_t>(wanted.herd);
    state.traders[Seat::One].hand = goods(wanted.other_hand);
    state.traders[Seat::One].herd = static_cast<std::uint8_t>(wanted.other_herd);
    for (auto [good, count] : wanted.tokens_taken)
        state.goods_tokens_taken[good] = static_cast<std::uint8_t>(count);
    for (auto [tier, count] : wanted.bonuses_taken)
        state.bonus_tokens_taken[tier] = static_cast<std::uint8_t>(count);
    state.exchanges_in_a_row = static_cast<std::uint8_t>(wanted.exchanges_in_a_row);
    return state;
}

std::string lines(const std::vector<std::string>& all) {
    std::string text;
    for (const std::string& line : all)
        text += line + "\n";
    return text;
}

bool has(std::string_view text, std::string_view part) {
    return text.find(part) != std::string_view::npos;
}

} // namespace jaipur::test

namespace jaipur {

std::ostream& operator<<(std::ostream& out, Card card) {
    return out << name(card);
}

std::ostream& operator<<(std::ostream& out, Good good) {
    return out << name(good);
}

std::ostream& operator<<(std::ostream& out, Seat seat) {
    return out << test::words(seat);
}

std::ostream& operator<<(std::ostream& out, Phase phase) {
    return out << name(phase);
}

std::ostream& operator<<(std::ostream& out, EndReason reason) {
    return out << name(reason);
}

std::ostream& operator<<(std::ostream& out, RuleError error) {
    return out << test::words(error);
}

std::ostream& operator<<(std::ostream& out, const Refusal& refusal) {
    return out << test::words(refusal);
}

std::ostream& operator<<(std::ostream& out, const Event& event) {
    return out << test::words(event);
}

std::ostream& operator<<(std::ostream& out, const Action& action) {
    return out << test::words(action);
}

std::ostream& operator<<(std::ostream& out, const GoodCounts& counts) {
    return out << test::letters(counts);
}

std::ostream& operator<<(std::ostream& out, const GoodsToken& token) {
    return out << token.good << " " << int{token.value};
}

std::ostream& operator<<(std::ostream& out, const BonusToken& token) {
    return out << int{cards_for(token.tier)} << ":" << int{token.value};
}

std::ostream& operator<<(std::ostream& out, const Market& market) {
    return out << test::letters(market);
}

std::ostream& operator<<(std::ostream& out, const RoundResult& result) {
    out << result.reason << ", winner " << test::words(result.winner) << ", camel token "
        << test::words(result.camel_token);
    for (Seat seat : all_seats) {
        const TraderResult& trader = result.traders[seat];
        out << "; " << seat << ": " << trader.rupees << " rupees, " << int{trader.bonus_tokens}
            << " bonus tokens, " << int{trader.goods_tokens} << " goods tokens, herd "
            << int{trader.herd} << ", hand " << trader.hand;
    }
    return out;
}

namespace {

void print(std::ostream& out, const Trader& trader) {
    out << "hand " << trader.hand << ", herd " << int{trader.herd} << ", goods tokens";
    for (const GoodsToken& token : trader.goods_tokens)
        out << " " << token;
    out << ", bonus tokens";
    for (const BonusToken& token : trader.bonus_tokens)
        out << " " << token;
    out << "\n";
}

} // namespace

std::ostream& operator<<(std::ostream& out, const State& state) {
    out << "market " << test::letters(state.market) << ", deck ";
    for (std::size_t i = state.deck_next; i < deck_size; ++i)
        out << test::letter(state.deal.deck[i]);
    out << ", discard " << state.discard << ", exchanges in a row " << int{state.exchanges_in_a_row}
        << "\n";
    for (Seat seat : all_seats)
        print(out << seat << ": ", state.traders[seat]);
    out << "goods tokens taken";
    for (Good good : all_goods)
        out << " " << good << " " << int{state.goods_tokens_taken[good]};
    out << ", bonus tokens taken";
    for (BonusTier tier : all_bonus_tiers)
        out << " " << int{cards_for(tier)} << ":" << int{state.bonus_tokens_taken[tier]};
    if (state.ended)
        return out << "\nended (" << *state.ended << ")\n";
    return out << "\n" << state.turn << " to act\n";
}

} // namespace jaipur
