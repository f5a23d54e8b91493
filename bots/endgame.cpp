#include "bots/endgame.hpp"

#include "bots/counting.hpp"
#include "bots/tree.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace jaipur::bots {

namespace {

constexpr double share_of_budget = 0.2;
constexpr int most_positions = 100'000; // in memory
constexpr int between_looks = 4;        // positions; each takes about 10 µs, a look less than one
constexpr double lost = 1e-9, sure = 1 - lost; // with a margin for rounding
// Tokens, cards or exchanges. Farther away, too few positions can be solved.
constexpr int near_end = 2;

// The budget of one solution.
class Effort {
  public:
    explicit Effort(const std::function<double()>& progress)
        : progress_(progress), limit_(std::min(progress() + share_of_budget, 1.0)) {}

    bool go_on() {
        ++positions_;
        return positions_ <= most_positions &&
               (positions_ % between_looks != 0 || progress_() < limit_);
    }

  private:
    const std::function<double()>& progress_;
    double limit_;
    int positions_ = 0;
};

enum class Drawn { AtWorst, AtBest }; // as the player to move sees it

Draws draws(const UnknownBonuses& bonuses, Drawn drawn) {
    Draws result;
    for (const BonusTier tier : all_bonus_tiers)
        if (const auto values = bonuses.values(tier); !values.empty()) {
            const bool worst = drawn == Drawn::AtWorst;
            result[Seat::Zero][tier] = worst ? values[0] : values.back();
            result[Seat::One][tier] = worst ? values.back() : values[0];
        }
    return result;
}

// How many tokens, cards or exchanges are left until the round can end (R14 to R15a).
int until_end(const Turn& turn) {
    auto piles = turn.goods_tokens.values;
    std::ranges::sort(piles);
    const int tokens = std::accumulate(piles.begin(), piles.begin() + empty_piles_until_end, 0);
    return std::min({tokens, turn.deck + 1, exchanges_until_stalled - turn.exchanges_in_a_row});
}

// What the opponent's tokens may be worth.
struct Range {
    int least = 0, most = 0;
};

Range hidden_worth(const Position& position) {
    Range range;
    for (const BonusTier tier : all_bonus_tiers) {
        const auto values = position.bonuses.values(tier);
        for (std::size_t i = 0; i < position.purses.theirs.hidden[tier]; ++i) {
            range.least += values[i];
            range.most += values[values.size() - 1 - i];
        }
    }
    return range;
}

// Bonus tokens only shift what a player is ahead by, and being further ahead is never worse. So a
// way to play that is good enough if the opponent's tokens are worth `worth` is at least as good if
// they are worth less, without knowing it. That makes a lower bound; an upper one likewise.
class Endgame {
  public:
    Endgame(const Position& position, Effort& effort)
        : position_(position), range_(hidden_worth(position)),
          at_worst_(draws(position.bonuses, Drawn::AtWorst), [&] { return effort.go_on(); }),
          at_best_(draws(position.bonuses, Drawn::AtBest), [&] { return effort.go_on(); }) {}

    std::optional<Solution> solve() {
        const auto [action, chance] = at_worst_.best(with(range_.most), {sure, 1});
        if (gave_up())
            return std::nullopt;
        if (chance > sure)
            return Solution{action, 1};
        if (position_.mine.hidden > 0 || at_best_.best(with(range_.least), {0, lost}).chance < lost)
            return std::nullopt;
        const Solution low = lower_bound();
        if (low.chance < lost || low.chance < sure * upper_bound() || gave_up())
            return std::nullopt;
        return low;
    }

  private:
    bool gave_up() const { return at_worst_.gave_up() || at_best_.gave_up(); }

    Position with(int worth) const {
        Position known = position_;
        known.purses.theirs.bonuses += worth;
        known.purses.theirs.hidden = {};
        return known;
    }

    // How likely the opponent's tokens are worth less than this.
    double likelihood_below(int worth) const {
        return position_.bonuses.odds(worth, {}, position_.purses.theirs.hidden).more;
    }

    Solution lower_bound() {
        Solution bound;
        for (int worth = range_.most; worth >= range_.least; --worth) {
            const double likely = likelihood_below(worth + 1);
            if (likely <= bound.chance || gave_up())
                break;
            const auto [action, chance] = at_worst_.best(with(worth), {bound.chance / likely, 1});
            if (likely * chance > bound.chance)
                bound = {action, likely * chance};
        }
        return bound;
    }

    double upper_bound() {
        double bound = 1;
        for (int worth = range_.least; worth <= range_.most; ++worth) {
            const double below = likelihood_below(worth);
            if (below >= bound || gave_up())
                break;
            const double high = (bound - below) / (1 - below);
            bound =
                std::min(bound, below + (1 - below) * at_best_.best(with(worth), {0, high}).chance);
        }
        return bound;
    }

    Position position_;
    Range range_;
    Tree at_worst_, at_best_;
};

// With both hands known, if the player can know the opponent's.
std::optional<Position> with_known_hands(Position position) {
    int unseen = 0;
    for (const Good good : all_goods)
        unseen += position.unseen[card_of(good)];
    if (position.theirs.hidden > 0) {
        if (position.theirs.hidden != unseen)
            return std::nullopt;
        for (const Good good : all_goods)
            add(position.theirs.known[good], std::exchange(position.unseen[card_of(good)], 0));
        position.theirs.hidden = 0;
        unseen = 0;
    }
    // The opponent knows which goods are left, too.
    if (unseen == 0)
        position.mine = {position.turn.hand, 0, position.turn.herd};
    return position;
}

} // namespace

std::optional<Solution> solve_endgame(const Position& position,
                                      const std::function<double()>& progress) {
    const auto known = with_known_hands(position);
    if (!known || until_end(position.turn) > near_end)
        return std::nullopt;
    Effort effort(progress);
    return Endgame(*known, effort).solve();
}

} // namespace jaipur::bots
