#include "tests/support/universe.hpp"

#include <algorithm>

namespace jaipur::test {
namespace {

constexpr std::size_t most = 5;
constexpr std::size_t kinds = all_cards.size();

void add_sides(const ExchangeCards& shorter, std::size_t kind, std::vector<ExchangeCards>& sides) {
    sides.push_back(shorter);
    if (shorter.size() == most)
        return;
    for (; kind < kinds; ++kind) {
        ExchangeCards longer = shorter;
        longer.push_back(static_cast<Card>(kind));
        add_sides(longer, kind, sides);
    }
}

std::vector<ExchangeCards> make_sides() {
    std::vector<ExchangeCards> sides;
    add_sides({}, 0, sides);
    return sides;
}

// A number for each list of up to five cards: its digits in base 8, after a leading one.
std::size_t code(const ExchangeCards& cards) {
    std::size_t code = 1;
    for (Card card : cards)
        code = code * 8 + static_cast<std::size_t>(card);
    return code;
}

std::vector<std::size_t> make_indices() {
    std::vector<std::size_t> indices(std::size_t{2} << 15, sides().size());
    for (std::size_t i = 0; i < sides().size(); ++i)
        indices[code(sides()[i])] = i;
    return indices;
}

std::vector<Action> make_simple_actions() {
    std::vector<Action> actions{TakeCamels{}};
    for (Card card : all_cards)
        actions.emplace_back(Take{card});
    for (Good good : all_goods) {
        for (std::uint8_t count = 0; count <= 8; ++count)
            actions.emplace_back(Sell{good, count});
        actions.emplace_back(Sell{good, 255});
    }
    return actions;
}

} // namespace

const std::vector<ExchangeCards>& sides() {
    static const std::vector<ExchangeCards> all = make_sides();
    return all;
}

std::optional<std::size_t> side_index(const ExchangeCards& cards) {
    static const std::vector<std::size_t> indices = make_indices();
    if (cards.size() > most || indices[code(cards)] == sides().size())
        return std::nullopt;
    return indices[code(cards)];
}

const std::vector<Action>& simple_actions() {
    static const std::vector<Action> all = make_simple_actions();
    return all;
}

} // namespace jaipur::test
