// The terminal: the only part that uses ncurses. It paints a canvas and turns input into keys; it
// knows neither the game nor the network.
#pragma once

#include "client/console/screen/canvas.hpp"
#include "client/console/screen/key.hpp"

#include <cstdint>
#include <optional>

namespace jaipur::client::screen {

enum class Palette : std::uint8_t { Coloured, Plain };

// Only one at a time. Restores the terminal when it is destroyed.
class Terminal {
  public:
    // Throws std::runtime_error if there is no terminal, or it can't show a full screen.
    explicit Terminal(Palette palette);
    ~Terminal();
    Terminal(const Terminal&) = delete;
    Terminal& operator=(const Terminal&) = delete;

    // What it can show, by its locale and kind.
    Charset charset() const { return charset_; }

    Size size() const;
    // Reads the size again after the window has changed.
    void resize();
    void paint(const Canvas& canvas);
    // Writes everything again, in case something else wrote over it.
    void repaint();
    // The next typed key; nothing if there is none yet. Keys without a meaning are skipped.
    std::optional<Key> read_key();

  private:
    void make_colours();
    Charset charset_ = Charset::Ascii;
    int colours_ = 0; // 0: none are used
};

} // namespace jaipur::client::screen
