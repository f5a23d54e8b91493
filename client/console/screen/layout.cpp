#include "client/console/screen/layout.hpp"

#include "common/numbers.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

namespace jaipur::client::screen {

namespace {

constexpr Size upper_card{9, 4};
constexpr int piles_width = 28, least_log_width = 36;
constexpr std::array card_widths{13, 11, 9}; // the widest that fits is used
constexpr int tallest_card_above_the_log = 6;

// Rows of the table besides its cards: traders, rules, advice.
struct Rows {
    int upper = 3, lower = 1, gap = 1, between = 0, advice = 2;

    int all(int card) const { return upper + 1 + card + gap + 1 + card + lower + between + advice; }
};

enum class LogPlace : std::uint8_t { Beside, Below }; // the table

// A full hand, the herd, and gaps.
constexpr int columns_for(int card) {
    return (hand_limit + 1) * card + 8;
}

// Spare rows of the table go to the cards first, then to gaps.
Rows share_out(int height, LogPlace log, TableLayout& layout) {
    Rows rows;
    const bool beside = log == LogPlace::Beside;
    const int tallest_card = beside ? 2 * layout.card.width / 3 + 1 : tallest_card_above_the_log;
    const auto spare = [&] { return height - rows.all(layout.card.height); };
    if (spare() < -2) // the log has two lines left
        rows.gap = 0;
    while (layout.card.height < tallest_card && spare() >= 4)
        ++layout.card.height;
    rows.advice += spare() >= 1;
    if (spare() >= 2)
        rows.upper += 1, rows.lower += 1;
    rows.between += spare() >= 1;
    if (spare() >= upper_card.height) { // the opponent's hand as cards, not as a line
        layout.upper_card = upper_card;
        rows.upper += upper_card.height - 1;
    }
    if (beside && spare() >= 2) {
        rows.gap += 1;
        rows.between += 1;
    }
    return rows;
}

TableLayout lay_out_full(Size body) {
    // If there is room, the log has its own column.
    const bool beside = body.width >= columns_for(card_widths.back()) + least_log_width;
    const int room = body.width - (beside ? least_log_width : 0);
    const int card = *std::find_if(card_widths.begin(), card_widths.end() - 1,
                                   [&](int width) { return columns_for(width) <= room; });
    const int wide = beside ? columns_for(card) : body.width;
    TableLayout layout;
    layout.card = {card, 4};
    const int least_log = 3 + std::max(0, body.height - 21) / 4; // lines below the table
    const int table_height = beside ? body.height : body.height - least_log - 1;

    const Rows rows = share_out(table_height, beside ? LogPlace::Beside : LogPlace::Below, layout);
    layout.market_card = layout.card;
    int y = 0;
    const int left = wide - piles_width - 1;
    layout.upper = {0, y, left, rows.upper};
    y += rows.upper;
    layout.market_rule = {0, y++, left, 1};
    layout.market = {0, y, left, layout.card.height};
    y += layout.card.height + rows.gap;
    layout.lower = {0, y, left, 1 + rows.lower};
    y += 1 + rows.lower;
    layout.piles = {left + 1, 0, piles_width, y};
    layout.hand = {1, y, wide - 2, layout.card.height};
    y += layout.card.height + rows.between;
    layout.advice = {0, y, wide, rows.advice};
    y += rows.advice;
    layout.log = beside ? Rect{wide + 1, 0, body.width - wide - 1, body.height}
                        : Rect{0, y, body.width, body.height - y};
    return layout;
}

// Spare rows go to the cards once the log has three lines, but only those that stay spare if the
// bar of keys grows: cards must not move while the user picks them.
TableLayout lay_out_compact(Size body, Size screen) {
    constexpr int upper = 2, piles = 3, lower = 1, most_keys = 3;
    TableLayout layout;
    layout.density = Density::Compact;
    int card = 3, advice = 3;
    const auto log_of = [&](int height) {
        return height - upper - piles - lower - 2 * card - advice;
    };
    while (card < tallest_card_above_the_log && log_of(screen.height - 1 - most_keys) >= 5)
        ++card;
    if (log_of(body.height) < 1)
        --advice;
    const int log = log_of(body.height);
    const int wide = body.width, slots = static_cast<int>(market_size);
    const auto widest = [&](auto fits) {
        return *std::find_if(card_widths.begin(), card_widths.end() - 1, fits);
    };
    layout.market_card = {widest([&](int width) { return slots * width <= wide; }), card};
    layout.card = {widest([&](int width) { return columns_for(width) <= wide; }), card};
    int y = 0;
    const auto rows = [&](int height) {
        const Rect rect{0, y, wide, height};
        y += height;
        return rect;
    };
    layout.upper = rows(upper);
    layout.market = rows(card);
    layout.piles = rows(piles);
    layout.lower = rows(lower);
    layout.hand = rows(card);
    layout.advice = rows(advice);
    layout.log = rows(log);
    return layout;
}

} // namespace

Density density_of(Size screen) {
    return screen.width < 80 || screen.height < 22 ? Density::Compact : Density::Full;
}

TableLayout lay_out(Size body, Size screen) {
    return density_of(screen) == Density::Full ? lay_out_full(body) : lay_out_compact(body, screen);
}

} // namespace jaipur::client::screen
