#include "client/console/screen/palette.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <system_error>

namespace jaipur::client::screen {

namespace {

// A colour in both themes.
template <class Colour>
struct ByTheme {
    Colour dark, light;

    constexpr const Colour& in(Theme theme) const { return theme == Theme::Dark ? dark : light; }
};

// The game has its own background, so that its colours look alike everywhere. Letters have a
// contrast of at least 4.5 to 1 to what is behind them. In the order of `Ink`.
constexpr std::array<ByTheme<Shade>, static_cast<std::size_t>(Ink::Count)> plain_shades{{
    {{{240, 101, 125}, 203}, {{172, 31, 59}, 124}}, // diamond
    {{{240, 189, 69}, 220}, {{122, 76, 0}, 58}},    // gold
    {{{201, 212, 221}, 252}, {{74, 92, 109}, 60}},  // silver
    {{{213, 138, 224}, 176}, {{116, 48, 127}, 90}}, // cloth
    {{{134, 199, 122}, 114}, {{45, 102, 38}, 22}},  // spice
    {{{214, 154, 104}, 173}, {{119, 69, 33}, 94}},  // leather
    {{{217, 184, 138}, 180}, {{110, 80, 40}, 95}},  // camel
    {{{217, 203, 184}, 187}, {{59, 42, 28}, 236}},  // text
    {{{246, 233, 216}, 230}, {{32, 20, 11}, 233}},  // bright
    {{{179, 162, 140}, 144}, {{106, 84, 66}, 240}}, // quiet
    {{{112, 93, 74}, 240}, {{190, 165, 130}, 248}}, // frame
    {{{244, 179, 95}, 215}, {{156, 61, 14}, 88}},   // title
    {{{143, 211, 160}, 150}, {{36, 100, 56}, 22}},  // yes
    {{{255, 138, 132}, 210}, {{163, 32, 42}, 124}}, // no
    {{{255, 180, 84}, 214}, {{134, 66, 0}, 94}},    // warn
}};

constexpr std::array<ByTheme<Shades>, 7> card_shades{{
    {{{{255, 210, 218}, 217}, {{84, 22, 36}, 52}},
     {{{132, 16, 40}, 88}, {{255, 220, 214}, 224}}}, // diamond
    {{{{255, 236, 170}, 227}, {{82, 62, 12}, 58}},
     {{{95, 67, 0}, 58}, {{255, 233, 166}, 229}}}, // gold
    {{{{255, 255, 255}, 255}, {{74, 85, 96}, 240}},
     {{{46, 60, 74}, 238}, {{222, 230, 237}, 254}}}, // silver
    {{{{248, 218, 252}, 225}, {{74, 33, 82}, 53}},
     {{{93, 36, 103}, 53}, {{250, 223, 248}, 225}}}, // cloth
    {{{{214, 244, 202}, 194}, {{32, 70, 32}, 22}},
     {{{31, 74, 26}, 22}, {{222, 243, 203}, 194}}}, // spice
    {{{{255, 232, 208}, 230}, {{102, 57, 28}, 94}},
     {{{92, 51, 22}, 52}, {{247, 214, 180}, 223}}}, // leather
    {{{{246, 230, 205}, 230}, {{94, 74, 58}, 95}},
     {{{84, 60, 28}, 236}, {{240, 224, 196}, 187}}}, // camel
}};

// Behind everything, behind the bars, and of letters on a plain colour.
constexpr ByTheme<Shade> ground{{{29, 21, 15}, 234}, {{251, 244, 232}, 231}},
    bar_ground{{{53, 40, 30}, 236}, {{236, 223, 202}, 254}},
    filled_letters{{{27, 18, 11}, 233}, {{255, 250, 240}, 231}};
// Of a QR code, which scanners want black and white.
constexpr Shades code_shades{{{255, 255, 255}, 231}, {{0, 0, 0}, 16}};

// Of the eight colours of every colour terminal, on the user's background; -1: the user's letters.
constexpr int red = 1, green = 2, yellow = 3, blue = 4, magenta = 5, cyan = 6, white = 7;
using FewInks = std::array<int, static_cast<std::size_t>(Ink::Count)>;
constexpr FewInks few_dark{red, yellow, white, magenta, green, cyan, yellow, -1,
                           -1,  -1,     -1,    yellow,  green, red,  yellow};
constexpr FewInks few_light{red, yellow, -1, magenta, green, cyan, yellow, -1,
                            -1,  -1,     -1, blue,    green, red,  red};

std::string colour(int layer, const Shade& shade, Depth depth) {
    const std::string begin = ";" + std::to_string(layer);
    const Rgb& exact = shade.exact;
    return depth == Depth::True ? begin + ";2;" + std::to_string(exact.red) + ";" +
                                      std::to_string(exact.green) + ";" + std::to_string(exact.blue)
                                : begin + ";5;" + std::to_string(shade.index);
}

bool is_bold(Style style, Depth depth) {
    const bool is_few = depth < Depth::Many;
    if (depth == Depth::Few && style.ink == Ink::Camel)
        return false; // gold is the bright yellow
    switch (style.look) {
    case Look::Strong:
    case Look::BarStrong:
        return true;
    case Look::Card:
        return is_few;
    case Look::Filled:
        return !is_few;
    case Look::Plain:
    case Look::Bar:
    case Look::Code:
        break;
    }
    return false;
}

} // namespace

Shades shades_of(Style style, Theme theme) {
    const auto ink = static_cast<std::size_t>(style.ink);
    const Shade& plain = plain_shades[ink].in(theme);
    switch (style.look) {
    case Look::Card:
        return ink < card_shades.size() ? card_shades[ink].in(theme)
                                        : Shades{plain, ground.in(theme)};
    case Look::Filled:
        return {filled_letters.in(theme), plain};
    case Look::Bar:
    case Look::BarStrong:
        return {plain, bar_ground.in(theme)};
    case Look::Code:
        return code_shades;
    case Look::Plain:
    case Look::Strong:
        break;
    }
    return {plain, ground.in(theme)};
}

std::string selecting(Style style, Depth depth, Theme theme) {
    std::string result = "\x1b[0";
    if (is_bold(style, depth))
        result += ";1";
    if (depth >= Depth::Many) {
        const Shades shades = shades_of(style, theme);
        return result + colour(38, shades.letters, depth) + colour(48, shades.ground, depth) + "m";
    }
    if (style.look == Look::Code)
        return depth == Depth::None ? result + "m" : result + ";37;40m"; // white on black
    if (style.ink == Ink::Quiet || style.ink == Ink::Frame)
        result += ";2";
    if (style.look == Look::Filled)
        result += ";7";
    const FewInks& few = theme == Theme::Dark ? few_dark : few_light;
    if (const int number = few[static_cast<std::size_t>(style.ink)];
        depth == Depth::Few && number >= 0)
        result += ";" + std::to_string(30 + number);
    return result + "m";
}

Depth depth_of(int colours, std::string_view colorterm) {
    if (colours < 8)
        return Depth::None;
    if (colorterm == "truecolor" || colorterm == "24bit")
        return Depth::True;
    return colours < 256 ? Depth::Few : Depth::Many;
}

std::optional<Theme> theme_of_answer(std::string_view answer) {
    constexpr std::string_view begin = "]11;rgb";
    const auto colon = answer.find(':');
    if (!answer.starts_with(begin) || colon == std::string_view::npos)
        return std::nullopt;
    answer.remove_prefix(colon + 1);
    // One to four hexadecimal digits for each of red, green and blue.
    std::array<double, 3> parts{};
    for (double& part : parts) {
        const std::string_view digits = answer.substr(0, answer.find('/'));
        unsigned value = 0;
        const auto [end, error] =
            std::from_chars(digits.data(), digits.data() + digits.size(), value, 16);
        if (error != std::errc() || end != digits.data() + digits.size() || digits.size() > 4)
            return std::nullopt;
        const unsigned most = (1u << (4 * digits.size())) - 1;
        part = static_cast<double>(value) / most;
        answer.remove_prefix(std::min(digits.size() + 1, answer.size()));
    }
    const double brightness = 0.299 * parts[0] + 0.587 * parts[1] + 0.114 * parts[2];
    return brightness > 0.5 ? Theme::Light : Theme::Dark;
}

std::optional<Theme> theme_of_colorfgbg(std::string_view value) {
    const auto last = value.rfind(';');
    if (last == std::string_view::npos)
        return std::nullopt;
    const std::string_view ground = value.substr(last + 1);
    return ground == "7" || ground == "15"         ? std::optional(Theme::Light)
           : ground.empty() || ground == "default" ? std::nullopt
                                                   : std::optional(Theme::Dark);
}

} // namespace jaipur::client::screen
