// States and actions in few letters, and back in words: what tests and golden files are written in.
// Cards are D G S C P L M (diamond, gold, silver, cloth, sPice, leather, caMel); actions are
// "take gold", "camels", "exchange gold silver for camel leather", "sell 3 cloth". Text that cannot
// be read is an exception: it is the test that is wrong.
#pragma once

#include "common/match.hpp"
#include "common/result.hpp"
#include "common/state.hpp"

#include <initializer_list>
#include <ostream>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace jaipur::test {

std::vector<Card> cards(std::string_view letters); // "DDM"
GoodCounts goods(std::string_view letters);        // a hand or a discard pile: "DDCC"
Market market(std::string_view letters);           // "DMM.L": five slots, a point is a gap
ExchangeCards exchange_cards(std::string_view letters);
Exchange exchange(std::string_view take, std::string_view give); // letters
Action action(std::string_view words);

char letter(Card card);
std::string letters(const GoodCounts& counts);
std::string letters(const Market& market);
std::string words(const Action& action);
std::string words(const Event& event);
std::string_view words(RuleError error);   // as in the protocol: "hand_limit"
std::string words(const Refusal& refusal); // "hand_limit R10"
std::string words(Seat seat);              // "seat 0"
std::string words(const std::optional<Seat>& seat);

// A table in the middle of a round, for tests that look at one rule. What is not named is as at the
// start of a round, but for the deck: it holds `deck` and nothing more. The cards named need not
// add up to 55.
struct Table {
    std::string_view market{};
    std::string_view hand{};       // of seat 0, who is to act
    int herd = 0;                  // of seat 0
    std::string_view other_hand{}; // of seat 1
    int other_herd = 0;
    std::string_view deck{}; // from its top
    std::initializer_list<std::pair<Good, int>> tokens_taken{};
    std::initializer_list<std::pair<BonusTier, int>> bonuses_taken{};
    int exchanges_in_a_row = 0;
};

State table(const Table& wanted);

} // namespace jaipur::test

// What doctest writes when a comparison fails. In `jaipur`, where the compiler looks for them.
namespace jaipur {

std::ostream& operator<<(std::ostream& out, Card card);
std::ostream& operator<<(std::ostream& out, Good good);
std::ostream& operator<<(std::ostream& out, Seat seat);
std::ostream& operator<<(std::ostream& out, Phase phase);
std::ostream& operator<<(std::ostream& out, EndReason reason);
std::ostream& operator<<(std::ostream& out, RuleError error);
std::ostream& operator<<(std::ostream& out, const Refusal& refusal);
std::ostream& operator<<(std::ostream& out, const Event& event);
std::ostream& operator<<(std::ostream& out, const Action& action);
std::ostream& operator<<(std::ostream& out, const GoodCounts& counts);
std::ostream& operator<<(std::ostream& out, const GoodsToken& token);
std::ostream& operator<<(std::ostream& out, const BonusToken& token);
std::ostream& operator<<(std::ostream& out, const Market& market);
std::ostream& operator<<(std::ostream& out, const State& state); // words, many lines
std::ostream& operator<<(std::ostream& out, const RoundResult& result);

template <class T, std::size_t Capacity>
    requires requires(std::ostream& out, const T& item) { out << item; }
std::ostream& operator<<(std::ostream& out, const FixedVector<T, Capacity>& items) {
    const char* separator = "[";
    for (const T& item : items) {
        out << separator;
        if constexpr (std::is_same_v<T, std::uint8_t>)
            out << int{item};
        else
            out << item;
        separator = ", ";
    }
    return out << (items.empty() ? "[]" : "]");
}

} // namespace jaipur
