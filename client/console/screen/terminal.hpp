// The terminal itself: the only file that knows ncurses. It puts a canvas on the screen and turns
// what is typed into keys; it knows neither game nor network.
#pragma once

#include "client/console/screen/canvas.hpp"
#include "client/console/screen/key.hpp"

#include <cstdint>
#include <optional>

namespace jaipur::client::screen {

enum class Palette : std::uint8_t { Coloured, Plain };

// One at a time. Gives the terminal back as it was when it is destroyed.
class Terminal {
  public:
    // Throws std::runtime_error where there is no terminal, or one that can do too little.
    explicit Terminal(Palette palette);
    ~Terminal();
    Terminal(const Terminal&) = delete;
    Terminal& operator=(const Terminal&) = delete;

    // What it can show, by its locale and kind.
    Charset charset() const { return charset_; }

    Size size() const;
    // Finds out the size anew, after the window has changed.
    void resize();
    void paint(const Canvas& canvas);
    // Writes everything again: something else may have written over it.
    void repaint();
    // The next key that was typed; none: nothing more for the time being. Keys without a meaning
    // are passed over.
    std::optional<Key> read_key();

  private:
    void make_colours();
    Charset charset_ = Charset::Ascii;
    int colours_ = 0; // 0: none are used
};

} // namespace jaipur::client::screen
