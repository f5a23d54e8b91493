// The terminal: the only part that uses ncurses, for the terminal's description, its modes and its
// keys. What is painted comes from a `Painter`. It knows neither the game nor the network.
#pragma once

#include "client/console/screen/canvas.hpp"
#include "client/console/screen/choices.hpp"
#include "client/console/screen/key.hpp"
#include "client/console/screen/painter.hpp"

#include <optional>
#include <string>

namespace jaipur::client::screen {

// Whether the terminal shows UTF-8. Makes the C library read and write its characters.
bool shows_utf8();

// Only one at a time. Restores the terminal when it is destroyed.
class Terminal {
  public:
    // Throws std::runtime_error, with the reason as a clause, if there is no terminal, it can't
    // show a full screen, or it is smaller than `least`.
    Terminal(Colours colours, ThemeChoice theme, Mouse mouse, Size least);
    ~Terminal();
    Terminal(const Terminal&) = delete;
    Terminal& operator=(const Terminal&) = delete;

    // What it can show, by its locale and kind.
    Charset charset() const { return charset_; }

    static Size size();
    void paint(const Canvas& canvas);

    // Lets the next `paint` write everything, in case something else wrote over it.
    void repaint() { painter_.forget(); }

    // Whether it has been asked for its colours, for the theme, and hasn't answered yet.
    bool owes_theme() const { return owes_theme_; }

    // The next typed key, or what a click meant; nothing if there is none yet. Others are skipped.
    std::optional<Key> read();
    // Gives the terminal back while the program is stopped, as by Ctrl-Z.
    void stop_for_a_while();

  private:
    void ask_for_theme();
    bool skip_answer();
    std::optional<Key> mouse_event() const;
    void write(std::string_view text);

    Charset charset_;
    Painter painter_;
    bool owes_theme_ = false;
    std::optional<std::string> answer_; // of the terminal, as far as it has arrived
};

} // namespace jaipur::client::screen
