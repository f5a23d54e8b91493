// What the fuzzers demand would be worth nothing if it never failed: their checks, on texts that
// are known to be fit or not.
#include "server/shell/options.hpp"
#include "tests/fuzz/input.hpp"
#include "tests/fuzz/spoken.hpp"

#ifdef JAIPUR_FUZZ_CLIENT
#include "tests/fuzz/terminal_text.hpp"
#endif

#include <doctest/doctest.h>

#include <array>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <set>
#include <string>
#include <sys/wait.h>
#include <unistd.h>

namespace jaipur::fuzz {

namespace {

// Whether this ends the process as a fuzzer's find does.
template <class Do>
bool aborts(Do what) {
    const pid_t child = ::fork();
    REQUIRE(child >= 0);
    if (child == 0) {
        std::signal(SIGABRT, SIG_DFL);
        if (std::freopen("/dev/null", "w", stderr) != nullptr)
            what();
        ::_exit(0);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    return WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT;
}

bool refused(std::string_view spoken) {
    return aborts([&] { check_spoken(spoken); });
}

} // namespace

TEST_CASE("a demand that does not hold ends the process") {
    CHECK(aborts([] { demand(false, "never"); }));
    CHECK_FALSE(aborts([] { demand(true, "always"); }));
}

TEST_CASE("an input means something, beyond its end as well") {
    Input input("\x01\x02hello\nworld");
    CHECK(input.number(2) == 0x0201);
    CHECK(input.line() == "hello");
    CHECK(input.take(99) == "world");
    CHECK(input.empty());
    CHECK(input.byte() == 0);
    CHECK(input.line().empty());
    CHECK(input.number(8) == 0);
}

TEST_CASE("the dictionary of command lines knows every option of the server") {
    const std::array<const char*, 3> arguments{"jaipur-server", "--help", nullptr};
    const auto help = std::get<server::Leave>(server::parse_options(2, arguments.data())).text;
    std::ifstream file(std::filesystem::path(JAIPUR_FUZZ_FOLDER) / "dict" / "options.dict");
    const std::string known{std::istreambuf_iterator<char>(file), {}};
    std::set<std::string> options;
    const std::regex option("--[a-z][a-z-]+");
    for (std::sregex_iterator it(help.begin(), help.end(), option); it != std::sregex_iterator{};
         ++it)
        options.insert(it->str());
    REQUIRE(options.size() > 30);
    for (const std::string& name : options)
        if (name != "--help" && name != "--version")
            CHECK_MESSAGE(known.find('"' + name + '"') != std::string::npos, name);
}

TEST_CASE("UTF-8 is told from what only looks like it") {
    for (const char* text : {"", "Asha", "Zo\u00eb", "\u4e2d", "\U0001f42a", "\x7f"})
        CHECK_MESSAGE(is_utf8(text), text);
    for (const char* text : {"\xff", "\xc3", "\xc3(", "\xc0\xaf", "\xe0\x80\xaf", "\xed\xa0\x80",
                             "\xf0\x80\x80\x80", "\xf4\x90\x80\x80", "\xf5\x80\x80\x80"})
        CHECK_FALSE(is_utf8(text));
}

TEST_CASE("what a server may not say is found") {
    const std::string ok = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";
    const std::string open = "HTTP/1.1 101 Switching Protocols\r\n\r\n";
    const std::string pong = R"({"type":"ok","re":1})";
    const std::string message = "\x81" + std::string(1, static_cast<char>(pong.size())) + pong;
    CHECK_FALSE(refused(""));
    CHECK_FALSE(refused(ok + ok));
    CHECK_FALSE(refused(ok.substr(0, 20)));
    CHECK_FALSE(refused(open + message + "\x88\x02\x03\xe8"));
    CHECK(refused("HTTP/1.0 200 OK\r\n\r\n"));
    CHECK(refused("HTTP/1.1 500 Error\r\n\r\n"));
    CHECK(refused("HTTP/1.1 200 OK\r\nX: \x80\r\n\r\n"));
    CHECK(refused(ok + "more"));
    CHECK(refused(open + "\x81\x02{}"));
    CHECK(refused(open + "\x82\x01x"));
    CHECK(refused(open + "\xc1\x01x"));
    CHECK(refused(open + "\x81\x81xxxxx"));
    CHECK(refused(open + "\x88\x02\x03\xe8" + message));
}

#ifdef JAIPUR_FUZZ_CLIENT
TEST_CASE("what a terminal may not be given is found") {
    for (const char* text : {"", "Asha", "a b", "\u4e2d", "e\u0301", "\U0001f42a", "\u05d0"})
        CHECK_MESSAGE(is_fit_for_terminal(text), text);
    for (const char* text :
         {"\x1b[31m", "a\n", "\x7f", "\u0080", "\u009b", "\u061c", "\u200b", "\u200e", "\u2028",
          "\u202e", "\u2060", "\u2066", "\ufeff", "\xff", "\U000e0041"})
        CHECK_FALSE(is_fit_for_terminal(text));
}

TEST_CASE("a canvas is looked at cell by cell") {
    using namespace client::screen;
    Canvas canvas({8, 2}, Charset::Utf8);
    canvas.put({0, 0}, "a\u4e2db", {}, 8);
    CHECK(is_fit_for_terminal(canvas));
    const_cast<Cell&>(canvas.at({5, 1})).text = "\x1b";
    CHECK_FALSE(is_fit_for_terminal(canvas));
    const_cast<Cell&>(canvas.at({5, 1})).text = ""; // the half of nothing
    const_cast<Cell&>(canvas.at({4, 1})).text = "";
    CHECK_FALSE(is_fit_for_terminal(canvas));
    Canvas plain({2, 1}, Charset::Ascii);
    const_cast<Cell&>(plain.at({0, 0})).text = "\u4e2d";
    CHECK_FALSE(is_fit_for_terminal(plain));
}
#endif

} // namespace jaipur::fuzz
