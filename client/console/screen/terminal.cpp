#include "client/console/screen/terminal.hpp"

#define NCURSES_NOMACROS 1
#include <curses.h>

#include <algorithm>
#include <array>
#include <clocale>
#include <cstdlib>
#include <langinfo.h>
#include <stdexcept>
#include <string_view>
#include <sys/ioctl.h>
#include <unistd.h>
#include <utility>

namespace jaipur::client::screen {

namespace {

struct Shades {
    short plain;      // on the background
    short card, felt; // letters and ground of a card
};

// From xterm's 256 colours, on their own dark background, so that they look alike everywhere.
constexpr short ground = 234, bar_ground = 236, dark = 233;
constexpr std::array<Shades, static_cast<std::size_t>(Ink::Count)> many{{
    {203, 217, 52},     // diamond
    {220, 227, 58},     // gold
    {252, 255, 240},    // silver
    {176, 225, 53},     // cloth
    {114, 194, 22},     // spice
    {173, 223, 94},     // leather
    {180, 230, 95},     // camel
    {187, 187, ground}, // text
    {230, 230, ground}, // bright
    {137, 137, ground}, // quiet
    {240, 240, ground}, // frame
    {215, 215, ground}, // title
    {150, 150, ground}, // yes
    {203, 203, ground}, // no
    {214, 214, ground}, // warn
}};

// From the eight that every colour terminal has, on the user's background.
constexpr std::array<short, static_cast<std::size_t>(Ink::Count)> few{
    COLOR_RED, COLOR_YELLOW, COLOR_WHITE, COLOR_MAGENTA, COLOR_GREEN, COLOR_CYAN, COLOR_YELLOW, -1,
    -1,        -1,           -1,          COLOR_YELLOW,  COLOR_GREEN, COLOR_RED,  COLOR_YELLOW,
};

constexpr int enough = 256; // colours

// Four pairs for each ink.
enum class Ground : std::uint8_t { Plain, Card, Filled, Bar };

short pair_of(Ink ink, Ground on) {
    return static_cast<short>(1 + 4 * static_cast<int>(ink) + static_cast<int>(on));
}

Ground ground_of(Look look) {
    switch (look) {
    case Look::Card:
        return Ground::Card;
    case Look::Filled:
        return Ground::Filled;
    case Look::Bar:
    case Look::BarStrong:
        return Ground::Bar;
    case Look::Plain:
    case Look::Strong:
        break;
    }
    return Ground::Plain;
}

attr_t attributes_of(Style style, int colours) {
    attr_t attributes = A_NORMAL;
    if (style.look == Look::Strong || style.look == Look::BarStrong ||
        (style.look == Look::Card && colours < enough))
        attributes |= A_BOLD;
    if (style.look == Look::Filled)
        attributes |= colours >= enough ? A_BOLD : A_REVERSE;
    if (colours < enough && (style.ink == Ink::Quiet || style.ink == Ink::Frame))
        attributes |= A_DIM;
    // Gold is bright yellow, camels the other yellow.
    if (colours > 0 && colours < enough && style.ink == Ink::Camel)
        attributes &= ~A_BOLD;
    return attributes;
}

Charset charset_of_terminal() {
    if (std::string_view(nl_langinfo(CODESET)) != "UTF-8")
        return Charset::Ascii;
    const char* kind = std::getenv("TERM");
    return kind != nullptr && std::string_view(kind).starts_with("linux") ? Charset::Console
                                                                          : Charset::Utf8;
}

using Code = Key::Code;
using Meaning = std::pair<wint_t, Code>;

constexpr std::array special_keys{
    Meaning{KEY_UP, Code::Up},        Meaning{KEY_DOWN, Code::Down},
    Meaning{KEY_LEFT, Code::Left},    Meaning{KEY_RIGHT, Code::Right},
    Meaning{KEY_HOME, Code::Home},    Meaning{KEY_END, Code::End},
    Meaning{KEY_PPAGE, Code::PageUp}, Meaning{KEY_NPAGE, Code::PageDown},
    Meaning{KEY_DC, Code::Delete},    Meaning{KEY_BACKSPACE, Code::Backspace},
    Meaning{KEY_BTAB, Code::BackTab}, Meaning{KEY_ENTER, Code::Enter},
    Meaning{KEY_F(1), Code::Help},
};

constexpr std::array control_characters{
    Meaning{L'\r', Code::Enter}, Meaning{L'\n', Code::Enter},    Meaning{L'\t', Code::Tab},
    Meaning{0x1b, Code::Escape}, Meaning{0x08, Code::Backspace}, Meaning{0x7f, Code::Backspace},
};

template <class Table>
std::optional<Key> meaning(const Table& table, wint_t code) {
    for (const auto& [from, to] : table)
        if (from == code)
            return to;
    return std::nullopt;
}

} // namespace

Terminal::Terminal(Palette palette) {
    std::setlocale(LC_CTYPE, "");
    charset_ = charset_of_terminal();
    // initscr() would end the program for an unknown terminal.
    if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO) ||
        newterm(nullptr, stdout, stdin) == nullptr)
        throw std::runtime_error("this terminal can't show the full screen; try --plain");
    cbreak();
    noecho();
    nonl();
    keypad(stdscr, TRUE);
    nodelay(stdscr, TRUE);
    set_escdelay(25);
    if (palette == Palette::Coloured)
        make_colours();
}

