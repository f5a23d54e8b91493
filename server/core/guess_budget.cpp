#include "server/core/guess_budget.hpp"

#include <algorithm>
#include <limits>

namespace jaipur::server::core {

namespace {

constexpr std::array<int, 2> network_bits{56, 48};
constexpr std::array per_hour{&Limits::wrong_joins_per_56, &Limits::wrong_joins_per_48};

constexpr double seconds_per_hour = 3600;

// The slow lane of an address: guesses at once, and per hour over time.
constexpr int slow_burst = 40;
constexpr double slow_per_hour = 15;
// Of these, for sessions that have made no wrong guess.
constexpr int kept_for_newcomers = 10;

// What an address must leave of each total to others: this many slow guesses for each wrong one
// that it made lately, up to a quarter of the total. More would lock out others who share it.
constexpr int kept_for_one_wrong = 2;
constexpr int most_kept = 4; // this part of the total
// As long as the totals need to fill up again.
constexpr milliseconds lately = std::chrono::hours{1};

TokenBucket hourly(int guesses, Time now) {
    return {guesses, guesses / seconds_per_hour, now};
}

} // namespace

GuessBudget::GuessBudget(const Limits& limits)
    : limits_(limits), server_(hourly(limits.wrong_joins_in_total, {})) {}

std::optional<GuessPass> GuessBudget::take(const Address& from, Time now) {
    constexpr auto lane = GuessPass::Lane::Fast;
    if (!is_limited())
        return GuessPass{from, now, lane};
    Account& known = account(from, now);
    const auto at = known.fast.take(now);
    if (!at)
        return std::nullopt;
    if (take_from_totals(from, lane, now))
        return hand_out({from, *at, lane}, now);
    known.fast.give_back(*at);
    return std::nullopt;
}

std::optional<GuessPass> GuessBudget::take_slowly(const Address& from, Time now) {
    constexpr auto lane = GuessPass::Lane::Slow;
    if (!is_limited())
        return GuessPass{from, now, lane};
    Account& known = account(from, now);
    if (!known.slow.has(now) || !take_from_totals(from, lane, now))
        return std::nullopt;
    known.slow.take(now);
    return hand_out({from, now, lane}, now);
}

bool GuessBudget::may_guess_slowly(const Address& from, bool had_wrong_guess, Time now) const {
    const Account* known = accounts_.find(from);
    if (!is_limited())
        return true;
    if (known && !known->slow.has(now, had_wrong_guess ? kept_for_newcomers : 0))
        return false;
    if (from.kind == Address::Kind::V6)
        for (std::size_t level = 0; level < networks_.size(); ++level) {
            const Network* around = networks_[level].find(from.within(network_bits[level]));
            const int most = limits_.*per_hour[level];
            if (around && !around->guesses.has(now, kept(from, GuessPass::Lane::Slow, most, now)))
                return false;
        }
    return true;
}

// How much of a total this address may not use. Fast guesses leave half of it to slow lanes.
int GuessBudget::kept(const Address& from, GuessPass::Lane lane, int total, Time now) const {
    if (lane == GuessPass::Lane::Fast)
        return total / 2;
    const Account* known = accounts_.find(from);
    const int wrong = known ? known->wrong.count(now) + known->checked.unchecked : 0;
    return std::min(kept_for_one_wrong * wrong, total / most_kept);
}

// Takes one from the networks and the server, if each has one for this address.
bool GuessBudget::take_from_totals(const Address& from, GuessPass::Lane lane, Time now) {
    const int in_total = limits_.wrong_joins_in_total;
    if (!server_.has(now, kept(from, lane, in_total, now)))
        return false;
    if (from.kind == Address::Kind::V6) {
        for (std::size_t level = 0; level < networks_.size(); ++level)
            if (!network(level, from, now)
                     .guesses.has(now, kept(from, lane, limits_.*per_hour[level], now)))
                return false;
        for (std::size_t level = 0; level < networks_.size(); ++level)
            network(level, from, now).guesses.take(now);
    }
    return server_.take(now);
}

GuessPass GuessBudget::hand_out(const GuessPass& pass, Time now) {
    ++account(pass.from, now).checked.unchecked;
    if (pass.from.kind == Address::Kind::V6)
        ++network(networks_.size() - 1, pass.from, now).checked.unchecked;
    return pass;
}

void GuessBudget::take_back(const GuessPass& pass, Time last_wrong, Time now) {
    const auto check = [last_wrong](Checked& checked) {
        --checked.unchecked;
        checked.last_wrong = std::max(checked.last_wrong, last_wrong);
    };
    check(account(pass.from, now).checked);
    if (pass.from.kind == Address::Kind::V6)
        check(network(networks_.size() - 1, pass.from, now).checked);
}

void GuessBudget::give_back(const GuessPass& pass, Time now) {
    if (!is_limited())
        return;
    take_back(pass, {}, now);
    Account& known = account(pass.from, now);
    if (pass.lane == GuessPass::Lane::Fast)
        known.fast.give_back(pass.at);
    else
        known.slow.give_back(now);
    if (pass.from.kind == Address::Kind::V6)
        for (std::size_t level = 0; level < networks_.size(); ++level)
            network(level, pass.from, now).guesses.give_back(now);
    server_.give_back(now);
}

void GuessBudget::wrong(const GuessPass& pass, Time now) {
    if (!is_limited())
        return;
    take_back(pass, now, now);
    account(pass.from, now).wrong.take(now);
}

Address GuessBudget::network_of(const Address& from) {
    return from.kind == Address::Kind::V6 ? from.within(network_bits.back()) : from;
}

Time GuessBudget::last_wrong(const Address& from) const {
    const Account* known = accounts_.find(from);
    return known ? known->checked.wrong() : Time{};
}

Time GuessBudget::last_wrong_of_network(const Address& from) const {
    if (from.kind != Address::Kind::V6)
        return last_wrong(from);
    const Network* known = networks_.back().find(network_of(from));
    return known ? known->checked.wrong() : Time{};
}

std::size_t GuessBudget::size() const {
    return accounts_.size() + networks_.front().size() + networks_.back().size();
}

GuessBudget::Account& GuessBudget::account(const Address& from, Time now) {
    const auto make = [&] {
        return Account{SlidingWindow(limits_.wrong_joins, limits_.wrong_joins_window),
                       TokenBucket(slow_burst, slow_per_hour / seconds_per_hour, now),
                       SlidingWindow(std::numeric_limits<int>::max(), lately),
                       {}};
    };
    return accounts_.of(from, now, make);
}

GuessBudget::Network& GuessBudget::network(std::size_t level, const Address& from, Time now) {
    const auto make = [&] { return Network{hourly(limits_.*per_hour[level], now), {}}; };
    return networks_[level].of(from.within(network_bits[level]), now, make);
}

} // namespace jaipur::server::core
