// A key press, as a value. terminal.cpp knows which bytes a terminal sends for it.
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
        Click, // becomes the key of what was clicked: see `Canvas::key_at`
    };
    Code code = Code::Character;
    char32_t character = 0; // only for Character

    constexpr Key() = default;

    constexpr Key(Code special) : code(special) {} // NOLINT: it is a key

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
