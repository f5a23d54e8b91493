// The line that a person types in plain mode on a terminal, so that news doesn't break it: it is
// taken away, the news is written, and it is shown again. It uses no escapes, only carriage
// returns, backspaces and spaces, which every terminal and screen reader understands. Pure: bytes
// come in, and what to write comes out.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace jaipur::client::app {

class LineEditor {
  public:
    // Typed bytes. Returns the echo; calls `on_line` for each line, after writing its echo with
    // `write`.
    using Write = std::function<void(std::string_view)>;
    using OnLine = std::function<void(std::string line)>;
    void type(std::string_view bytes, const Write& write, const OnLine& on_line);

    // What to write before and after news. Hiding twice changes nothing.
    std::string hide();
    std::string show();

    // Begins or ends a secret line: it isn't shown, and Up doesn't bring it back. The line that was
    // being typed returns afterwards. Call this between `hide` and `show`.
    void type_secretly(bool secretly);

    // Ctrl-D on an empty line: no more lines will come.
    bool ended() const { return ended_; }

    void set_columns(int columns) { columns_ = columns; }

  private:
    void take(unsigned char byte, const Write& write, const OnLine& on_line);
    void control(unsigned char byte, const Write& write, const OnLine& on_line);
    void escape_sequence(unsigned char last, const Write& write);
    void insert(const Write& write);
    void erase(std::size_t from, std::size_t to, const Write& write);
    void move_to(std::size_t to, const Write& write);
    void replace(std::string text, const Write& write);
    void recall(int step, const Write& write);
    void finish(const Write& write, const OnLine& on_line);
    std::size_t before(std::size_t at) const;
    std::size_t after(std::size_t at) const;
    std::size_t word_start() const;
    bool fits() const;

    std::string text_;
    std::string set_aside_; // during a secret
    bool secret_ = false;
    std::size_t cursor_ = 0; // bytes before it
    std::string pending_;    // an unfinished character
    std::vector<std::string> history_;
    std::size_t recalled_ = 0; // in the history; its size: the line being typed
    enum class Escape : std::uint8_t { None, Began, Sequence } escape_{};
    bool shown_ = true;
    bool ended_ = false;
    int columns_ = 80;
};

} // namespace jaipur::client::app
