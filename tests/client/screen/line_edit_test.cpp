#include "client/console/screen/line_edit.hpp"

#include <doctest/doctest.h>

using namespace jaipur::client::screen;
using Code = Key::Code;

namespace {

LineEdit after(LineEdit line, std::initializer_list<Key> keys, std::size_t most = 10) {
    for (const Key& key : keys)
        edit(line, key, most);
    return line;
}

} // namespace

TEST_CASE("typing, moving and deleting") {
    LineEdit line = after({}, {key(U'a'), key(U'c'), key(Code::Left), key(U'b')});
    CHECK(utf8(line) == "abc");
    CHECK(utf8_before_cursor(line) == "ab");
    line = after(line, {key(Code::Home), key(Code::Delete), key(Code::End), key(Code::Backspace)});
    CHECK(utf8(line) == "b");
    line = after(line, {key(Code::Backspace), key(Code::Backspace), key(Code::Delete)});
    CHECK(utf8(line).empty());
}

TEST_CASE("a line is limited in characters, not bytes") {
    LineEdit line;
    for (int i = 0; i < 5; ++i)
        edit(line, key(U'王'), 3);
    CHECK(utf8(line) == "王王王");
}

TEST_CASE("control characters are not typed; Ctrl-U forgets the line") {
    LineEdit line = after({}, {key(U'a'), key(char32_t{0x01}), key(char32_t{0x7f})});
    CHECK(utf8(line) == "a");
    line = after(line, {key(char32_t{0x15})});
    CHECK(line == LineEdit{});
    CHECK(!edit(line, key(Code::Enter), 10));
    CHECK(!edit(line, key(Code::Up), 10));
}
