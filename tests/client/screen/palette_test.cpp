#include "client/console/screen/palette.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

using namespace jaipur::client::screen;

namespace {

// WCAG 2: https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio
double luminance(Rgb colour) {
    const auto linear = [](std::uint8_t part) {
        const double value = part / 255.0;
        return value <= 0.04045 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * linear(colour.red) + 0.7152 * linear(colour.green) +
           0.0722 * linear(colour.blue);
}

double contrast(Rgb a, Rgb b) {
    const auto [least, most] = std::minmax({luminance(a), luminance(b)});
    return (most + 0.05) / (least + 0.05);
}

// One of xterm's 256 colours: a cube of 6 by 6 by 6, then greys.
Rgb exact(std::uint8_t index) {
    REQUIRE(index >= 16); // the first ones differ between terminals
    if (index >= 232) {
        const auto grey = static_cast<std::uint8_t>(8 + 10 * (index - 232));
        return {grey, grey, grey};
    }
    const auto level = [](int number) {
        return static_cast<std::uint8_t>(number == 0 ? 0 : 55 + 40 * number);
    };
    const int cube = index - 16;
    return {level(cube / 36), level(cube / 6 % 6), level(cube % 6)};
}

// Frames are lines, not letters.
std::vector<Style> styles_of_letters() {
    std::vector<Style> styles;
    for (int ink = 0; ink < static_cast<int>(Ink::Count); ++ink)
        for (Look look : {Look::Plain, Look::Strong, Look::Card, Look::Filled})
            if (static_cast<Ink>(ink) != Ink::Frame)
                styles.push_back({static_cast<Ink>(ink), look});
    for (Ink ink : {Ink::Text, Ink::Quiet, Ink::Title, Ink::Yes, Ink::Warn})
        styles.push_back({ink, Look::Bar});
    return styles;
}

} // namespace

TEST_CASE("letters have a contrast of 4.5 to 1 in both themes, with 256 colours and more") {
    for (Theme theme : {Theme::Dark, Theme::Light})
        for (Style style : styles_of_letters()) {
            INFO(static_cast<int>(theme)
                 << " " << static_cast<int>(style.ink) << " " << static_cast<int>(style.look));
            const auto [letters, ground] = shades_of(style, theme);
            CHECK(contrast(letters.exact, ground.exact) >= 4.5);
            CHECK(contrast(exact(letters.index), exact(ground.index)) >= 4.5);
        }
}

TEST_CASE("styles as escape sequences, for each number of colours") {
    const Style gold{Ink::Gold, Look::Strong}, sold{Ink::Camel, Look::Filled};
    CHECK(selecting(gold, Depth::True, Theme::Dark) == "\x1b[0;1;38;2;240;189;69;48;2;29;21;15m");
    CHECK(selecting(gold, Depth::Many, Theme::Dark) == "\x1b[0;1;38;5;220;48;5;234m");
    CHECK(selecting(gold, Depth::Many, Theme::Light) == "\x1b[0;1;38;5;58;48;5;231m");
    CHECK(selecting(gold, Depth::Few, Theme::Dark) == "\x1b[0;1;33m");
    CHECK(selecting(gold, Depth::None, Theme::Dark) == "\x1b[0;1m");
    // Gold is bright yellow, camels the other yellow; a picked card is reversed.
    CHECK(selecting(sold, Depth::Few, Theme::Dark) == "\x1b[0;7;33m");
    CHECK(selecting(sold, Depth::None, Theme::Dark) == "\x1b[0;7m");
    CHECK(selecting(quiet, Depth::Few, Theme::Dark) == "\x1b[0;2m");
    // White letters would be invisible on a light background.
    CHECK(selecting({Ink::Silver}, Depth::Few, Theme::Dark) == "\x1b[0;37m");
    CHECK(selecting({Ink::Silver}, Depth::Few, Theme::Light) == "\x1b[0m");
}

TEST_CASE("how many colours a terminal has") {
    CHECK(depth_of(-1, "") == Depth::None);
    CHECK(depth_of(8, "") == Depth::Few);
    CHECK(depth_of(16, "") == Depth::Few);
    CHECK(depth_of(256, "") == Depth::Many);
    CHECK(depth_of(256, "truecolor") == Depth::True);
    CHECK(depth_of(8, "24bit") == Depth::True);
    CHECK(depth_of(0, "truecolor") == Depth::None);
    CHECK(depth_of(256, "yes") == Depth::Many);
}

TEST_CASE("the theme follows the terminal's background") {
    CHECK(theme_of_answer("]11;rgb:ffff/ffff/dddd") == Theme::Light);
    CHECK(theme_of_answer("]11;rgb:1e1e/1e/1") == Theme::Dark);
    CHECK(theme_of_answer("]11;rgba:f0/f0/f0/ff") == Theme::Light);
    for (const char* wrong : {"", "]11;", "]11;rgb:", "]11;rgb:ffff/ffff", "]11;rgb:xyz/0/0",
                              "]11;rgb:12345/0/0", "]10;rgb:0/0/0", "]11;?"}) {
        INFO(wrong);
        CHECK(theme_of_answer(wrong) == std::nullopt);
    }
    CHECK(theme_of_colorfgbg("0;15") == Theme::Light);
    CHECK(theme_of_colorfgbg("0;default;7") == Theme::Light);
    CHECK(theme_of_colorfgbg("15;0") == Theme::Dark);
    CHECK(theme_of_colorfgbg("15;default") == std::nullopt);
    CHECK(theme_of_colorfgbg("") == std::nullopt);
}
