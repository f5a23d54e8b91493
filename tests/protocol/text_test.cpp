#include "protocol/text.hpp"

#include <doctest/doctest.h>

#include <string>

using namespace jaipur::protocol;

namespace {

std::string utf8(char32_t c) {
    const auto byte = [](char32_t bits) { return static_cast<char>(bits); };
    if (c < 0x80)
        return {byte(c)};
    if (c < 0x800)
        return {byte(0xC0 | (c >> 6)), byte(0x80 | (c & 0x3F))};
    if (c < 0x10000)
        return {byte(0xE0 | (c >> 12)), byte(0x80 | ((c >> 6) & 0x3F)), byte(0x80 | (c & 0x3F))};
    return {byte(0xF0 | (c >> 18)), byte(0x80 | ((c >> 12) & 0x3F)), byte(0x80 | ((c >> 6) & 0x3F)),
            byte(0x80 | (c & 0x3F))};
}

std::string repeat(const std::string& text, int times) {
    std::string result;
    for (int i = 0; i < times; ++i)
        result += text;
    return result;
}

} // namespace

TEST_CASE("code points of UTF-8 and back, for every code point") {
    for (char32_t c = 0; c <= 0x10FFFF; ++c) {
        const bool surrogate = c >= 0xD800 && c < 0xE000;
        std::string appended;
        append_utf8(appended, c);
        if (appended != utf8(c))
            FAIL("code point ", static_cast<unsigned>(c));
        const auto points = code_points(appended);
        if (points.has_value() == surrogate || (points && *points != std::u32string(1, c)))
            FAIL("code point ", static_cast<unsigned>(c));
    }
}

TEST_CASE("invalid UTF-8 has no code points") {
    for (const char* bytes : {"\x80", "\xBF", "\xC0\x80", "\xC1\xBF", "\xC3", "\xE0\x9F\xBF",
                              "\xE2\x82", "\xED\xA0\x80", "\xF0\x8F\xBF\xBF", "\xF4\x90\x80\x80",
                              "\xF5\x80\x80\x80", "\xFF", "a\xC3(", "\xF0\x9F\x90"})
        CHECK_FALSE(is_utf8(bytes));
}

TEST_CASE("what may not be shown is printed as an escape") {
    CHECK(printable("Zoë ☂\xEF\xB8\x8F") == "Zoë ☂\xEF\xB8\x8F");
    CHECK(printable("a\x1B[2J\n\xFF\xC2\x9B"
                    "1\xE2\x80\xAE") == "a\\u{001B}[2J\\u{000A}\\xFF\\u{009B}1\\u{202E}");
    CHECK(printable("").empty());
}

TEST_CASE("a name has 1 to 20 code points, whatever bytes they take") {
    CHECK_FALSE(is_fit_to_show("", name_bounds));
    CHECK(is_fit_to_show("A", name_bounds));
    CHECK(is_fit_to_show(repeat("é", 20), name_bounds));
    CHECK_FALSE(is_fit_to_show(repeat("é", 21), name_bounds));
    CHECK(is_fit_to_show(repeat("🐫", 20), name_bounds));
    CHECK(is_fit_to_show("Zoë O'Neil <b>", name_bounds));
    CHECK(is_fit_to_show("☂\xEF\xB8\x8F", name_bounds)); // a variation selector
    CHECK(is_fit_to_show(repeat("x", 200), chat_bounds));
    CHECK_FALSE(is_fit_to_show(repeat("x", 201), chat_bounds));
}

TEST_CASE("texts can't contain characters that control, hide or change direction") {
    for (const char32_t c :
         {0x00u,    0x07u,    0x0Au,    0x1Bu,    0x1Fu,    0x7Fu,    0x80u,    0x85u,     0x9Bu,
          0x9Fu,    0xADu,    0x34Fu,   0x61Cu,   0x180Eu,  0x200Bu,  0x200Cu,  0x200Du,   0x200Eu,
          0x200Fu,  0x2028u,  0x2029u,  0x202Au,  0x202Eu,  0x2060u,  0x2064u,  0x2066u,   0x2069u,
          0x206Au,  0x206Fu,  0xFEFFu,  0xFDD0u,  0xFFFEu,  0xFFFFu,  0x1FFFEu, 0x10FFFFu, 0xE0001u,
          0xE007Fu, 0x17B4u,  0x17B5u,  0xFFF0u,  0xFFF9u,  0xFFFBu,  0x13430u, 0x1343Fu,  0x1BCA0u,
          0x1BCA3u, 0x1D173u, 0x1D17Au, 0xE0000u, 0xE00FFu, 0xE01F0u, 0xE0FFFu})
        CHECK_FALSE(is_fit_to_show("a" + utf8(c) + "b", name_bounds));
    for (const char32_t c : {0x20u,   0x7Eu,   0xA0u,   0xA1u,    0x2027u,  0x2030u,  0x205Fu,
                             0x2070u, 0xFDCFu, 0xFDF0u, 0xFFFDu,  0xE000u,  0x1F42Au, 0x17B3u,
                             0x17B6u, 0xFFEFu, 0xFFFCu, 0x1342Fu, 0x1BC9Fu, 0x1D172u, 0x1D17Bu})
        CHECK(is_fit_to_show("a" + utf8(c) + "b", name_bounds));
}

