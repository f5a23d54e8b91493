// The rules of a turn again, written slowly and differently from common/: which of them an action
// breaks. An action without objections is legal; a refusal must be one of them.
#pragma once

#include "common/action.hpp"
#include "common/result.hpp"
#include "common/state.hpp"

namespace jaipur::test {

// A set of refusals, each with its rule.
class Objections {
  public:
    void add(RuleError error) { bits_ |= 1u << static_cast<unsigned>(error); }

    bool empty() const { return bits_ == 0; }

    // Whether this refusal is among them and names the right rule for this kind of action.
    bool allow(const Refusal& refusal, const Action& action) const;

  private:
    unsigned bits_ = 0;
};

// For the seat to act in a running round.
Objections objections(const State& state, const Action& action);

} // namespace jaipur::test
