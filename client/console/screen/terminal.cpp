#include "client/console/screen/terminal.hpp"

#include "client/console/safe_text.hpp"
#include "client/console/screen/terminfo.hpp"
#include "client/console/translation.hpp"
#include "client/console/words/words.hpp"

#define NCURSES_NOMACROS 1
#include <curses.h>

#include <array>
#include <cerrno>
#include <clocale>
#include <csignal>
#include <cstdlib>
#include <langinfo.h>
#include <poll.h>
#include <stdexcept>
#include <string_view>
#include <sys/ioctl.h>
#include <unistd.h>
#include <utility>

namespace jaipur::client::screen {

namespace {

std::string_view variable(const char* name) {
    const char* value = std::getenv(name);
    return value == nullptr ? "" : value;
}

bool is_linux_console() {
    return variable("TERM").starts_with("linux");
}

// Whether the environment's locale is one with UTF-8; the system may not have it.
bool environment_names_utf8() {
    for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"})
        if (const std::string locale = lower(variable(name)); !locale.empty())
            return locale.find(".utf-8") != std::string::npos ||
                   locale.find(".utf8") != std::string::npos;
    return false;
}

Charset charset_of_terminal() {
    if (!shows_utf8())
        return Charset::Ascii;
    return is_linux_console() ? Charset::Console : Charset::Utf8;
}

// Starts ncurses and returns how many colours there are.
int begin_curses(Size least) {
    if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO))
        throw std::runtime_error(_("the full screen needs a terminal"));
    const std::string kind = safe(variable("TERM"), 40);
    const Size size = Terminal::size();
    if (size.width < least.width || size.height < least.height)
        throw std::runtime_error(_("this window is {0}, and the full screen needs {1}",
                                   words::size(size.width, size.height),
                                   words::size(least.width, least.height)));
    SCREEN* screen = newterm(nullptr, stdout, stdin); // initscr() would end the program
    if (screen == nullptr && use_built_in_terminfo(kind))
        screen = newterm(nullptr, stdout, stdin);
    if (screen == nullptr)
        throw std::runtime_error(_("this system doesn't know the terminal \"{0}\" (TERM)", kind));
    // `Painter` writes this sequence without asking.
    const char* motion = tigetstr("cup");
    if (motion == nullptr || !std::string_view(motion).starts_with("\x1b[%i%p1%d;%p2%d")) {
        endwin();
        delscreen(screen);
        throw std::runtime_error(_("the terminal \"{0}\" (TERM) can't show a full screen", kind));
    }
    return tigetnum("colors");
}

Depth depth_of_terminal(Colours wanted, int colours) {
    if (wanted == Colours::None)
        return Depth::None;
    // GNU screen keeps the variable of the terminal around it, but doesn't know 24 bits.
    return depth_of(colours, variable("STY").empty() ? variable("COLORTERM") : "");
}

Theme first_theme(ThemeChoice choice) {
    if (choice == ThemeChoice::Auto)
        return theme_of_colorfgbg(variable("COLORFGBG")).value_or(Theme::Dark);
    return choice == ThemeChoice::Light ? Theme::Light : Theme::Dark;
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

constexpr mmask_t buttons = BUTTON1_PRESSED | BUTTON4_PRESSED | BUTTON5_PRESSED;

constexpr wint_t escape = 0x1b, bell = 0x07;

} // namespace

bool shows_utf8() {
    // Over ssh or in a container, the user's locale often isn't installed.
    if (std::setlocale(LC_CTYPE, "") == nullptr && environment_names_utf8())
        std::setlocale(LC_CTYPE, "C.UTF-8");
    return std::string_view(nl_langinfo(CODESET)) == "UTF-8";
}

Terminal::Terminal(Colours colours, ThemeChoice theme, Mouse mouse, Size least)
    : charset_(charset_of_terminal()),
      painter_(depth_of_terminal(colours, begin_curses(least)), first_theme(theme)) {
    cbreak();
    noecho();
    nonl();
    keypad(stdscr, TRUE);
    nodelay(stdscr, TRUE);
    set_escdelay(25);
    if (mouse == Mouse::On) {
        mousemask(buttons, nullptr);
        mouseinterval(0); // a press is a click
    }
    refresh(); // so that ncurses has nothing left to draw
    // The Linux console takes the question for text.
    if (theme == ThemeChoice::Auto && painter_.has_themes() && !is_linux_console()) {
        write(background_question);
        owes_theme_ = true;
    }
}

Terminal::~Terminal() {
    write(Painter::farewell);
    endwin();
}

Size Terminal::size() {
    winsize now{};
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &now) == 0 && now.ws_row > 0 && now.ws_col > 0)
        return {now.ws_col, now.ws_row};
    return {80, 24};
}

void Terminal::paint(const Canvas& canvas) {
    write(painter_.paint(canvas));
}

// Until the terminal is gone, which the keyboard notices.
void Terminal::write(std::string_view text) {
    while (!text.empty()) {
        const ssize_t count = ::write(STDOUT_FILENO, text.data(), text.size());
        if (count > 0) {
            text.remove_prefix(static_cast<std::size_t>(count));
        } else if (errno == EAGAIN) { // another program has made it so
            pollfd ready{STDOUT_FILENO, POLLOUT, 0};
            ::poll(&ready, 1, -1);
        } else if (errno != EINTR) {
            return;
        }
    }
}

void Terminal::stop_for_a_while() {
    write(Painter::farewell);
    endwin();
    ::raise(SIGSTOP);
    refresh();
    painter_.forget();
}

// Skips a reply of the terminal, which isn't typed: from `ESC ]` to a bell or `ESC \`. Returns
// whether it is complete.
bool Terminal::skip_answer() {
    constexpr std::size_t longest = 64;
    wint_t code = 0;
    while (answer_ && get_wch(&code) == OK) {
        const bool ends = code == bell || (code == L'\\' && answer_->ends_with('\x1b'));
        if (!ends && answer_->size() < longest && code < 0x80) {
            *answer_ += static_cast<char>(code);
            continue;
        }
        if (answer_->ends_with('\x1b'))
            answer_->pop_back();
        if (const auto theme = theme_of_answer(*answer_); theme && owes_theme_)
            painter_.use(*theme);
        owes_theme_ = false;
        answer_.reset();
    }
    return !answer_;
}

std::optional<Key> Terminal::mouse_event() const {
    MEVENT event{};
    if (getmouse(&event) != OK)
        return std::nullopt;
    if ((event.bstate & BUTTON4_PRESSED) != 0)
        return Code::WheelUp;
    if ((event.bstate & BUTTON5_PRESSED) != 0)
        return Code::WheelDown;
    if ((event.bstate & BUTTON1_PRESSED) != 0 && painter_.shown())
        return painter_.shown()->key_at({event.x, event.y});
    return std::nullopt;
}

std::optional<Key> Terminal::read() {
    for (;;) {
        if (answer_ && !skip_answer())
            return std::nullopt;
        wint_t code = 0;
        const int kind = get_wch(&code);
        if (kind == ERR)
            return std::nullopt;
        if (kind == KEY_CODE_YES) {
            if (const auto event = code == KEY_MOUSE ? mouse_event() : std::nullopt)
                return event;
            if (const auto special = meaning(special_keys, code))
                return special;
            continue;
        }
        wint_t next = 0;
        if (code == escape && owes_theme_ && get_wch(&next) == OK) {
            if (next == L']') {
                answer_ = "]";
                continue;
            }
            unget_wch(static_cast<wchar_t>(next));
        }
        return meaning(control_characters, code).value_or(static_cast<char32_t>(code));
    }
}

} // namespace jaipur::client::screen
