// The actions of the game, as they are typed.
#include "client/console/command/parts.hpp"
#include "client/console/translation.hpp"
#include "client/console/words/words.hpp"

#include <algorithm>

namespace jaipur::client::command {

namespace {

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

bool is_name(std::string_view word) {
    return !word.empty() && word[0] != '-' && !is_digit(word[0]);
}

bool is_one_of(std::string_view word, std::string_view words) {
    const Words all = split(words);
    return std::find(all.begin(), all.end(), word) != all.end();
}

// Words about cards: lower case, commas away, "3c" as "3" "c", without "and", "the", "a", "of".
Words card_words(std::string_view given) {
    std::string clean;
    const std::string text = lower(given);
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i] == ',' || text[i] == '+' || text[i] == '.' ? ' ' : text[i];
        if (i > 0 && is_digit(text[i - 1]) && !is_digit(c))
            clean += ' ';
        clean += c;
    }
    Words words = split(clean);
    const std::string fillers = _("and the a an of my");
    std::erase_if(words, [&](const std::string& word) {
        return is_one_of(word, "and the a an of my") || is_one_of(word, fillers);
    });
    return words;
}

// Between what is taken and what is given.
bool is_divider(const std::string& word) {
    return is_one_of(word, "for against with") || is_one_of(word, _("for against with"));
}

std::string goods_hint() {
    return _(
        "The cards are diamond, gold, silver, cloth, spice, leather and camel; d g s c p l and "
        "cm for short.");
}

ParseError no_card(std::string_view word) {
    return parse_error(_("There is no card {0}.", in_quotes(word)) + " " + goods_hint());
}

ParseError too_many_cards() {
    return parse_error(_("You can't exchange that many cards: the market has five."));
}

// "gold silver", "2 gold", "2 gold silver": one card for each that is named.
Result<std::vector<Card>, ParseError> cards_named(const Words& words, std::size_t from,
                                                  std::size_t to) {
    std::vector<Card> cards;
    for (std::size_t i = from; i < to; ++i) {
        const std::optional<int> count = number(words[i]);
        if (count && i + 1 == to)
            return parse_error(_("{0} of what?", in_quotes(words[i])) + " " + goods_hint());
        if (count)
            ++i;
        const std::optional<Card> card = parse_card(words[i]);
        if (!card)
            return no_card(words[i]);
        if (count.value_or(1) > static_cast<int>(max_exchange))
            return too_many_cards();
        cards.insert(cards.end(), static_cast<std::size_t>(count.value_or(1)), *card);
    }
    return cards;
}

} // namespace

Read read_take(std::string_view rest) {
    const Words words = card_words(rest);
    if (words.empty())
        return parse_error(_("Take what? For example: take gold. Or camels, for all the camels."));
    const auto cards = cards_named(words, 0, words.size());
    if (!cards)
        return cards.error();
    const auto is_camel = [](Card card) { return card == Card::Camel; };
    if (std::all_of(cards->begin(), cards->end(), is_camel)) {
        if (words.back() == "camel" || words.back() == lower(words::name(Card::Camel)))
            return parse_error(
                _("You can't take a single camel. Type camels to take all of them."));
        return Command{Play{TakeCamels{}}};
    }
    if (cards->size() != 1)
        return parse_error(_("You can take only one card. To take several, exchange them: exchange "
                             "gold silver for camel leather."));
    return Command{Play{Take{cards->front()}}};
}

Read read_exchange(std::string_view rest) {
    const std::string example = _("For example: exchange gold silver for camel leather.");
    const Words words = card_words(rest);
    const auto divider = std::find_if(words.begin(), words.end(), is_divider);
    if (words.empty())
        return parse_error(_("Exchange what for what?") + " " + example);
    if (divider == words.end())
        return parse_error(_("Say what you give, after the word for.") + " " + example);
    const auto middle = static_cast<std::size_t>(divider - words.begin());
    const auto take = cards_named(words, 0, middle);
    if (!take)
        return take.error();
    const auto give = cards_named(words, middle + 1, words.size());
    if (!give)
        return give.error();
    if (take->empty())
        return parse_error(_("Say what you take, before the word for.") + " " + example);
    if (give->empty())
        return parse_error(_("Say what you give, after the word for.") + " " + example);
    if (take->size() > max_exchange || give->size() > max_exchange)
        return too_many_cards();
    Exchange exchange;
    for (const Card card : *take)
        exchange.take.push_back(card);
    for (const Card card : *give)
        exchange.give.push_back(card);
    return Command{Play{exchange}};
}

Read read_sell(std::string_view rest) {
    Words words = card_words(rest);
    if (words.empty())
        return parse_error(
            _("Sell what? For example: sell 3 cloth. Or sell cloth, for all your cloth."));
    if (words.size() > 1 &&
        (words[0] == "all" || is_one_of(words[0], p_("how much is sold", "all"))))
        words.erase(words.begin());
    if (words.size() == 2 && number(words[1]))
        std::swap(words[0], words[1]);
    const std::string& what = words.back();
    std::optional<int> count;
    if (words.size() == 2)
        count = number(words[0]);
    if (words.size() > 1 && !is_name(words[0]) && !number(words[0]))
        return parse_error(_("How many? For example: sell 3 cloth."));
    if (words.size() > 1 && !count) {
        const auto unknown = std::ranges::find_if(
            words, [](const std::string& word) { return is_name(word) && !parse_card(word); });
        return unknown != words.end()
                   ? no_card(*unknown)
                   : parse_error(
                         _("You can sell one kind of goods at a time. For example: sell 3 cloth."));
    }
    const std::optional<Card> card = parse_card(what);
    if (!card)
        return number(what) ? parse_error(_("Sell {0} of what? For example: sell 3 cloth.", what))
                            : no_card(what);
    const std::optional<Good> good = good_of(*card);
    if (!good)
        return parse_error(
            _("You can't sell camels. The larger herd gets 5 rupees at the end of the round."));
    if (!count)
        return Command{SellAll{*good}};
    if (*count < 1 || *count > 255)
        return parse_error(_("How many? For example: sell 3 cloth."));
    return Command{Play{Sell{*good, static_cast<std::uint8_t>(*count)}}};
}

std::optional<Card> parse_card(std::string_view given) {
    std::string word = lower(given);
    if (word == "s")
        return Card::Silver;
    if (word == "c")
        return Card::Cloth;
    if (word == "p" || word == "sp")
        return Card::Spice;
    if (word == "cm")
        return Card::Camel;
    if (word.size() > 3 && word.back() == 's')
        word.pop_back(); // a plural
    const std::string typed = folded(word);
    std::vector<Card> english, translated;
    for (const Card card : all_cards) {
        if (!word.empty() && begins(name(card), word))
            english.push_back(card);
        if (!word.empty() &&
            (begins(folded(words::name(card)), typed) || begins(folded(words::kind(card)), typed)))
            translated.push_back(card);
    }
    const auto& fitting = english.empty() ? translated : english;
    return fitting.size() == 1 ? std::optional(fitting.front()) : std::nullopt;
}

} // namespace jaipur::client::command
