#include "client/console/ascii.hpp"

#include <array>
#include <string_view>

namespace jaipur::client {

namespace {

// The letters U+00C0 to U+017F without their marks.
constexpr std::string_view latin =
    "AAAAAAACEEEEIIIIDNOOOOOxOUUUUYTsaaaaaaaceeeeiiiidnooooo/ouuuuyty"
    "AaAaAaCcCcCcCcDdDdEeEeEeEeEeGgGgGgGgHhHhIiIiIiIiIiIiJjKkkLlLlLlLlLlNnNnNnnNnOoOoOoOoRrRrRr"
    "SsSsSsSsTtTtTtUuUuUuUuUuUuWwYyYZzZzZzs";
static_assert(latin.size() == 0x180 - 0xc0);

struct Sign {
    char32_t character;
    char ascii;
};

constexpr std::array signs{
    Sign{U'\u00a0', ' '}, Sign{U'¡', '!'}, Sign{U'«', '"'}, Sign{U'»', '"'},  Sign{U'¿', '?'},
    Sign{U'×', 'x'},      Sign{U'–', '-'}, Sign{U'—', '-'}, Sign{U'‘', '\''}, Sign{U'’', '\''},
    Sign{U'“', '"'},      Sign{U'”', '"'}, Sign{U'„', '"'}, Sign{U'…', '~'},
};

} // namespace

std::optional<char> ascii_for(char32_t character) {
    if (character < 0x80)
        return static_cast<char>(character);
    for (const Sign& sign : signs)
        if (sign.character == character)
            return sign.ascii;
    if (character >= 0xc0 && character < 0x180)
        return latin[character - 0xc0];
    return std::nullopt;
}

} // namespace jaipur::client