TEST_CASE("a text of spaces alone, of any kind, is refused") {
    for (const char32_t c : {0x20u, 0xA0u, 0x115Fu, 0x1160u, 0x1680u, 0x2000u, 0x200Au, 0x202Fu,
                             0x205Fu, 0x2800u, 0x3000u, 0x3164u, 0xFFA0u}) {
        CHECK_FALSE(is_fit_to_show(utf8(c), name_bounds));
        CHECK_FALSE(is_fit_to_show(" " + utf8(c) + " ", name_bounds));
        CHECK(is_fit_to_show(utf8(c) + "x", name_bounds));
    }
}

TEST_CASE("a character that only modifies its neighbour is refused on its own") {
    for (const char32_t c :
         {0x180Bu, 0x180Fu, 0xFE00u, 0xFE0Fu, 0xE0100u, 0xE01EFu, 0x600u, 0x605u, 0x6DDu, 0x70Fu,
          0x890u, 0x8E2u, 0x110BDu, 0x110CDu, 0x13441u, 0x16FE4u, 0x1D159u}) {
        CAPTURE(static_cast<unsigned>(c));
        CHECK_FALSE(is_fit_to_show(utf8(c), name_bounds));
        CHECK_FALSE(is_fit_to_show(repeat(utf8(c), 20), name_bounds));
        CHECK_FALSE(is_fit_to_show(" " + utf8(c) + utf8(0xFE0F) + utf8(0x3164), chat_bounds));
    }
    CHECK(is_fit_to_show("❤" + utf8(0xFE0F), name_bounds));
    CHECK(is_fit_to_show("1" + utf8(0xFE0F) + utf8(0x20E3), name_bounds)); // a keycap
    CHECK(is_fit_to_show("葛" + utf8(0xE0100) + "城", name_bounds));
    CHECK(is_fit_to_show("ᠮᠣᠩᠭᠣᠯ" + utf8(0x180B), name_bounds));
    CHECK(is_fit_to_show(utf8(0x600) + "١٢", name_bounds));
}

// Unicode 16: Default_Ignorable_Code_Point, general category Cf, and White_Space.
TEST_CASE("invisible code points alone are refused, one or many") {
    struct Run {
        char32_t first, last;
    };

    const Run runs[]{{0x09, 0x0D},       {0x20, 0x20},       {0x85, 0x85},       {0xA0, 0xA0},
                     {0xAD, 0xAD},       {0x34F, 0x34F},     {0x600, 0x605},     {0x61C, 0x61C},
                     {0x6DD, 0x6DD},     {0x70F, 0x70F},     {0x890, 0x891},     {0x8E2, 0x8E2},
                     {0x115F, 0x1160},   {0x1680, 0x1680},   {0x17B4, 0x17B5},   {0x180B, 0x180F},
                     {0x2000, 0x200F},   {0x2028, 0x202F},   {0x205F, 0x206F},   {0x3000, 0x3000},
                     {0x3164, 0x3164},   {0xFE00, 0xFE0F},   {0xFEFF, 0xFEFF},   {0xFFA0, 0xFFA0},
                     {0xFFF0, 0xFFFB},   {0x110BD, 0x110BD}, {0x110CD, 0x110CD}, {0x13430, 0x1343F},
                     {0x1BCA0, 0x1BCA3}, {0x1D173, 0x1D17A}, {0xE0000, 0xE0FFF}};
    for (const Run run : runs)
        for (char32_t c = run.first; c <= run.last; ++c)
            if (is_fit_to_show(utf8(c), name_bounds) ||
                is_fit_to_show(repeat(utf8(c), 7), chat_bounds))
                FAIL_CHECK("code point ", static_cast<unsigned>(c));
}

TEST_CASE("a password has 1 to 64 code points of any kind") {
    CHECK_FALSE(is_password(""));
    CHECK(is_password(" "));
    CHECK(is_password("\n"));
    CHECK(is_password(repeat("é", 64)));
    CHECK_FALSE(is_password(repeat("é", 65)));
    CHECK_FALSE(is_password("\xFF"));
}

TEST_CASE("room codes are not case-sensitive") {
    CHECK(room_code("K7QX2M") == "K7QX2M");
    CHECK(room_code("k7qx2m") == "K7QX2M");
    for (const char* text : {"", "K7QX2", "K7QX2MM", "K7QX2I", "K7QX2O", "K7QX20", "K7QX21",
                             "K7QX2 ", "K7QX\xC3\xA9", "k7qx2i"})
        CHECK_FALSE(room_code(text));
}
