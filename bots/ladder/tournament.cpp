#include "bots/ladder/tournament.hpp"

#include "bots/random.hpp"
#include "bots/world.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <exception>
#include <mutex>
#include <span>
#include <thread>
#include <utility>

namespace jaipur::bots::ladder {

namespace {

constexpr double in_95_of_100 = 1.96; // standard errors

using Pair = std::array<Played, 2>; // the first player moves first, and second

// The deals of one pair of players, shared out among threads.
class Work {
  public:
    Work(const Entrant& one, const Entrant& two, const Schedule& schedule)
        : one_(one), two_(two), schedule_(schedule),
          played_(static_cast<std::size_t>(schedule.deals)) {}

    std::vector<Pair> run() {
        {
            std::vector<std::jthread> threads;
            for (int i = 0; i < schedule_.threads; ++i)
                threads.emplace_back([this] { work(); });
        }
        if (failed_)
            std::rethrow_exception(failed_);
        played_.resize(std::min(next_.load(), played_.size()));
        return std::move(played_);
    }

  private:
    void work() try {
        const auto one = one_.make(), two = two_.make();
        while (schedule_.stop == nullptr || !*schedule_.stop) {
            const std::size_t deal = next_++;
            if (deal >= played_.size())
                break;
            RoundSetup setup;
            setup.judge = schedule_.judge;
            Dice dice(schedule_.seed + deal);
            setup.deal = shuffled_deal(dice);
            setup.seeds = {dice(), dice()};
            for (const Seat seat : all_seats) {
                setup.first = seat;
                played_[deal][index(seat)] = play_round(setup, *one, *two);
            }
            tell();
        }
    } catch (...) {

        const std::lock_guard lock(mutex_);
        failed_ = std::current_exception();
        next_ = played_.size();
    }

    void tell() {
        const std::lock_guard lock(mutex_);
        ++done_;
        if (schedule_.progress)
            schedule_.progress(done_, schedule_.deals);
    }

    const Entrant& one_;
    const Entrant& two_;
    const Schedule& schedule_;
    std::vector<Pair> played_;
    std::atomic<std::size_t> next_ = 0;
    std::mutex mutex_;
    std::exception_ptr failed_;
    int done_ = 0;
};

// How much of the luck to subtract for the smallest variance.
double share_of_luck(std::span<const DealResult> results) {
    Mean won, luck;
    double products = 0;
    for (const DealResult& each : results) {
        won.add(each.won);
        luck.add(each.luck);
        products += each.won * each.luck;
    }
    const double together = products - won.sum * luck.mean();
    const double alone = luck.squares - luck.sum * luck.mean();
    return alone > 0 ? std::clamp(together / alone, 0.0, 1.0) : 0;
}

} // namespace

void Mean::add(double number) {
    sum += number;
    squares += number * number;
    ++count;
}

double Mean::mean() const {
    return count > 0 ? sum / count : 0;
}

double Mean::variance() const {
    return count > 1 ? std::max(squares - sum * sum / count, 0.0) / (count - 1) : 0;
}

double Mean::error() const {
    return count > 0 ? in_95_of_100 * std::sqrt(variance() / count) : 0;
}

void Encounter::add(const Played& as_starter, const Played& as_second) {
    won.add((as_starter.won + as_second.won) / 2);
    results.push_back(
        {(as_starter.won + as_second.won) / 2, (as_starter.luck + as_second.luck) / 2});
    by_start[0].add(as_starter.won);
    by_start[1].add(as_second.won);
    for (const Played* round : {&as_starter, &as_second}) {
        for (std::size_t who = 0; who < efforts.size(); ++who) {
            efforts[who].add(round->efforts[who]);
            actions += round->efforts[who].moves;
        }
        stalled += round->by == EndReason::Stalled ? 1 : 0;
        if (round->failed) {
            ++faults[*round->failed];
            last_fault[*round->failed] = round->fault;
        }
    }
}

double Encounter::error() const {
    constexpr double squared = in_95_of_100 * in_95_of_100;
    const bool one_won_all = won.sum == 0 || won.sum == won.count;
    return one_won_all && won.count > 0 ? squared / (won.count + squared) : won.error();
}

Mean Encounter::adjusted() const {
    Mean all;
    const std::span<const DealResult> whole(results);
    const auto middle = results.size() / 2;
    const auto first = whole.first(middle), second = whole.subspan(middle);
    for (const auto& [half, other] : {std::pair(first, second), std::pair(second, first)})
        for (const double factor = share_of_luck(other); const DealResult& each : half)
            all.add(each.won - factor * each.luck);
    return all;
}

// The loser of a round starts the next one.
double Encounter::matches() const {
    const double starting = by_start[0].mean(), following = by_start[1].mean();
    const double from_one_all_lost = starting; // we lost the second round, so we start the third
    const double from_one_all_won = following; // we won it
    const double after_win = following + (1 - following) * from_one_all_lost;
    const double after_loss = starting * from_one_all_won;
    const auto match = [&](double first) { return first * after_win + (1 - first) * after_loss; };
    return (match(starting) + match(following)) / 2;
}

Encounter play(const Entrant& one, const Entrant& two, const Schedule& schedule) {
    Encounter encounter;
    for (const auto& [as_starter, as_second] : Work(one, two, schedule).run())
        encounter.add(as_starter, as_second);
    return encounter;
}

} // namespace jaipur::bots::ladder
