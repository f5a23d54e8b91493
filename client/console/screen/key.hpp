// A key press, as a value. Which bytes a terminal sends for it is the shell's business.
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
    };
    Code code = Code::Character;
    char32_t character = 0; // of Character alone

    friend constexpr bool operator==(const Key&, const Key&) = default;
};

constexpr Key key(char32_t character) {
    return {Key::Code::Character, character};
}

constexpr Key key(Key::Code code) {
    return {code, 0};
}

} // namespace jaipur::client::screen
