#include "client/console/safe_text.hpp"
#include "client/console/screen/text.hpp"
#include "protocol/text.hpp"
#include "tests/support/random.hpp"

#include <doctest/doctest.h>

using namespace jaipur::client::screen;

namespace {

std::string shown(std::string_view text, Charset charset = Charset::Utf8) {
    std::string result;
    for (const Glyph& glyph : glyphs(text, charset))
        result += glyph.bytes;
    return result;
}

} // namespace

TEST_CASE("no control character, line break or escape sequence is drawn") {
    CHECK(shown("a\x1b[2Jb") == "a?[2Jb");
    CHECK(shown("a\nb\tc\r") == "a?b?c?");
    CHECK(shown("\xc2\x9b"
                "31m") == "?31m"); // C1 control sequence introducer
    CHECK(shown(std::string_view("\0x\x7f", 3)) == "?x?");
    CHECK(shown("line\xe2\x80\xa8separator") == "line?separator");
}

TEST_CASE("invisible and direction-changing characters are dropped") {
    CHECK(shown("a\u202eb\u2066c\u200bd\ufeffe\u00adf") == "abcdef");
    CHECK(shown("\U000e0041x") == "x"); // a tag
    CHECK(shown("👍🏽") == "👍");       // terminals disagree about skin tones
    CHECK(shown("❤\ufe0f") == "❤");
}

TEST_CASE("nothing that the server refuses is drawn, or shown unescaped") {
    for (char32_t c = 0; c <= 0x10ffff; ++c) {
        const bool surrogate = c >= 0xd800 && c < 0xe000;
        if (surrogate || jaipur::protocol::may_be_shown(c))
            continue;
        std::string text;
        jaipur::protocol::append_utf8(text, c);
        const std::string drawn = shown(text);
        if ((!drawn.empty() && drawn != "?") || jaipur::client::safe(text) == text)
            FAIL_CHECK("code point ", static_cast<unsigned>(c));
    }
}

TEST_CASE("broken UTF-8 becomes question marks") {
    CHECK(shown("a\xff"
                "b") == "a?b");
    CHECK(shown("\xc0\xaf") == "??");           // overlong
    CHECK(shown("\xed\xa0\x80") == "???");      // a surrogate
    CHECK(shown("\xf4\x90\x80\x80") == "????"); // beyond Unicode
    CHECK(shown("\xe2\x82") == "??");           // cut off
}

TEST_CASE("any bytes come out printable, in the reported width") {
    jaipur::test::Random random(1);
    for (int i = 0; i < 20'000; ++i) {
        std::string bytes;
        for (std::size_t n = random.below(12); n > 0; --n)
            bytes += static_cast<char>(random.below(random.one_in(4) ? 0x30 : 0x100));
        for (Charset charset : {Charset::Utf8, Charset::Console, Charset::Ascii}) {
            const std::string once = shown(bytes, charset);
            for (char32_t c : characters(once)) {
                REQUIRE(c >= 0x20);
                REQUIRE((c < 0x7f || c >= 0xa0));
                REQUIRE((charset != Charset::Ascii || c < 0x7f));
                REQUIRE(c != U'\ufffd');
            }
            REQUIRE(shown(once, charset) == once);
            REQUIRE(width(once, charset) == width(bytes, charset));
        }
    }
}

TEST_CASE("widths of names in any script") {
    CHECK(width("Asha", Charset::Utf8) == 4);
    CHECK(width("王小明", Charset::Utf8) == 6);
    CHECK(width("Émile", Charset::Utf8) == 5);
    CHECK(width("E\u0301mile", Charset::Utf8) == 5); // with a combining accent
    CHECK(width("आशा", Charset::Utf8) <= 3);
    CHECK(width("🐪", Charset::Utf8) == 2);
    CHECK(width("שלום", Charset::Utf8) == 4);
}

TEST_CASE("a pile of combining marks stays low") {
    std::string zalgo = "Z";
    for (int i = 0; i < 50; ++i)
        zalgo += "\u0301";
    const auto all = glyphs(zalgo + "y", Charset::Utf8);
    REQUIRE(all.size() == 2);
    CHECK(characters(all[0].bytes).size() == 5);
    CHECK(width("\u0301\u0301x", Charset::Utf8) == 1); // nothing to combine with
}

TEST_CASE("ASCII shows a similar character of the same width") {
    CHECK(shown("Zoë Ångström ł", Charset::Ascii) == "Zoe Angstrom l");
    CHECK(shown("╭──╮", Charset::Ascii) == ".--.");
    CHECK(shown("王", Charset::Ascii) == "?");
    CHECK(width("王小明", Charset::Ascii) == 3);
    CHECK(shown("a → b × 2 …", Charset::Ascii) == "a > b x 2 ~");
    CHECK(shown("╭★", Charset::Console) == "┌♦");
}

TEST_CASE("a long text is clipped at whole glyphs") {
    CHECK(clip("Asha", 4, Charset::Utf8) == "Asha");
    CHECK(clip("Ashanti", 4, Charset::Utf8) == "Ash…");
    CHECK(clip("王小明", 5, Charset::Utf8) == "王小…");
    CHECK(clip("王小明", 4, Charset::Utf8) == "王…");
    CHECK(clip("abc", 0, Charset::Utf8).empty());
    CHECK(clip("abc", 1, Charset::Utf8) == "…");
}

TEST_CASE("lines break at spaces, and within words that are too long") {
    using Lines = std::vector<std::string>;
    CHECK(wrap("", 10, Charset::Utf8) == Lines{""});
    CHECK(wrap("one two three", 7, Charset::Utf8) == Lines{"one two", "three"});
    CHECK(wrap("abcdefghij kl", 4, Charset::Utf8) == Lines{"abcd", "efgh", "ij", "kl"});
    CHECK(wrap("王小明王小明", 5, Charset::Utf8) == Lines{"王小", "明王", "小明"});
    for (const std::string& line : wrap("a bb ccc dddd eeeee ffffff", 6, Charset::Utf8))
        CHECK(width(line, Charset::Utf8) <= 6);
}
