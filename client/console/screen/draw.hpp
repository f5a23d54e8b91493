// Draws the whole screen from the model and the state of the screen. Pure. It knows no terminal and
// no rules.
#pragma once

#include "client/console/model.hpp"
#include "client/console/screen/canvas.hpp"
#include "client/console/screen/ui.hpp"

namespace jaipur::client::screen {

// On smaller screens, only a notice is drawn.
inline constexpr Size smallest{60, 20};

constexpr bool is_too_small(Size size) {
    return size.width < smallest.width || size.height < smallest.height;
}

Canvas draw(const Model& model, const UiState& ui, Size size, Charset charset, SteadyTime now);

} // namespace jaipur::client::screen
