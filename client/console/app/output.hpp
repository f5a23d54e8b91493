// How to write, as the options and the terminal have it.
#pragma once

#include "client/console/app/options.hpp"
#include "client/console/screen/screen.hpp"

#include <functional>
#include <string_view>

namespace jaipur::client::app {

// Whether the user sits at a terminal and did not ask for plain sentences.
bool fills_the_screen(const Options& options);
screen::ScreenOptions screen_options(const Options& options);
// Writes lines to the standard output.
std::function<void(std::string_view line)> line_writer(const Options& options);

} // namespace jaipur::client::app
