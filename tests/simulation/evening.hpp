// What all players in a simulation share: where they are, who watches, and what they tell each
// other outside the game (a room's code, or, to the wrong people, a token).
#pragma once

#include "tests/simulation/network.hpp"
#include "tests/simulation/oracle.hpp"
#include "tests/simulation/plan.hpp"

#include <optional>
#include <string>
#include <vector>

namespace jaipur::simulation {

constexpr Micros again_after{2s}; // how often a client repeats a request

struct Stolen {
    std::string room, token;
};

struct Evening {
    Ground& ground;
    Network& network;
    Oracle& oracle;
    const Plan& plan;
    std::vector<std::optional<std::string>> codes{}; // by table
    std::vector<Stolen> tokens{};                    // of everyone who took a seat
    std::optional<Micros> calm_since{};              // since the storm ended

    bool is_calm() const { return calm_since.has_value(); }
};

// A person who arrives, plays and leaves.
class Visitor {
  public:
    virtual ~Visitor() = default;

    virtual void arrive() = 0;
    virtual bool is_home() const = 0;
    virtual std::string words() const = 0; // a status, in case the evening doesn't end
};

// An action that is legal at the view's ply, chosen by these habits.
Action choose(Evening& evening, Random& random, const Person& person, const protocol::View& view);
// An action that is most likely illegal.
Action nonsense(Random& random);

} // namespace jaipur::simulation
