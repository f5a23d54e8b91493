// Models as a session would have them, with real tables: dealt and played by the rules, seen
// through `observe`.
#pragma once

#include "client/console/model.hpp"
#include "client/console/screen/ui.hpp"
#include "common/match.hpp"

#include <cstdint>

namespace jaipur::client::screen::test {

// When all of these models were made.
inline constexpr SteadyTime moment{std::chrono::hours(1)};

// A match between two random but sensible players, up to a number of actions or to its end.
struct Game {
    explicit Game(std::uint64_t seed);

    void play(std::uint32_t actions);
    void play_round();
    void play_match();
    void step();

    Match match;
    std::vector<Event> events; // of the whole match

  private:
    std::uint64_t seed_;
    int deals_ = 0;
};

Game mid_game();

Model offline(); // the first attempt to connect
Model at_menu();
Model waiting_alone();
Model waiting_for_ready(); // the other is ready
// A player's, or a spectator's, view of a game.
Model at_table(const Game& game, std::optional<Seat> you);
Model at_open_table(const Game& game); // a spectator who sees both hands, late

void add_clock(Model& model, std::chrono::milliseconds zero, std::chrono::milliseconds one);
void add_rooms(Model& model);
UiState state_for(const Model& model);

// Presses keys and collects the requests.
struct Session {
    explicit Session(Model first);

    void press(const Key& key);
    void press(Key::Code code);
    void type(std::u32string_view characters); // each a key
    void changed();                            // the model has been changed

    Model model;
    UiState ui;
    std::vector<Ask> asks;

    template <class Body>
    const Body* asked() const { // the last thing asked, if it was that
        if (asks.empty())
            return nullptr;
        const auto* body = std::get_if<protocol::RequestBody>(&asks.back());
        return body != nullptr ? as<Body>(*body) : nullptr;
    }
};

} // namespace jaipur::client::screen::test
