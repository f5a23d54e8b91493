// States and actions as short text: what tests and golden files are written in. Cards are D G S C P
// L M (diamond, gold, silver, cloth, sPice, leather, caMel); actions are
// "take gold", "camels", "exchange gold silver for camel leather", "sell 3 cloth". Unreadable text
// throws: then the test is wrong.
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
GoodCounts goods(std::string_view letters);        // hand or discard pile: "DDCC"
Market market(std::string_view letters);           // "DMM.L": five slots, a dot is a gap
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

// A table in the middle of a round, for tests of one rule. Unnamed parts are as at the start of a
// round, except that the deck holds only `deck`. The cards needn't add up to 55.
struct Table {
    std::string_view market{};
    std::string_view hand{};       // of seat 0, whose turn it is
    int herd = 0;                  // seat 0's
    std::string_view other_hand{}; // seat 1's
    int other_herd = 0;
    std::string_view deck{}; // from its top
    std::initializer_list<std::pair<Good, int>> tokens_taken{};
    std::initializer_list<std::pair<BonusTier, int>> bonuses_taken{};
    int exchanges_in_a_row = 0;
};

State table(const Table& wanted);

std::string lines(const std::vector<std::string>& all); // each with its line break
bool has(std::string_view text, std::string_view part);

} // namespace jaipur::test

// What doctest prints when a comparison fails. In `jaipur`, where the compiler finds them.
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
