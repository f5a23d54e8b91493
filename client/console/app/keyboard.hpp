// A person's terminal in plain mode: takes over echoing, so that typed text and news don't mix, and
// gives the terminal back at the end.
#pragma once

#include "client/console/app/line_editor.hpp"
#include "client/console/app/on_line.hpp"

#include <memory>
#include <string_view>

namespace boost::asio {
class io_context;
}

namespace jaipur::client::app {

class Keyboard {
  public:
    // Standard input and output must be terminals.
    Keyboard(boost::asio::io_context& context, OnLine on_line);
    ~Keyboard();
    Keyboard(const Keyboard&) = delete;
    Keyboard& operator=(const Keyboard&) = delete;

    // Writes a line of news; the typed text reappears only with `show`.
    void news(std::string_view line);
    void show();
    // See `LineEditor`.
    void type_secretly(bool secretly);

  private:
    struct State;
    std::shared_ptr<State> state_;
};

// The width of the terminal on standard output.
int terminal_columns();

} // namespace jaipur::client::app