Terminal::~Terminal() {
    curs_set(1);
    endwin();
}

void Terminal::make_colours() {
    if (!has_colors() || start_color() == ERR)
        return;
    colours_ = COLORS;
    const bool is_rich = colours_ >= enough;
    if (!is_rich && use_default_colors() == ERR)
        assume_default_colors(COLOR_WHITE, COLOR_BLACK);
    for (std::size_t i = 0; i < many.size(); ++i) {
        const Ink ink = static_cast<Ink>(i);
        const Shades& rich = many[i];
        if (is_rich) {
            init_pair(pair_of(ink, Ground::Plain), rich.plain, ground);
            init_pair(pair_of(ink, Ground::Card), rich.card, rich.felt);
            init_pair(pair_of(ink, Ground::Filled), dark, rich.plain);
            init_pair(pair_of(ink, Ground::Bar), rich.plain, bar_ground);
        } else {
            for (Ground on : {Ground::Plain, Ground::Card, Ground::Filled, Ground::Bar})
                init_pair(pair_of(ink, on), few[i], -1);
        }
    }
}

Size Terminal::size() const {
    return {getmaxx(stdscr), getmaxy(stdscr)};
}

void Terminal::resize() {
    winsize now{};
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &now) == 0 && now.ws_row > 0 && now.ws_col > 0)
        resizeterm(now.ws_row, now.ws_col);
}

void Terminal::paint(const Canvas& canvas) {
    const Size size{std::min(canvas.size().width, this->size().width),
                    std::min(canvas.size().height, this->size().height)};
    for (int y = 0; y < size.height; ++y) {
        for (int x = 0; x < size.width; ++x) {
            const Cell& cell = canvas.at({x, y});
            if (cell.text.empty()) // under the right half of a wide one
                continue;
            wchar_t text[CCHARW_MAX + 1]{};
            std::size_t length = 0;
            for (char32_t character : characters(cell.text))
                if (length < CCHARW_MAX)
                    text[length++] = static_cast<wchar_t>(character);
            cchar_t shown;
            const short pair =
                colours_ == 0 ? short{0} : pair_of(cell.style.ink, ground_of(cell.style.look));
            if (setcchar(&shown, text, attributes_of(cell.style, colours_), pair, nullptr) == OK)
                mvadd_wch(y, x, &shown);
        }
    }
    const bool typing = canvas.cursor.x >= 0;
    curs_set(typing ? 1 : 0);
    if (typing)
        move(canvas.cursor.y, canvas.cursor.x);
    refresh();
}

void Terminal::repaint() {
    clearok(curscr, TRUE);
    refresh();
}

std::optional<Key> Terminal::read_key() {
    for (;;) {
        wint_t code = 0;
        const int kind = get_wch(&code);
        if (kind == ERR)
            return std::nullopt;
        if (kind != KEY_CODE_YES)
            return meaning(control_characters, code).value_or(static_cast<char32_t>(code));
        if (const auto special = meaning(special_keys, code))
            return special;
    }
}

} // namespace jaipur::client::screen
