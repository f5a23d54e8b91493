#include "client/console/screen/canvas.hpp"
#include "tests/client/screen/golden.hpp"

#include <doctest/doctest.h>

using namespace jaipur::client::screen;
using namespace jaipur::client::screen::test;

TEST_CASE("nothing is drawn outside of an area") {
    Canvas canvas({10, 3}, Charset::Utf8);
    Area all(canvas);
    Area part = all.part({2, 1, 4, 1});
    part.put(0, 0, "abcdefgh");
    part.put(0, 1, "below");
    part.put(0, -1, "above");
    part.put(-1, 0, "left");
    CHECK(text_of(canvas) == "\n  abcd\n\n");
    all.part({8, 0, 50, 50}).fill({Ink::Title, Look::Filled});
    all.part({50, 50, 5, 5}).put(0, 0, "x");
    all.part({-5, -5, 2, 2}).put(0, 0, "");
    CHECK(text_of(canvas) == "\n  abcd\n\n");
}

TEST_CASE("a wide glyph takes two columns or none") {
    Canvas canvas({6, 1}, Charset::Utf8);
    Area all(canvas);
    all.put(0, 0, "王小明x");
    CHECK(text_of(canvas) == "王小明\n"); // no room for the x
    all.put(1, 0, "a");                   // over the right half of the first
    CHECK(text_of(canvas) == " a小明\n");
    all.put(2, 0, "b"); // over the left half of the second
    CHECK(text_of(canvas) == " ab 明\n");
    Canvas narrow({5, 1}, Charset::Utf8);
    Area(narrow).put(0, 0, "王小明");
    CHECK(text_of(narrow) == "王小\n");
}

TEST_CASE("spans, rules, frames") {
    Canvas canvas({12, 4}, Charset::Utf8);
    Area all(canvas);
    all.frame({});
    all.put_centred(1, {{"ab", {Ink::Gold, Look::Plain}}, {"cd", {Ink::Gold, Look::Filled}}});
    all.part({1, 2, 10, 1}).put_right(0, {{"end", {}}});
    CHECK(text_of(canvas) == "╭──────────╮\n"
                             "│   abcd   │\n"
                             "│       end│\n"
                             "╰──────────╯\n");
    CHECK(styles_of(canvas).substr(13, 13) == "....ggGG....\n");
    all.rule(3, "title", {});
    CHECK(text_of(canvas).ends_with("─ title ────\n"));
}

TEST_CASE("an empty canvas can be drawn on") {
    Canvas canvas({0, 0}, Charset::Utf8);
    Area(canvas).put(0, 0, "x");
    Area(canvas).frame({});
    CHECK(text_of(canvas).empty());
}
