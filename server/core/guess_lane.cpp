#include "server/core/guess_lane.hpp"

#include <algorithm>
#include <tuple>

namespace jaipur::server::core {

namespace {

constexpr std::size_t most = 256;
constexpr std::ptrdiff_t most_of_address = 4;

// Before each guess of an address.
constexpr milliseconds pause{500};
// How long a guess may wait while the server's budget is used up, and how often to look.
constexpr milliseconds patience{3000};
constexpr milliseconds look_again{250};

} // namespace

std::optional<SessionId> GuessLane::add(const Guesser& guesser, Time now,
                                        const GuessBudget& budget) {
    const auto before = std::ranges::count_if(
        waiting_, [&](const Waiting& waiting) { return waiting.guesser.from == guesser.from; });
    waiting_.push_back({guesser, std::max(now, looked_at_)}); // requests may have waited before
    if (before >= most_of_address)
        return take(newest_of(guesser.from));
    if (waiting_.size() > most)
        return take(one_too_many(budget));
    return std::nullopt;
}

void GuessLane::remove(SessionId session) {
    const auto found = std::ranges::find(
        waiting_, session, [](const Waiting& waiting) { return waiting.guesser.session; });
    if (found != waiting_.end())
        take(static_cast<std::size_t>(found - waiting_.begin()));
}

std::optional<GuessLane::Turn> GuessLane::next(Time now, GuessBudget& budget) {
    looked_at_ = std::max(looked_at_, now);
    std::vector<std::tuple<Time, Time, bool, std::size_t>> due;
    for (std::size_t place = 0; place < waiting_.size(); ++place) {
        const Guesser& guesser = waiting_[place].guesser;
        if (turn_of(waiting_[place]) <= now)
            due.emplace_back(budget.last_wrong_of_network(guesser.from),
                             budget.last_wrong(guesser.from), guesser.had_wrong_guess, place);
    }
    std::ranges::sort(due);
    for (const auto& entry : due) {
        const std::size_t place = std::get<std::size_t>(entry);
        const auto [guesser, since] = waiting_[place];
        if (!budget.may_guess_slowly(guesser.from, guesser.had_wrong_guess, now))
            return Turn{take(place), std::nullopt};
        if (const auto pass = budget.take_slowly(guesser.from, now)) {
            last_turn_[guesser.from] = now;
            return Turn{take(place), pass};
        }
        if (now - since >= patience)
            return Turn{take(place), std::nullopt};
    }
    return std::nullopt;
}

std::optional<Time> GuessLane::deadline() const {
    std::optional<Time> first;
    for (const Waiting& waiting : waiting_) {
        Time at = turn_of(waiting);
        if (at <= looked_at_) // it waits for the server's budget
            at = looked_at_ + look_again;
        first = first ? std::min(*first, at) : at;
    }
    return first;
}

std::optional<SessionId> GuessLane::pop() {
    if (waiting_.empty())
        return std::nullopt;
    return take(0);
}

Time GuessLane::turn_of(const Waiting& waiting) const {
    const auto last = last_turn_.find(waiting.guesser.from);
    return pause +
           (last == last_turn_.end() ? waiting.since : std::max(waiting.since, last->second));
}

// Of those from this address that have guessed wrong, if any.
std::size_t GuessLane::newest_of(const Address& from) const {
    std::tuple<bool, std::size_t> newest{};
    for (std::size_t place = 0; place < waiting_.size(); ++place)
        if (const Guesser& guesser = waiting_[place].guesser; guesser.from == from)
            newest = std::max(newest, {guesser.had_wrong_guess, place});
    return std::get<std::size_t>(newest);
}

// The newest of the network that has most; of several such, of the one that guessed wrong last.
std::size_t GuessLane::one_too_many(const GuessBudget& budget) const {
    std::unordered_map<Address, std::size_t> sizes;
    for (const Waiting& waiting : waiting_)
        ++sizes[GuessBudget::network_of(waiting.guesser.from)];
    std::tuple<std::size_t, Time, std::size_t> worst{};
    for (std::size_t place = 0; place < waiting_.size(); ++place) {
        const Address& from = waiting_[place].guesser.from;
        worst = std::max(worst, {sizes[GuessBudget::network_of(from)],
                                 budget.last_wrong_of_network(from), place});
    }
    return std::get<2>(worst);
}

SessionId GuessLane::take(std::size_t place) {
    const Guesser taken = waiting_[place].guesser;
    waiting_.erase(waiting_.begin() + static_cast<std::ptrdiff_t>(place));
    const bool others = std::ranges::any_of(
        waiting_, [&](const Waiting& waiting) { return waiting.guesser.from == taken.from; });
    if (!others)
        last_turn_.erase(taken.from);
    return taken.session;
}

} // namespace jaipur::server::core
