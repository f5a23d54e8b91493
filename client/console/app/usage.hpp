// What CLI11 itself writes: the help, and complaints about the command line.
#pragma once

namespace CLI {
class App;
class ParseError;
} // namespace CLI

namespace jaipur::client::app {

// Headings and standard options in the user's language, and the version.
void speak_in_help(CLI::App& app);

// What it says below the options: modes, settings, exit codes.
void add_notes_to_help(CLI::App& app);

// Writes what is wrong, or the help if that was asked for. Returns the exit code.
int complain(const CLI::App& app, const CLI::ParseError& error, int argc, const char* const* argv);

} // namespace jaipur::client::app
