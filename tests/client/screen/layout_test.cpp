#include "client/console/screen/draw.hpp"
#include "client/console/screen/layout.hpp"

#include <doctest/doctest.h>

#include <array>
#include <vector>

using namespace jaipur::client::screen;

namespace {

std::vector<Rect> parts(const TableLayout& layout) {
    return {layout.upper, layout.market_rule, layout.market, layout.piles,
            layout.lower, layout.hand,        layout.advice, layout.log};
}

bool overlap(const Rect& a, const Rect& b) {
    return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height &&
           b.y < a.y + a.height;
}

void check(Size body, Size screen) {
    const TableLayout layout = lay_out(body, screen);
    const bool is_full = layout.density == Density::Full;
    const std::vector<Rect> all = parts(layout);
    for (std::size_t i = 0; i < all.size(); ++i) {
        INFO(i);
        REQUIRE(all[i].x >= 0);
        REQUIRE(all[i].y >= 0);
        REQUIRE((all[i].width > 0 || i == 1)); // only full tables have a rule above the market
        REQUIRE((all[i].height > 0 || i == 1));
        REQUIRE(all[i].x + all[i].width <= body.width);
        REQUIRE(all[i].y + all[i].height <= body.height);
        for (std::size_t j = 0; j < i; ++j)
            REQUIRE(!overlap(all[i], all[j]));
    }
    REQUIRE(layout.market_card.height >= 3);
    REQUIRE(layout.card.height >= 3);
    REQUIRE(5 * layout.market_card.width + (is_full ? 6 : 0) <=
            layout.market.width); // and the deck
    if (is_full)
        REQUIRE(7 * layout.card.width + 12 <= layout.hand.width); // and the herd
    if (layout.upper_card.height > 0)
        REQUIRE(layout.upper.height >= 1 + layout.upper_card.height + 2);
    REQUIRE(layout.piles.height >= (is_full ? 10 : 3));
}

} // namespace

TEST_CASE("at every size the parts are on the screen and do not overlap") {
    for (int width = smallest.width; width <= 300; width += width < 90 ? 1 : 3) {
        for (int height = smallest.height; height <= 100; ++height) {
            for (int bars = 2; bars <= 5; ++bars) {
                INFO(width << " by " << height << " without " << bars);
                check({width, height - bars}, {width, height});
            }
        }
    }
}

TEST_CASE("cards keep their places while the bar of keys grows") {
    for (int width : {60, 70, 79, 100})
        for (int height = smallest.height; height <= 21; ++height) {
            const TableLayout one = lay_out({width, height - 2}, {width, height});
            const TableLayout three = lay_out({width, height - 4}, {width, height});
            CHECK(one.hand.y == three.hand.y);
            CHECK(one.hand.height == three.hand.height);
        }
}
