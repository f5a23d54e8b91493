// A key press, or what a click of the mouse means, as a value. terminal.cpp knows which bytes a
// terminal sends for it.
#pragma once

#include <cstdint>

namespace jaipur::client::screen {

struct Key {
    enum class Code : std::uint8_t {
        Character,
        Enter,
        Escape,
        Up,
        Down,
        Left,
        Right,
        Tab,
        BackTab,
        Backspace,
        Delete,
        Home,
        End,
        PageUp,
        PageDown,
        Help, // F1
        // ---- of the mouse
        WheelUp,
        WheelDown,
        MarketCard, // clicks on things: `place` says which one
        HandCard,   // after the last card comes the herd
        Row,        // of a list
        Advice,     // the move that the picked cards make
    };
    Code code = Code::Character;
    char32_t character = 0; // only for Character
    int place = 0;          // from 0

    constexpr Key() = default;

    constexpr Key(Code special) : code(special) {} // NOLINT: it is a key

    constexpr Key(Code clicked, int which) : code(clicked), place(which) {}

    constexpr Key(char32_t typed) : character(typed) {} // NOLINT: so is it

    friend constexpr bool operator==(const Key&, const Key&) = default;
};

constexpr Key key(auto what) {
    return what;
}

// The character of a key, in lower case if it is an ASCII letter; 0 for any other key.
constexpr char32_t letter(const Key& key) {
    const char32_t c = key.code == Key::Code::Character ? key.character : 0;
    return c >= U'A' && c <= U'Z' ? c - U'A' + U'a' : c;
}

} // namespace jaipur::client::screen
