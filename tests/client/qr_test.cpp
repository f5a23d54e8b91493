// QR codes: right way round, and as they look in a terminal.
#include "client/console/qr.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace jaipur::client::test {

namespace {

std::vector<std::string> rows_of(const qr::Modules& modules) {
    std::vector<std::string> rows;
    for (const auto& row : modules) {
        std::string& text = rows.emplace_back();
        for (const bool dark : row)
            text += dark ? '#' : '.';
    }
    return rows;
}

} // namespace

TEST_CASE("a QR code has its finders, timing and dark module where scanners look for them") {
    const std::vector<std::string> rows = rows_of(qr::encode("http://192.168.1.20:7777/K7QX2M"));
    REQUIRE(rows.size() == 25);
    const std::vector<std::string> finder{"#######", "#.....#", "#.###.#", "#.###.#",
                                          "#.###.#", "#.....#", "#######"};
    for (std::size_t y = 0; y < finder.size(); ++y) {
        CHECK(rows[y].starts_with(finder[y] + "."));
        CHECK(rows[y].ends_with("." + finder[y]));
        CHECK(rows[rows.size() - 7 + y].starts_with(finder[y] + "."));
    }
    CHECK(rows[6].substr(7, 11) == ".#.#.#.#.#.");
    CHECK(rows[rows.size() - 8][8] == '#');
}

TEST_CASE("the size of a QR code grows with the text, up to a limit") {
    for (const auto& [bytes, size] :
         {std::pair(1, 21), {17, 21}, {18, 25}, {32, 25}, {53, 29}, {78, 33}})
        CHECK(qr::encode(std::string(static_cast<std::size_t>(bytes), 'a')).size() ==
              static_cast<std::size_t>(size));
    CHECK(qr::encode(std::string(3000, 'a')).empty());
    CHECK(qr::drawn(std::string(3000, 'a'), qr::Look::Ascii, qr::quiet_zone).empty());
}

TEST_CASE("a QR code is drawn with its quiet zone, light on dark") {
    const auto ascii = qr::drawn("a", qr::Look::Ascii, 2);
    CHECK(ascii.size() == 21 + 2 * 2);
    CHECK(ascii.at(0) == std::string(50, '#'));
    CHECK(ascii.at(2).starts_with("####" + std::string(14, ' ') + "##"));
    const auto blocks = qr::drawn("a", qr::Look::HalfBlocks, qr::quiet_zone);
    CHECK(blocks.size() == 15);
    CHECK(blocks.at(0).size() == 29 * std::string("█").size());
    CHECK(blocks.at(2).starts_with("████ ▄▄▄▄▄ █"));
}

} // namespace jaipur::client::test
