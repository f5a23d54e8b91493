// Where and how to write, depending on the options and the terminal.
#pragma once

#include "client/console/app/options.hpp"
#include "client/console/screen/screen.hpp"

#include <functional>
#include <string_view>

namespace jaipur::client::app {

// Calls `show` unless the user asked for plain mode or uses no terminal. False: use plain mode.
bool try_full_screen(const Options& options, const std::function<void()>& show);
screen::ScreenOptions screen_options(const Options& options);
// Writes lines to the standard output.
std::function<void(std::string_view line)> line_writer(const Options& options);

} // namespace jaipur::client::app
