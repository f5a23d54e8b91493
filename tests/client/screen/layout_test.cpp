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

} // namespace

TEST_CASE("at every size the parts are on the screen and do not overlap") {
    for (int width = 80; width <= 300; width += 3) {
        for (int height = 20; height <= 100; ++height) {
            const TableLayout layout = lay_out({width, height});
            const std::vector<Rect> all = parts(layout);
            INFO(width << " by " << height);
            for (std::size_t i = 0; i < all.size(); ++i) {
                INFO(i);
                REQUIRE(all[i].x >= 0);
                REQUIRE(all[i].y >= 0);
                REQUIRE(all[i].width > 0);
                REQUIRE(all[i].height > 0);
                REQUIRE(all[i].x + all[i].width <= width);
                REQUIRE(all[i].y + all[i].height <= height);
                for (std::size_t j = 0; j < i; ++j)
                    REQUIRE(!overlap(all[i], all[j]));
            }
            REQUIRE(5 * layout.card.width + 6 <= layout.market.width); // and the deck
            REQUIRE(7 * layout.card.width + 12 <= layout.hand.width);  // and the herd
            if (layout.upper_card.height > 0)
                REQUIRE(layout.upper.height >= 1 + layout.upper_card.height + 2);
            REQUIRE(layout.piles.height >= 10);
            REQUIRE(layout.log.height >= 3);
        }
    }
}
