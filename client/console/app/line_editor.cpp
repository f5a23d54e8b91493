#include "client/console/app/line_editor.hpp"

#include "client/console/screen/text.hpp"

#include <algorithm>
#include <utility>

namespace jaipur::client::app {

namespace {

constexpr std::size_t longest_text = 4096, longest_history = 100;

constexpr unsigned char ctrl(char letter) {
    return static_cast<unsigned char>(letter - 'a' + 1);
}

constexpr unsigned char escape = 0x1b, backspace = 0x7f;

bool continues(char byte) {
    return (static_cast<unsigned char>(byte) & 0xC0u) == 0x80u;
}

std::size_t bytes_of(unsigned char first) {
    return first < 0xC0 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
}

int columns(std::string_view text) {
    return screen::width(text, screen::Charset::Utf8);
}

std::string repeated(int times, char what) {
    return std::string(static_cast<std::size_t>(std::max(0, times)), what);
}

} // namespace

void LineEditor::type(std::string_view bytes, const Write& write, const OnLine& on_line) {
    const Write nothing = [](std::string_view) {};
    for (const char byte : bytes) {
        if (ended_)
            return;
        if (secret_ && (byte == '\r' || byte == '\n'))
            write("\n");
        take(static_cast<unsigned char>(byte), secret_ ? nothing : write, on_line);
    }
}

void LineEditor::type_secretly(bool secretly) {
    if (std::exchange(secret_, secretly) == secretly)
        return;
    if (secretly)
        set_aside_ = std::move(text_);
    text_ = secretly ? std::string() : std::exchange(set_aside_, {});
    cursor_ = text_.size();
}

void LineEditor::take(unsigned char byte, const Write& write, const OnLine& on_line) {
    if (escape_ == Escape::Began) { // of a key that sends several bytes
        escape_ = byte == '[' || byte == 'O' ? Escape::Sequence : Escape::None;
    } else if (escape_ == Escape::Sequence) {
        if (byte < 0x40 || byte > 0x7e)
            return void(pending_ += static_cast<char>(byte)); // a parameter
        escape_ = Escape::None;
        escape_sequence(byte, write);
    } else if (byte < 0x20 || byte == backspace) {
        pending_.clear();
        control(byte, write, on_line);
    } else {
        pending_ += static_cast<char>(byte);
        if (pending_.size() >= bytes_of(static_cast<unsigned char>(pending_[0])))
            insert(write);
    }
}

void LineEditor::control(unsigned char byte, const Write& write, const OnLine& on_line) {
    switch (byte) {
    case '\n':
    case '\r':
        return finish(write, on_line);
    case escape:
        escape_ = Escape::Began;
        return;
    case '\b':
    case backspace:
        return erase(before(cursor_), cursor_, write);
    case ctrl('d'):
        if (text_.empty())
            ended_ = true;
        return erase(cursor_, after(cursor_), write);
    case ctrl('u'):
        return erase(0, cursor_, write);
    case ctrl('k'):
        return erase(cursor_, text_.size(), write);
    case ctrl('w'):
        return erase(word_start(), cursor_, write);
    case ctrl('a'):
        return move_to(0, write);
    case ctrl('e'):
        return move_to(text_.size(), write);
    case ctrl('b'):
        return move_to(before(cursor_), write);
    case ctrl('f'):
        return move_to(after(cursor_), write);
    case ctrl('p'):
        return recall(-1, write);
    case ctrl('n'):
        return recall(1, write);
    case ctrl('l'):
    case ctrl('r'): // shows the line again
        write("\n" + text_ + repeated(columns(std::string_view(text_).substr(cursor_)), '\b'));
        return;
    default:
        return;
    }
}

void LineEditor::escape_sequence(unsigned char last, const Write& write) {
    const std::string parameters = std::exchange(pending_, {});
    switch (last) {
    case 'A':
        return recall(-1, write);
    case 'B':
        return recall(1, write);
    case 'C':
        return move_to(after(cursor_), write);
    case 'D':
        return move_to(before(cursor_), write);
    case 'H':
        return move_to(0, write);
    case 'F':
        return move_to(text_.size(), write);
    case '~':
        if (parameters == "3")
            erase(cursor_, after(cursor_), write);
        else if (parameters == "1" || parameters == "7")
            move_to(0, write);
        else if (parameters == "4" || parameters == "8")
            move_to(text_.size(), write);
        return;
    default:
        return;
    }
}

void LineEditor::insert(const Write& write) {
    const std::string character = std::exchange(pending_, {});
    if (text_.size() + character.size() > longest_text)
        return;
    text_.insert(cursor_, character);
    cursor_ += character.size();
    const std::string_view rest = std::string_view(text_).substr(cursor_);
    write(character + std::string(rest) + repeated(columns(rest), '\b'));
}

void LineEditor::erase(std::size_t from, std::size_t to, const Write& write) {
    if (from == to)
        return;
    const std::string gone = text_.substr(from, to - from);
    const int back = columns(std::string_view(text_).substr(from, cursor_ - from));
    text_.erase(from, to - from);
    cursor_ = from;
    const std::string rest = text_.substr(from);
    const int wiped = columns(gone);
    write(repeated(back, '\b') + rest + repeated(wiped, ' ') +
          repeated(wiped + columns(rest), '\b'));
}

void LineEditor::move_to(std::size_t to, const Write& write) {
    const auto between = [&](std::size_t from, std::size_t end) {
        return text_.substr(from, end - from);
    };
    if (to < cursor_)
        write(repeated(columns(between(to, cursor_)), '\b'));
    else if (to > cursor_)
        write(between(cursor_, to));
    cursor_ = to;
}

void LineEditor::replace(std::string text, const Write& write) {
    move_to(text_.size(), write);
    erase(0, text_.size(), write);
    text_ = std::move(text);
    cursor_ = text_.size();
    write(text_);
}

// Earlier lines, the newest first. The line being typed isn't kept.
void LineEditor::recall(int step, const Write& write) {
    if (secret_)
        return;
    const auto last = static_cast<int>(history_.size());
    const int wanted = static_cast<int>(recalled_) + step;
    if (wanted < 0 || wanted > last)
        return;
    recalled_ = static_cast<std::size_t>(wanted);
    replace(wanted == last ? "" : history_[recalled_], write);
}

void LineEditor::finish(const Write& write, const OnLine& on_line) {
    write("\n");
    std::string line = std::exchange(text_, {});
    cursor_ = 0;
    if (!secret_ && !line.empty() && (history_.empty() || history_.back() != line))
        history_.push_back(line);
    if (history_.size() > longest_history)
        history_.erase(history_.begin());
    recalled_ = history_.size();
    on_line(std::move(line));
}

std::string LineEditor::hide() {
    if (!std::exchange(shown_, false) || text_.empty() || secret_)
        return {};
    if (!fits()) // only an escape could take away more than one row
        return "\n";
    return "\r" + repeated(columns(text_), ' ') + "\r";
}

std::string LineEditor::show() {
    if (std::exchange(shown_, true) || secret_)
        return {};
    return text_ + repeated(columns(std::string_view(text_).substr(cursor_)), '\b');
}

std::size_t LineEditor::before(std::size_t at) const {
    while (at > 0 && continues(text_[--at])) {
    }
    return at;
}

std::size_t LineEditor::after(std::size_t at) const {
    if (at < text_.size())
        ++at;
    while (at < text_.size() && continues(text_[at]))
        ++at;
    return at;
}

std::size_t LineEditor::word_start() const {
    std::size_t at = cursor_;
    while (at > 0 && text_[at - 1] == ' ')
        --at;
    while (at > 0 && text_[at - 1] != ' ')
        --at;
    return at;
}

bool LineEditor::fits() const {
    return columns(text_) < columns_;
}

} // namespace jaipur::client::app
