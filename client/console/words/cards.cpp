// Names of cards, alone, counted and listed. Languages decline them, so they have a form for what
// somebody takes or has ("You took a diamond.") and one for lists ("Your hand: a diamond").
#include "client/console/translation.hpp"
#include "client/console/words/words.hpp"

#include <algorithm>

namespace jaipur::client::words {

namespace {

std::string one_object(Card card) {
    switch (card) {
    case Card::Diamond:
        return p_("object", "a diamond");
    case Card::Gold:
        return p_("object", "gold");
    case Card::Silver:
        return p_("object", "silver");
    case Card::Cloth:
        return p_("object", "cloth");
    case Card::Spice:
        return p_("object", "spice");
    case Card::Leather:
        return p_("object", "leather");
    case Card::Camel:
        return p_("object", "a camel");
    }
    return "";
}

std::string one_of_list(Card card) {
    return card == Card::Diamond ? p_("list", "a diamond")
           : card == Card::Camel ? p_("list", "a camel")
                                 : words::name(card);
}

std::string several(Card card, int count) {
    switch (card) {
    case Card::Diamond:
        return n_("{0} diamond", "{0} diamonds", count);
    case Card::Gold:
        return n_("{0} gold", "{0} gold", count);
    case Card::Silver:
        return n_("{0} silver", "{0} silver", count);
    case Card::Cloth:
        return n_("{0} cloth", "{0} cloth", count);
    case Card::Spice:
        return n_("{0} spice", "{0} spice", count);
    case Card::Leather:
        return n_("{0} leather", "{0} leather", count);
    case Card::Camel:
        return n_("{0} camel", "{0} camels", count);
    }
    return "";
}

template <class CountOf>
std::string listed_cards(CountOf count_of, std::string (*one)(Card)) {
    std::vector<std::string> items;
    for (const Card card : all_cards)
        if (const int count = count_of(card); count > 0)
            items.push_back(count == 1 ? one(card) : several(card, count));
    return items.empty() ? p_("list", "nothing") : listed(items);
}

} // namespace

std::string name(Card card) {
    switch (card) {
    case Card::Diamond:
        return _("diamond");
    case Card::Gold:
        return _("gold");
    case Card::Silver:
        return _("silver");
    case Card::Cloth:
        return _("cloth");
    case Card::Spice:
        return _("spice");
    case Card::Leather:
        return _("leather");
    case Card::Camel:
        return _("camel");
    }
    return "";
}

std::string title(Card card) {
    switch (card) {
    case Card::Diamond:
        return _("Diamond");
    case Card::Gold:
        return _("Gold");
    case Card::Silver:
        return _("Silver");
    case Card::Cloth:
        return _("Cloth");
    case Card::Spice:
        return _("Spice");
    case Card::Leather:
        return _("Leather");
    case Card::Camel:
        return _("Camel");
    }
    return "";
}

std::string kind(Card card) {
    switch (card) {
    case Card::Diamond:
        return p_("kind", "diamonds");
    case Card::Gold:
        return p_("kind", "gold");
    case Card::Silver:
        return p_("kind", "silver");
    case Card::Cloth:
        return p_("kind", "cloth");
    case Card::Spice:
        return p_("kind", "spice");
    case Card::Leather:
        return p_("kind", "leather");
    case Card::Camel:
        return p_("kind", "camels");
    }
    return "";
}

std::string none_of(Card card) {
    switch (card) {
    case Card::Diamond:
        return _("no diamonds");
    case Card::Gold:
        return _("no gold");
    case Card::Silver:
        return _("no silver");
    case Card::Cloth:
        return _("no cloth");
    case Card::Spice:
        return _("no spice");
    case Card::Leather:
        return _("no leather");
    case Card::Camel:
        return _("no camels");
    }
    return "";
}

std::string counted(Card card, int count) {
    return count == 1 ? one_object(card) : several(card, count);
}

std::string cards(const std::vector<Card>& cards) {
    return listed_cards(
        [&](Card card) { return static_cast<int>(std::ranges::count(cards, card)); }, one_object);
}

std::string goods(const GoodCounts& counts) {
    return listed_cards(
        [&](Card card) { return is_good(card) ? counts[*good_of(card)] : std::uint8_t{0}; },
        one_of_list);
}

} // namespace jaipur::client::words
