#include "bots/ladder/rating.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

namespace jaipur::bots::ladder {

namespace {

const double points = 400 / std::log(10.0); // of Elo, for 1 of a logit

using Row = std::vector<double>;
using Matrix = std::vector<Row>;

// Gauss-Jordan elimination.
Matrix inverse(Matrix from) {
    const std::size_t size = from.size();
    Matrix to(size, Row(size));
    for (std::size_t i = 0; i < size; ++i)
        to[i][i] = 1;
    for (std::size_t i = 0; i < size; ++i) {
        std::size_t best = i;
        for (std::size_t row = i; row < size; ++row)
            if (std::abs(from[row][i]) > std::abs(from[best][i]))
                best = row;
        if (std::abs(from[best][i]) < 1e-12)
            throw std::runtime_error("the encounters don't connect all players");
        std::swap(from[i], from[best]);
        std::swap(to[i], to[best]);
        const double scale = from[i][i];
        for (std::size_t k = 0; k < size; ++k) {
            from[i][k] /= scale;
            to[i][k] /= scale;
        }
        for (std::size_t row = 0; row < size; ++row) {
            if (row == i)
                continue;
            const double times = from[row][i];
            for (std::size_t k = 0; k < size; ++k) {
                from[row][k] -= times * from[i][k];
                to[row][k] -= times * to[i][k];
            }
        }
    }
    return to;
}

double likely(double logit) {
    return 1 / (1 + std::exp(-logit));
}

// A player who won every round is rated as if half of another round were lost.
Comparison within(Comparison each) {
    const double least = 0.5 / (each.rounds + 1);
    each.share = std::clamp(each.share, least, 1 - least);
    each.variance = std::max(each.variance, least * (1 - least) / each.rounds);
    return each;
}

class Fit {
  public:
    Fit(std::size_t players, std::span<const Comparison> comparisons) : logits_(players) {
        for (const Comparison& each : comparisons)
            comparisons_.push_back(within(each));
    }

    std::vector<Rating> run() {
        for (int i = 0; i < 50; ++i)
            improve();
        const Matrix inverted = inverse(curvature());
        std::vector<Rating> ratings(logits_.size());
        for (std::size_t i = 0; i < ratings.size(); ++i) {
            constexpr double in_95_of_100 = 1.96;
            ratings[i].elo = points * logits_[i];
            if (i > 0)
                ratings[i].error = points * in_95_of_100 * std::sqrt(variance(inverted[i - 1]));
        }
        return ratings;
    }

  private:
    double expected(const Comparison& each) const {
        return likely(logits_[each.one] - logits_[each.two]);
    }

    // Adds to each player's cell but the first one's, which stays where it is.
    static void add(Row& to, std::size_t player, double number) {
        if (player > 0)
            to[player - 1] += number;
    }

    // Newton's step, shortened so that it can't run away.
    void improve() {
        Row slope(logits_.size() - 1);
        for (const Comparison& each : comparisons_) {
            const double more = each.rounds * (each.share - expected(each));
            add(slope, each.one, more);
            add(slope, each.two, -more);
        }
        const Matrix inverted = inverse(curvature());
        for (std::size_t i = 0; i < slope.size(); ++i) {
            double step = 0;
            for (std::size_t k = 0; k < slope.size(); ++k)
                step += inverted[i][k] * slope[k];
            logits_[i + 1] += std::clamp(step, -2.0, 2.0);
        }
    }

    Matrix curvature() const {
        Matrix matrix(logits_.size() - 1, Row(logits_.size() - 1));
        for (const Comparison& each : comparisons_) {
            const double p = expected(each), weight = each.rounds * p * (1 - p);
            for (const auto& [row, sign] : {std::pair(each.one, 1), std::pair(each.two, -1)})
                if (row > 0) {
                    add(matrix[row - 1], each.one, sign * weight);
                    add(matrix[row - 1], each.two, -sign * weight);
                }
        }
        return matrix;
    }

    // Of a logit that depends on the slopes by this row.
    double variance(const Row& row) const {
        double sum = 0;
        for (const Comparison& each : comparisons_) {
            const double by =
                (each.one > 0 ? row[each.one - 1] : 0) - (each.two > 0 ? row[each.two - 1] : 0);
            sum += by * by * each.rounds * each.rounds * each.variance;
        }
        return sum;
    }

    std::vector<double> logits_;
    std::vector<Comparison> comparisons_;
};

} // namespace

double elo(double share) {
    constexpr double least = 1e-4;
    const double clamped = std::clamp(share, least, 1 - least);
    return points * std::log(clamped / (1 - clamped));
}

std::vector<Rating> rate(std::size_t players, std::span<const Comparison> comparisons) {
    return Fit(players, comparisons).run();
}

} // namespace jaipur::bots::ladder
