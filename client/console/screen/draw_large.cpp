// Large letters of 5 by 5 points: two points per cell if half blocks can be shown.
#include "client/console/screen/parts.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

namespace jaipur::client::screen {

namespace {

constexpr int letter_size = 5;

struct Letter {
    char character;
    std::array<std::string_view, letter_size> rows;
};

constexpr std::array letters{
    Letter{'2', {"####.", "....#", ".###.", "#....", "#####"}},
    Letter{'3', {"####.", "....#", ".###.", "....#", "####."}},
    Letter{'4', {"#..#.", "#..#.", "#####", "...#.", "...#."}},
    Letter{'5', {"#####", "#....", "####.", "....#", "####."}},
    Letter{'6', {".###.", "#....", "####.", "#...#", ".###."}},
    Letter{'7', {"#####", "...#.", "..#..", ".#...", ".#..."}},
    Letter{'8', {".###.", "#...#", ".###.", "#...#", ".###."}},
    Letter{'9', {".###.", "#...#", ".####", "....#", ".###."}},
    Letter{'A', {".###.", "#...#", "#####", "#...#", "#...#"}},
    Letter{'B', {"####.", "#...#", "####.", "#...#", "####."}},
    Letter{'C', {".####", "#....", "#....", "#....", ".####"}},
    Letter{'D', {"####.", "#...#", "#...#", "#...#", "####."}},
    Letter{'E', {"#####", "#....", "####.", "#....", "#####"}},
    Letter{'F', {"#####", "#....", "####.", "#....", "#...."}},
    Letter{'G', {".####", "#....", "#..##", "#...#", ".####"}},
    Letter{'H', {"#...#", "#...#", "#####", "#...#", "#...#"}},
    Letter{'I', {".###.", "..#..", "..#..", "..#..", ".###."}},
    Letter{'J', {"..###", "...#.", "...#.", "#..#.", ".##.."}},
    Letter{'K', {"#...#", "#..#.", "###..", "#..#.", "#...#"}},
    Letter{'L', {"#....", "#....", "#....", "#....", "#####"}},
    Letter{'M', {"#...#", "##.##", "#.#.#", "#...#", "#...#"}},
    Letter{'N', {"#...#", "##..#", "#.#.#", "#..##", "#...#"}},
    Letter{'P', {"####.", "#...#", "####.", "#....", "#...."}},
    Letter{'Q', {".###.", "#...#", "#.#.#", "#..#.", ".##.#"}},
    Letter{'R', {"####.", "#...#", "####.", "#..#.", "#...#"}},
    Letter{'S', {".####", "#....", ".###.", "....#", "####."}},
    Letter{'T', {"#####", "..#..", "..#..", "..#..", "..#.."}},
    Letter{'U', {"#...#", "#...#", "#...#", "#...#", ".###."}},
    Letter{'V', {"#...#", "#...#", "#...#", ".#.#.", "..#.."}},
    Letter{'W', {"#...#", "#...#", "#.#.#", "##.##", "#...#"}},
    Letter{'X', {"#...#", ".#.#.", "..#..", ".#.#.", "#...#"}},
    Letter{'Y', {"#...#", ".#.#.", "..#..", "..#..", "..#.."}},
    Letter{'Z', {"#####", "...#.", "..#..", ".#...", "#####"}},
};

bool is_set(const Letter* letter, int x, int y) {
    return letter != nullptr && y < letter_size &&
           letter->rows[static_cast<std::size_t>(y)][static_cast<std::size_t>(x)] == '#';
}

} // namespace

int large_height(Charset charset) {
    return charset == Charset::Ascii ? letter_size : (letter_size + 1) / 2;
}

int large_width(std::string_view text) {
    return static_cast<int>(text.size()) * (letter_size + 1) - 1;
}

void draw_large(Area area, int x, int y, std::string_view text, Style style) {
    for (char character : text) {
        const auto found = std::find_if(letters.begin(), letters.end(), [&](const Letter& letter) {
            return letter.character == character;
        });
        const Letter* letter = found == letters.end() ? nullptr : &*found;
        for (int row = 0; row < large_height(area.charset()); ++row) {
            for (int column = 0; column < letter_size; ++column) {
                std::string_view point = " ";
                if (area.charset() == Charset::Ascii) {
                    point = is_set(letter, column, row) ? "#" : " ";
                } else {
                    const bool upper = is_set(letter, column, 2 * row);
                    const bool lower = is_set(letter, column, 2 * row + 1);
                    point = upper && lower ? "█" : upper ? "▀" : lower ? "▄" : " ";
                }
                if (point != " ")
                    area.put(x + column, y + row, point, style);
            }
        }
        x += letter_size + 1;
    }
}

} // namespace jaipur::client::screen
