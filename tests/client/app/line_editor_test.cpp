// The typed line, on a screen of one dumb terminal: it knows only carriage returns, backspaces and
// line feeds.
#include "client/console/app/line_editor.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace jaipur::client::test {

using namespace app;

namespace {

struct DumbTerminal {
    LineEditor editor;
    std::vector<std::string> rows{""}; // ASCII
    std::size_t column = 0;
    std::vector<std::string> lines; // typed
    std::string written;

    void write(std::string_view text) {
        written += text;
        for (const char c : text) {
            REQUIRE(c != '\x1b');
            if (c == '\n')
                rows.emplace_back(), column = 0;
            else if (c == '\r')
                column = 0;
            else if (c == '\b')
                column -= column > 0 ? 1 : 0;
            else {
                std::string& row = rows.back();
                row.resize(std::max(row.size(), column + 1), ' ');
                row[column++] = c;
            }
        }
    }

    void type(std::string_view bytes) {
        editor.type(
            bytes, [this](std::string_view text) { write(text); },
            [this](std::string line) { lines.push_back(std::move(line)); });
    }

    void news(std::initializer_list<const char*> texts) {
        for (const char* text : texts)
            write(editor.hide() + text + "\n");
        write(editor.show());
    }

    // What a person sees, without spaces at the end.
    std::vector<std::string> seen() const {
        std::vector<std::string> result = rows;
        for (std::string& row : result)
            row.erase(row.find_last_not_of(' ') + 1);
        return result;
    }
};

using Rows = std::vector<std::string>;

} // namespace

TEST_CASE("a secret is neither echoed nor recalled, and what was typed before it stays") {
    DumbTerminal terminal;
    terminal.type("take go");
    terminal.write(terminal.editor.hide());
    terminal.editor.type_secretly(true);
    terminal.news({"What is the password?"});
    terminal.type("open sesamf\x7f"
                  "e");
    terminal.type("\x1b[D\x1b[C\x12"); // left, right, Ctrl-R
    terminal.news({"Ravi took gold."});
    terminal.type("\x10\n"); // Ctrl-P
    CHECK(terminal.lines == Rows{"open sesame"});
    CHECK(terminal.written.find("sesam") == std::string::npos);
    terminal.write(terminal.editor.hide());
    terminal.editor.type_secretly(false);
    terminal.write(terminal.editor.show());
    terminal.type("ld\n");
    CHECK(terminal.lines == Rows{"open sesame", "take gold"});
    terminal.type("\x10\x10");
    CHECK(terminal.seen().back() == "take gold");
}

TEST_CASE("news doesn't break a half-typed line") {
    DumbTerminal terminal;
    terminal.type("take go");
    terminal.news({"Ravi took gold.", "Your turn."});
    CHECK(terminal.seen() == Rows{"Ravi took gold.", "Your turn.", "take go"});
    terminal.type("ld\r");
    CHECK(terminal.lines == Rows{"take gold"});
    CHECK(terminal.seen().at(2) == "take gold");
    terminal.news({"You took gold."});
    CHECK(terminal.seen() ==
          Rows{"Ravi took gold.", "Your turn.", "take gold", "You took gold.", ""});
}

TEST_CASE("short news leaves nothing of a longer typed line, and it is written only once") {
    DumbTerminal terminal;
    terminal.type("exchange gold silver for");
    terminal.written.clear();
    terminal.news({"a", "b", "c"});
    CHECK(terminal.seen() == Rows{"a", "b", "c", "exchange gold silver for"});
    const auto first = terminal.written.find("exchange");
    REQUIRE(first != std::string::npos);
    CHECK(terminal.written.find("exchange", first + 1) == std::string::npos);
}

TEST_CASE("a typed line of several rows stays, and is repeated after the news") {
    DumbTerminal terminal;
    terminal.editor.set_columns(10);
    terminal.type("a line of many words");
    terminal.news({"news"});
    CHECK(terminal.seen() == Rows{"a line of many words", "news", "a line of many words"});
}

TEST_CASE("the line is edited as in a shell") {
    DumbTerminal terminal;
    const auto line = [&](std::string_view keys) {
        terminal.type(keys);
        const std::string shown = terminal.seen().back();
        terminal.type("\n");
        CHECK(terminal.lines.back() == shown);
        return shown;
    };
    CHECK(line("take gole\x7f"
               "d") == "take gold");
    CHECK(line("sell 2 cloth\x1b[D\x1b[D\x1b[D\x1b[D\x1b[D\x1b[D\b3") == "sell 3 cloth");
    CHECK(line("old\x1b[H"
               "c\x1b[F!") == "cold!");
    CHECK(line("cold\x01\x04\x05!") == "old!");
    CHECK(line("take some gold\x17silver") == "take some silver");
    CHECK(line("nonsense\x15"
               "camels") == "camels");
    CHECK(line("ab\x1b[D\x1b[3~") == "a");
    CHECK(line("keep this\x1b[D\x1b[D\x1b[D\x1b[D\x1b[D\x0b") == "keep");
    CHECK(line("x\x1bOPy\x1b[15~z") == "xyz"); // keys without a meaning
    CHECK(line("\x1b[A") == "xyz");
    CHECK(line("\x1b[A\x1b[A\x1b[B") == "xyz");
    CHECK(line("\x10\x10") == "keep");
}

TEST_CASE("characters of several bytes stay whole") {
    LineEditor editor;
    std::string written;
    std::vector<std::string> lines;
    const auto type = [&](std::string_view bytes) {
        editor.type(
            bytes, [&](std::string_view text) { written += text; },
            [&](std::string line) { lines.push_back(std::move(line)); });
    };
    type("Z\xc3");
    CHECK(written == "Z");
    type("\xbcrich\x7f\x7f\x7f\x7f\x7f"
         "oo\n");
    CHECK(lines == std::vector<std::string>{"Zoo"});
    type("\xe5\xb8\x82\x7f"); // two columns wide
    CHECK(written.ends_with("\b\b  \b\b"));
}

TEST_CASE("Ctrl-D on an empty line ends the input, and an endless line is cut") {
    DumbTerminal terminal;
    terminal.type("a\x04");
    CHECK_FALSE(terminal.editor.ended());
    terminal.type("\x7f\x04");
    CHECK(terminal.editor.ended());
    DumbTerminal endless;
    endless.type(std::string(10000, 'x') + "\n");
    CHECK(endless.lines.at(0).size() == 4096);
}

} // namespace jaipur::client::test
