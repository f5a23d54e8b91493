#include "client/console/safe_text.hpp"
#include "tests/support/random.hpp"

#include <doctest/doctest.h>

#include <algorithm>

namespace jaipur::client::test {

TEST_CASE("ordinary text stays as it is, in any script") {
    for (const char* text : {"", "Asha", "Ravi & Söhne", "बाज़ार", "ماراثون", "駱駝", "🐫 x2",
                             "a\\b", "café", "e\xCC\x81"})
        CHECK(safe(text) == text);
}

TEST_CASE("what a terminal obeys or hides is escaped") {
    CHECK(safe("\x1B[2J") == "\\u{001B}[2J");
    CHECK(safe("a\nb\rc\td") == "a\\u{000A}b\\u{000D}c\\u{0009}d");
    CHECK(safe(std::string_view("\0", 1)) == "\\u{0000}");
    CHECK(safe("\x7F") == "\\u{007F}");
    CHECK(safe("\xC2\x9B"
               "31m") == "\\u{009B}31m");            // C1: CSI
    CHECK(safe("\xC2\x85") == "\\u{0085}");          // next line
    CHECK(safe("\xE2\x80\xAE") == "\\u{202E}");      // right-to-left override
    CHECK(safe("\xE2\x81\xA6") == "\\u{2066}");      // isolate
    CHECK(safe("\xD8\x9C") == "\\u{061C}");          // Arabic letter mark
    CHECK(safe("\xE2\x80\x8B") == "\\u{200B}");      // zero width
    CHECK(safe("\xE2\x80\xA8") == "\\u{2028}");      // line separator
    CHECK(safe("\xEF\xBB\xBF") == "\\u{FEFF}");      // byte-order mark
    CHECK(safe("\xC2\xAD") == "\\u{00AD}");          // soft hyphen
    CHECK(safe("\xF3\xA0\x81\x81") == "\\u{E0041}"); // tag
    CHECK(safe("\xEF\xBF\xBE") == "\\u{FFFE}");      // noncharacter
    CHECK(safe("\xF4\x8F\xBF\xBF") == "\\u{10FFFF}");
}

TEST_CASE("invalid bytes are shown as escapes") {
    CHECK(safe("\xFF") == "\\xFF");
    CHECK(safe("a\x80z") == "a\\x80z");
    CHECK(safe("\xC3") == "\\xC3");                            // cut off
    CHECK(safe("\xE2\x80") == "\\xE2\\x80");                   // cut off
    CHECK(safe("\xC0\xAF") == "\\xC0\\xAF");                   // overlong
    CHECK(safe("\xE0\x80\xAF") == "\\xE0\\x80\\xAF");          // overlong
    CHECK(safe("\xF0\x80\x80\x9B") == "\\xF0\\x80\\x80\\x9B"); // overlong
    CHECK(safe("\xED\xA0\x80") == "\\xED\\xA0\\x80");          // surrogate
    CHECK(safe("\xF4\x90\x80\x80") == "\\xF4\\x90\\x80\\x80"); // beyond Unicode
    CHECK(safe("\xF5\x80\x80\x80") == "\\xF5\\x80\\x80\\x80");
}

TEST_CASE("long texts are cut between characters") {
    CHECK(safe("ääää", 3) == "äää...");
    CHECK(safe("äää", 3) == "äää");
    CHECK(safe(std::string(1000, 'x')).size() == longest_safe_text + 3);
}

TEST_CASE("an ASCII terminal gets ASCII") {
    CHECK(ascii_only("Söhne, „né“ 王") == "Sohne, \"ne\" \\u{738B}");
    CHECK(ascii_only("\x1B\xFF") == "\\u{001B}\\xFF");
    CHECK(ascii_only(std::string(1000, 'x')).size() == 1000);
}

TEST_CASE("any input becomes safe, and safe text is left alone") {
    jaipur::test::Random random(1);
    for (int i = 0; i < 20000; ++i) {
        std::string text;
        for (std::size_t n = random.below(12); n > 0; --n)
            text +=
                static_cast<char>(random.one_in(3) ? 0xC0 + random.below(64) : random.below(256));
        const std::string shown = safe(text);
        REQUIRE(safe(shown) == shown);
        REQUIRE(std::none_of(shown.begin(), shown.end(), [](char c) {
            return static_cast<unsigned char>(c) < 0x20 || c == 0x7F;
        }));
        const std::string plain = ascii_only(text);
        REQUIRE(
            std::all_of(plain.begin(), plain.end(), [](char c) { return c >= 0x20 && c < 0x7F; }));
    }
}

} // namespace jaipur::client::test
