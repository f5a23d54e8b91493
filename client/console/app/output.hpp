// Where and how to write, depending on the options and the terminal.
#pragma once

#include "client/console/app/options.hpp"
#include "client/console/screen/screen.hpp"

#include <functional>
#include <string>
#include <string_view>

namespace jaipur::client::app {

// Whether the terminal can show only ASCII, or the user wants only that.
bool only_ascii(const Options& options);
// Calls `show` unless the user asked for plain mode or uses no terminal. False: use plain mode.
bool try_full_screen(const Options& options, const std::function<void()>& show);
screen::ScreenOptions screen_options(const Options& options);
// Rows of at most so many columns. What people copy stays whole: a line that begins with two
// spaces, and a command after "run:", which gets a separate row.
std::string broken_between_words(const std::string& text, int columns);
// A line as it is written: in ASCII if necessary, and on a terminal broken between words.
std::function<std::string(std::string_view line)> line_format(const Options& options);
// Writes lines to the standard output.
std::function<void(std::string_view line)> line_writer(const Options& options);

} // namespace jaipur::client::app
