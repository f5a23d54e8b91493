// What a screen shows, as a value: cells of text and style. Tests compare it with expected text. It
// doesn't depend on a terminal library.
#pragma once

#include "client/console/screen/key.hpp"
#include "client/console/screen/text.hpp"
#include "common/card.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace jaipur::client::screen {

// What a colour means. The first seven match `Card`.
enum class Ink : std::uint8_t {
    Diamond,
    Gold,
    Silver,
    Cloth,
    Spice,
    Leather,
    Camel,
    Text,
    Bright,
    Quiet, // labels and minor things
    Frame,
    Title,
    Yes,
    No,
    Warn,
    Count, // how many there are
};

constexpr Ink ink_of(Card card) {
    return static_cast<Ink>(card);
}

// How the colour is applied.
enum class Look : std::uint8_t {
    Plain,
    Strong, // bold
    Card,   // on a card of that colour
    Filled, // dark letters on that colour; reversed without colours
    Bar,    // on the bars at the top and the bottom
    BarStrong,
    Code, // white on black in every theme: a QR code's modules
};

struct Style {
    Ink ink = Ink::Text;
    Look look = Look::Plain;
    friend constexpr bool operator==(const Style&, const Style&) = default;
};

// The styles of most texts.
inline constexpr Style quiet{Ink::Quiet}, bright{Ink::Bright}, strong{Ink::Bright, Look::Strong},
    heading{Ink::Title, Look::Strong}, warning{Ink::Warn, Look::Strong},
    chosen{Ink::Title, Look::Filled}, frame_ink{Ink::Frame}, bar{Ink::Text, Look::Bar};

struct Size {
    int width = 0, height = 0;
    friend constexpr bool operator==(const Size&, const Size&) = default;
};

struct Point {
    int x = 0, y = 0;
    friend constexpr bool operator==(const Point&, const Point&) = default;
};

struct Rect {
    int x = 0, y = 0, width = 0, height = 0;
};

struct Cell {
    std::string text = " "; // empty: the right half of the wide one on its left
    Style style;
    friend bool operator==(const Cell&, const Cell&) = default;
};

// A piece of a line in one style.
struct Span {
    std::string text;
    Style style;
};

using Line = std::vector<Span>;

class Canvas {
  public:
    Canvas(Size size, Charset charset);

    Size size() const { return size_; }

    Charset charset() const { return charset_; }

    const Cell& at(Point point) const;
    // Where the terminal's cursor is, if it is visible.
    Point cursor{-1, -1};
    // The last text that found no room, for tests: empty if all had enough.
    std::string cut;

    // What a click there means; the latest target wins. Without a key, it means nothing.
    std::optional<Key> key_at(Point point) const;
    void add_target(Rect rect, std::optional<Key> key);

    // Writes only columns from `at.x` to `end`. Returns the column after the text.
    int put(Point at, std::string_view text, Style style, int end);

  private:
    struct Target {
        Rect rect;
        std::optional<Key> key;
    };

    Cell& cell(Point point);
    void clear_wide(Point point);

    Size size_;
    Charset charset_;
    std::vector<Cell> cells_;
    std::vector<Target> targets_;
};

enum class Border : std::uint8_t { Single, Double };

// A part of a canvas, with its own origin. Nothing is drawn outside of it.
class Area {
  public:
    explicit Area(Canvas& canvas);
    Area(Canvas& canvas, Rect rect);

    int width() const { return rect_.width; }

    int height() const { return rect_.height; }

    Charset charset() const { return canvas_->charset(); }

    // A part of this one, clipped to it.
    Area part(Rect rect) const;

    Area row(int y) const { return part({0, y, width(), 1}); }

    // Each returns the column after the text.
    int put(int x, int y, std::string_view text, Style style = {});
    int put(int x, int y, const Line& line);
    // Ends at the right edge.
    void put_right(int y, const Line& line);
    void put_centred(int y, const Line& line);
    int repeat(int x, int y, int count, std::string_view text, Style style);
    void fill(Style style);
    // `── title ──────────`
    void rule(int y, std::string_view title, Style style);
    void frame(Style style, Border border = Border::Single);

    // What a click on it means.
    void on_click(const Key& key) { canvas_->add_target(rect_, key); }

    // Clicks don't reach what is below.
    void block_clicks() { canvas_->add_target(rect_, std::nullopt); }

    // Shows the terminal's cursor there.
    void show_cursor(int x, int y);

  private:
    Canvas* canvas_;
    Rect rect_;
};

int width(const Line& line, Charset charset);

} // namespace jaipur::client::screen
