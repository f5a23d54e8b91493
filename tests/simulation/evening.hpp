// What all who play in a simulation share: where they are, who looks on, what they tell one another
// beside the game (a room's code, or, to the wrong people, a token).
#pragma once

#include "tests/simulation/network.hpp"
#include "tests/simulation/oracle.hpp"
#include "tests/simulation/plan.hpp"

#include <optional>
#include <string>
#include <vector>

namespace jaipur::simulation {

struct Stolen {
    std::string room, token;
};

struct Evening {
    Ground& ground;
    Network& network;
    Oracle& oracle;
    const Plan& plan;
    std::vector<std::optional<std::string>> codes{}; // by table
    std::vector<Stolen> tokens{};                    // of everybody who sat down
    std::optional<Micros> calm_since{};              // the storm is over

    bool is_calm() const { return calm_since.has_value(); }
};

// Somebody who comes, plays and goes.
class Visitor {
  public:
    virtual ~Visitor() = default;

    virtual void arrive() = 0;
    virtual bool is_home() const = 0;
    virtual std::string words() const = 0; // for whoever asks why the evening does not end
};

// An action that is legal at the view's ply, as somebody of these habits plays.
Action choose(Evening& evening, Random& random, const Person& person, const protocol::View& view);
// One that most likely is not.
Action nonsense(Random& random);

} // namespace jaipur::simulation
