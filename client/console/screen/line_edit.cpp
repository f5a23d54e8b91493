#include "client/console/screen/line_edit.hpp"

#include "client/console/screen/text.hpp"
#include "protocol/text.hpp"

namespace jaipur::client::screen {

namespace {

std::string to_utf8(std::u32string_view text) {
    std::string result;
    for (char32_t character : text)
        protocol::append_utf8(result, character);
    return result;
}

constexpr char32_t ctrl_u = 0x15; // clears the line, as in shells

} // namespace

LineEdit line_edit(std::string_view text) {
    LineEdit line{characters(text), 0};
    line.cursor = line.text.size();
    return line;
}

std::string utf8(const LineEdit& line) {
    return to_utf8(line.text);
}

std::string utf8_before_cursor(const LineEdit& line) {
    return to_utf8(std::u32string_view(line.text).substr(0, line.cursor));
}

bool edit(LineEdit& line, const Key& key, std::size_t most) {
    switch (key.code) {
    case Key::Code::Character:
        if (key.character == ctrl_u) {
            line = {};
            return true;
        }
        if (key.character < U' ' || key.character == 0x7f)
            return false;
        if (line.text.size() < most)
            line.text.insert(line.cursor++, 1, key.character);
        return true;
    case Key::Code::Backspace:
        if (line.cursor > 0)
            line.text.erase(--line.cursor, 1);
        return true;
    case Key::Code::Delete:
        if (line.cursor < line.text.size())
            line.text.erase(line.cursor, 1);
        return true;
    case Key::Code::Left:
        line.cursor -= line.cursor > 0;
        return true;
    case Key::Code::Right:
        line.cursor += line.cursor < line.text.size();
        return true;
    case Key::Code::Home:
        line.cursor = 0;
        return true;
    case Key::Code::End:
        line.cursor = line.text.size();
        return true;
    default:
        return false;
    }
}

} // namespace jaipur::client::screen
