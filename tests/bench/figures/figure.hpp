// One kind of figure. In each round it measures everything that it compares, in turn, so that other
// activity on the machine affects all of it alike.
#pragma once

#include "tests/bench/ground.hpp"
#include "tests/bench/results.hpp"

#include <array>
#include <memory>
#include <string_view>
#include <vector>

namespace jaipur::bench {

class Figure {
  public:
    Figure() = default;
    Figure(const Figure&) = delete;
    Figure& operator=(const Figure&) = delete;
    virtual ~Figure() = default;

    virtual std::string_view name() const = 0;
    virtual void round(const Ground& ground, Results& results) const = 0;

    // Whether it differs between builds of the server. If not, it is measured once a round.
    virtual bool depends_on_server() const { return true; }
};

// Moves per second at which latency is measured.
inline constexpr std::array latency_rates{200, 1000, 5000};

// Messages or moves per second that keep no process busy.
inline constexpr int leisurely = 2000;

// Rooms under full load.
inline constexpr std::array cost_rooms_in_memory{100, 200, 10000};
inline constexpr std::array cost_rooms_durable{200, 10000};

// Open rooms, of which ten are played in.
inline constexpr std::array growth_sizes{10, 100, 1000, 10000};

// As many rooms as this, or up to a tenth fewer if the descriptors aren't enough, with a note, or
// none.
int rooms_that_fit(const Ground& ground, int wanted, std::string_view figure, Results& results);

std::unique_ptr<Figure> make_mix();
std::unique_ptr<Figure> make_cost();
std::unique_ptr<Figure> make_pace();
std::unique_ptr<Figure> make_references();
std::unique_ptr<Figure> make_threads();
std::unique_ptr<Figure> make_tls();
std::unique_ptr<Figure> make_latency();
std::unique_ptr<Figure> make_spectators();
std::unique_ptr<Figure> make_bots();
std::unique_ptr<Figure> make_rooms();
std::unique_ptr<Figure> make_memory();
std::unique_ptr<Figure> make_restart();
std::unique_ptr<Figure> make_growth();
std::unique_ptr<Figure> make_rules();
std::unique_ptr<Figure> make_codec();

} // namespace jaipur::bench
