// Draws the whole screen from the model and the state of the screen. Pure. It knows no terminal and
// no rules.
#pragma once

#include "client/console/model.hpp"
#include "client/console/screen/canvas.hpp"
#include "client/console/screen/ui.hpp"

namespace jaipur::client::screen {

inline constexpr Size smallest{80, 24};

Canvas draw(const Model& model, const UiState& ui, Size size, Charset charset, SteadyTime now);

} // namespace jaipur::client::screen
