// Compares everything that the rules say about a state with itself and with second opinions
// (`objections`, `broken_invariant`, a count). Each function returns the first contradiction as
// text, or an empty text.
#pragma once

#include "common/rules.hpp"
#include "tests/support/random.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace jaipur::test {

class Inspector {
  public:
    Inspector();

    // The invariants; the list: nothing twice, nothing that `check` refuses, as many exchanges as
    // can be counted without listing them; the summary; every simple action of the universe; the
    // other seat; and some exchanges that are nearly legal. `actions` is the state's list.
    std::string look(const State& state, const std::vector<Action>& actions, Random& random);

    // One of 198 slices of all exchanges of the universe: which of them `apply` accepts, and that
    // it changes nothing when it refuses.
    static constexpr std::size_t slices = 198;
    std::string look_at_slice(const State& state, std::size_t slice);

    // Every action of the universe, also against `objections`.
    std::string look_at_universe(const State& state);

  private:
    void mark(const std::vector<Action>& actions);
    bool is_marked(std::size_t take, std::size_t give) const;
    std::string look_at_list(const State& state, const std::vector<Action>& actions);
    std::string look_at_simple_actions(const State& state, const std::vector<Action>& actions);
    std::string look_at_neighbours(const State& state, const std::vector<Action>& actions,
                                   Random& random);
    std::string look_at_takes(const State& state, std::size_t first, std::size_t last,
                              bool with_objections);

    // For each exchange of the universe, the number of the last list that it was in.
    std::vector<std::uint32_t> marks_;
    std::uint32_t list_ = 0;
    std::string twice_;
    std::vector<Action> actions_; // reused
};

} // namespace jaipur::test
