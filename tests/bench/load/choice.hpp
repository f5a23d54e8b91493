// Random legal actions, found in the text of a view.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <random>
#include <string>
#include <string_view>

namespace jaipur::bench {

enum class Kind : std::uint8_t { Take, TakeCamels, Exchange, Sell };
inline constexpr std::array all_kinds{Kind::Take, Kind::TakeCamels, Kind::Exchange, Kind::Sell};

struct Choice {
    Kind kind;
    std::string action; // JSON
};

// First draws the kind of action, among those that are legal, then the action. If all actions were
// equally likely, four of five would be exchanges, and rounds would only end because of them. Every
// legal action can be drawn.
class Chooser {
  public:
    explicit Chooser(std::uint32_t seed = 1) : random_(seed) {}

    // Nothing if nothing is legal.
    std::optional<Choice> choose(std::string_view view);

  private:
    std::size_t below(std::size_t count);
    std::string draw(Kind kind, std::string_view view);
    std::string draw_take(std::string_view legal);
    std::string draw_sale(std::string_view legal);
    std::string draw_exchange(std::string_view view);

    std::minstd_rand random_; // small and fast: each choice needs a few numbers
};

// A request that plays it at the ply of this view.
std::string move_request(std::string_view view, const Choice& choice, std::uint64_t id);

} // namespace jaipur::bench
