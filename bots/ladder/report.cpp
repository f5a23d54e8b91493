#include "bots/ladder/report.hpp"

#include "bots/ladder/plot.hpp"

#include <algorithm>
#include <cstdarg>
#include <cstdio>
#include <string_view>

namespace jaipur::bots::ladder {

namespace {

[[gnu::format(printf, 1, 2)]] std::string words(const char* format, ...) {
    std::string text(500, ' ');
    std::va_list values;
    va_start(values, format);
    const int size = std::vsnprintf(text.data(), text.size(), format, values);
    va_end(values);
    text.resize(static_cast<std::size_t>(std::clamp(size, 0, static_cast<int>(text.size()) - 1)));
    return text;
}

// How many columns this UTF-8 takes. (`printf` counts bytes, and "±" has two.)
std::size_t columns(std::string_view text) {
    const auto begins_letter = [](char byte) { return (byte & 0xc0) != 0x80; };
    return static_cast<std::size_t>(std::ranges::count_if(text, begins_letter));
}

std::string padded(std::string text, std::size_t least) {
    return text.append(least - std::min(columns(text), least), ' ');
}

double percent(double share) {
    return 100 * share;
}

std::string about_faults(const Entrant& player, int rounds, const std::string& last) {
    if (rounds == 0)
        return {};
    return words("  %s lost %d rounds because it had no answer. The last time, %s\n",
                 player.name.c_str(), rounds, last.c_str());
}

// The share of rounds, with its interval.
std::string share_won(const Encounter& each) {
    const double share = each.won.mean(), error = each.error();
    if (share == 0)
        return words("  0.0 %% (at most %.1f %%)", percent(error));
    if (share == 1)
        return words("100.0 %% (at least %.1f %%)", percent(1 - error));
    return words("%5.1f ± %.1f %%", percent(share), percent(error));
}

// The same, without luck. Nothing if nobody judged it.
std::string less_luck(const Encounter& each) {
    const Mean adjusted = each.adjusted();
    if (adjusted.sum != each.won.sum)
        return words("  less luck    %5.1f ± %.1f %%; %.2f times the variance\n",
                     percent(adjusted.mean()), percent(adjusted.error()),
                     adjusted.variance() / each.won.variance());
    const bool was_judged =
        std::ranges::any_of(each.results, [](const DealResult& deal) { return deal.luck != 0; });
    return was_judged ? "  less luck    the same: luck explains no difference between the deals\n"
                      : "";
}

std::string about(const Encounter& each, const Entrant& one, const Entrant& two) {
    std::string text = one.name + " against " + two.name + "\n";
    text += "  rounds       " + share_won(each) + words(" of %d\n", each.rounds());
    text += less_luck(each);
    text += words("  moving first %5.1f %%, second %.1f %%\n", percent(each.by_start[0].mean()),
                  percent(each.by_start[1].mean()));
    text += words("  matches      %5.1f %%, best of three rounds like these\n",
                  percent(each.matches()));
    text += words("  a round has %.1f actions; %.1f %% stall\n",
                  static_cast<double>(each.actions) / each.rounds(),
                  percent(static_cast<double>(each.stalled) / each.rounds()));
    text += about_faults(one, each.faults[0], each.last_fault[0]);
    text += about_faults(two, each.faults[1], each.last_fault[1]);
    return text + "\n";
}

// Whether the encounters say something about all players; not if they were interrupted.
bool connect(std::size_t players, std::span<const Encounter> encounters) {
    std::vector<bool> reached(players);
    reached[0] = true;
    for (std::size_t i = 0; i < players; ++i)
        for (const Encounter& each : encounters)
            if (reached[each.one] || reached[each.two])
                reached[each.one] = reached[each.two] = true;
    return std::ranges::find(reached, false) == reached.end();
}

// Of one player in all encounters.
Effort effort_of(std::size_t player, std::span<const Encounter> encounters) {
    Effort sum;
    for (const Encounter& each : encounters)
        for (std::size_t who = 0; who < each.efforts.size(); ++who)
            if ((who == 0 ? each.one : each.two) == player) {
                sum.add(each.efforts[who]);
            }
    return sum;
}

// The mean loss, the share of best actions, and that of each kind.
std::string about_decisions(const Decisions& decisions) {
    if (decisions.open == 0)
        return {};
    std::string text = words("%6.1f %%%6.0f %%", percent(decisions.loss / decisions.open),
                             percent(static_cast<double>(decisions.best) / decisions.open));
    for (const int kind : decisions.kinds)
        text += words("%8.0f %%", percent(static_cast<double>(kind) / decisions.all()));
    return text;
}

} // namespace

std::vector<Rating> ratings(std::size_t players, std::span<const Encounter> encounters) {
    std::vector<Comparison> comparisons;
    for (const Encounter& each : encounters) {
        const Mean adjusted = each.adjusted();
        const Mean& share = adjusted.variance() < each.won.variance() ? adjusted : each.won;
        comparisons.push_back({each.one, each.two, share.mean(),
                               share.variance() / std::max(share.count, 1), each.rounds()});
    }
    return rate(players, comparisons);
}

std::string table(std::span<const Entrant> players, std::span<const Encounter> encounters) {
    std::string text;
    for (const Encounter& each : encounters)
        text += about(each, players[each.one], players[each.two]);
    if (!connect(players.size(), encounters))
        return text + "Not all players have played, so there is no Elo.\n";
    std::size_t longest = 6;
    for (const Entrant& player : players)
        longest = std::max(longest, columns(player.name));
    const auto rated = ratings(players.size(), encounters);
    text += padded("player", longest) + "     Elo           ms per move";
    text += "    loss    best      take    camels  exchange      sell\n";
    for (std::size_t i = 0; i < players.size(); ++i) {
        const Effort effort = effort_of(i, encounters);
        const std::string error = i == 0 ? "" : words("± %.0f", rated[i].error);
        text += padded(players[i].name, longest) + words("  %+6.0f ", rated[i].elo) +
                padded(error, 10) + words(" %10.3f", effort.ms / std::max(effort.moves, 1)) +
                about_decisions(effort.decisions) + "\n";
    }
    return text;
}

std::string calibration_table(std::span<const Encounter> encounters) {
    Calibration all;
    for (const Encounter& each : encounters)
        for (const Effort& effort : each.efforts)
            all.add(effort.calibration);
    std::string text = "\njudge's chance  positions       mean      won\n";
    for (std::size_t i = 0; i < Calibration::steps; ++i) {
        const Calibration::Step& step = all[i];
        const auto bound = [](std::size_t number) {
            return percent(static_cast<double>(number) / Calibration::steps);
        };
        if (step.positions > 0)
            text += words("%3.0f to %3.0f %%  %11d    %5.1f %%  %5.1f %%\n", bound(i), bound(i + 1),
                          step.positions, percent(step.mean_chance()), percent(step.share_won()));
    }
    return text + words("off by %.1f %% on average\n", percent(all.error()));
}

std::string elo_plot(std::span<const Entrant> players, std::span<const Encounter> encounters) {
    Plot plot{"Strength, with 95 % intervals", "player", "Elo", {}, Plot::Style::Dots};
    const auto rated = ratings(players.size(), encounters);
    for (std::size_t i = 0; i < players.size(); ++i)
        plot.points.push_back(
            {static_cast<double>(i), rated[i].elo, rated[i].error, players[i].name});
    return svg(plot);
}

} // namespace jaipur::bots::ladder
