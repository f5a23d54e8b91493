// What a terminal receives, seen through a small terminal that understands it.
#include "client/console/screen/painter.hpp"
#include "tests/client/screen/shot.hpp"

#include <doctest/doctest.h>

#include <charconv>

using namespace jaipur;
using namespace jaipur::client;
using namespace jaipur::client::screen;
using namespace jaipur::client::screen::test;

namespace {

// Knows the sequences that the painter uses, and fails at any other.
class SmallTerminal {
  public:
    explicit SmallTerminal(Size size) : shown_(size, Charset::Utf8) {}

    void receive(std::string_view bytes) {
        while (!bytes.empty()) {
            if (bytes.starts_with("\x1b[")) {
                const auto end = bytes.find_first_not_of("0123456789;?", 2);
                REQUIRE(end != std::string_view::npos);
                obey(bytes.substr(2, end - 2), bytes[end]);
                bytes.remove_prefix(end + 1);
                continue;
            }
            const auto length = std::min(bytes.find('\x1b'), bytes.size());
            for (const Glyph& glyph : glyphs(bytes.substr(0, length), Charset::Utf8)) {
                REQUIRE(pen_.x + glyph.width <= shown_.size().width);
                pen_.x = shown_.put(pen_, glyph.bytes, {}, shown_.size().width);
            }
            bytes.remove_prefix(length);
        }
    }

    std::string text() const { return text_of(shown_); }

    bool has_cursor = true;

  private:
    void obey(std::string_view numbers, char what) {
        if (what == 'H') {
            const auto middle = numbers.find(';');
            std::from_chars(numbers.data(), numbers.data() + middle, pen_.y);
            std::from_chars(numbers.data() + middle + 1, numbers.data() + numbers.size(), pen_.x);
            --pen_.x, --pen_.y;
        } else if (what == 'J') {
            shown_ = Canvas(shown_.size(), Charset::Utf8);
        } else if (numbers == "?25") {
            has_cursor = what == 'h';
        } else {
            REQUIRE((what == 'm' || (numbers == "?7" && what == 'l')));
        }
    }

    Canvas shown_;
    Point pen_;
};

} // namespace

TEST_CASE("a terminal that receives only what changes shows each canvas") {
    SmallTerminal terminal(small);
    Painter painter(Depth::Many, Theme::Dark);
    Session session(at_table(mid_game(), Seat::One));
    const auto show = [&] {
        const Canvas canvas = shot(session);
        const std::string bytes = painter.paint(canvas);
        terminal.receive(bytes);
        CHECK(terminal.text() == text_of(canvas));
        CHECK(terminal.has_cursor == (canvas.cursor.x >= 0));
        CHECK(painter.paint(canvas).find_first_not_of("\x1b[0123456789;?hH") == std::string::npos);
        return bytes.size();
    };
    const std::size_t whole = show();
    session.type(U"ppt");
    CHECK(show() < whole / 4);
    session.type(U"王さん🐪 e\u0301x");
    show();
    for (int i = 0; i < 6; ++i) {
        session.press(Key::Code::Backspace); // halves of wide characters are overwritten
        show();
    }
    session.press(Key::Code::Escape);
    session.type(U"?");
    show();
}

TEST_CASE("everything is painted again after another size, theme or interruption") {
    const Canvas canvas({10, 2}, Charset::Utf8), wider({12, 2}, Charset::Utf8);
    Painter painter(Depth::Many, Theme::Dark);
    const std::string whole = painter.paint(canvas);
    CHECK(whole.find(std::string(10, ' ')) != std::string::npos);
    CHECK(painter.paint(canvas).empty());
    painter.forget();
    CHECK(painter.paint(canvas) == whole);
    CHECK(painter.paint(wider).find(std::string(12, ' ')) != std::string::npos);
    painter.use(Theme::Dark);
    CHECK(painter.paint(wider).empty());
    painter.use(Theme::Light);
    CHECK_FALSE(painter.paint(wider).empty());
}
