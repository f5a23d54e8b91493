// Turns canvases into what a terminal must receive to show them: only what has changed since the
// last one. For terminals that understand ECMA-48, as all common ones do. Pure.
#pragma once

#include "client/console/screen/canvas.hpp"
#include "client/console/screen/palette.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace jaipur::client::screen {

class Painter {
  public:
    Painter(Depth depth, Theme theme) : depth_(depth), theme_(theme) {}

    std::string paint(const Canvas& canvas);

    // The terminal shows something else now.
    void forget() { shown_.reset(); }

    // Otherwise the terminal's own background stays.
    bool has_themes() const { return depth_ >= Depth::Many; }

    void use(Theme theme);

    // What the terminal shows, if that is known.
    const std::optional<Canvas>& shown() const { return shown_; }

    // Leaves the terminal's own state as it was.
    static constexpr std::string_view farewell = "\x1b[0m\x1b[?7h\x1b[?25h";

  private:
    Depth depth_;
    Theme theme_;
    std::optional<Canvas> shown_;
};

} // namespace jaipur::client::screen
