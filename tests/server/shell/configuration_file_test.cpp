// The configuration file: its format, and errors that name the line.
#include "tests/server/shell/configured.hpp"

#include <doctest/doctest.h>

#include <string>

namespace jaipur::server::shell::test {

namespace {

std::string refused_file(const std::string& text) {
    const TemporaryFile file(text);
    std::string error = refused(parse_with(file));
    for (auto at = error.find(file.path()); at != std::string::npos; at = error.find(file.path()))
        error.replace(at, file.path().size(), "FILE");
    return error;
}

} // namespace

TEST_CASE("errors in the file name its lines, all at once") {
    CHECK(refused_file("# comment\n\nretian = 90\nrooms = many # too many\nlisten 80\n"
                       "retain = 1\nretain = 2\ndata =\ndata = \"a\nzzzzzzzz = 1\n") ==
          "FILE:3: unknown option 'retian'; did you mean retain?\n"
          "FILE:4: rooms: expected a number from 0 to 1000000000\n"
          "FILE:5: expected a line such as retain = 90\n"
          "FILE:7: retain is already set at FILE:6\n"
          "FILE:8: data: expected a value\n"
          "FILE:9: data: the closing quote is missing\n"
          "FILE:10: unknown option 'zzzzzzzz'\n");
    for (const char* not_here : {"config", "print-config", "help", "version"})
        CHECK(refused_file(not_here + std::string(" = x")).find("unknown") != std::string::npos);
    CHECK(refused_file("in-memory = perhaps") == "FILE:1: in-memory: expected true or false\n");
    CHECK(refused_file("data = \"a\" b") == "FILE:1: data: text after the closing quote\n");
    CHECK(refused_file("data = \"\\x\"") ==
          "FILE:1: data: after a backslash, expected \", \\ or n\n");
    CHECK(refused_file("data = '/srv/a b'") == "FILE:1: data: quote values with \", not with '\n");
    CHECK(refused_file("\x1b[2J = 1") == "FILE:1: unknown option '\\u{001B}[2J'\n");
    CHECK(refused_file("push-allow = 10.0.0.1").find("--push-allow is set by FILE:1") !=
          std::string::npos);
}

TEST_CASE("a file of another kind doesn't cause a flood of errors") {
    CHECK(refused_file(std::string("x = 1\ndata = a\0b\ny", 18)) ==
          "FILE:2: a zero byte: this isn't a text file\n");
    std::string lines, errors;
    for (int i = 1; i <= 1000; ++i)
        lines += "zzzzzzzz\n";
    for (int i = 1; i <= 20; ++i)
        errors += "FILE:" + std::to_string(i) + ": expected a line such as retain = 90\n";
    CHECK(refused_file(lines) == errors + "FILE: further errors: 980\n");
}

TEST_CASE("a file that can't be read is an error") {
    CHECK(refused(parse({"--config", "/nonexistent"})) ==
          "/nonexistent: No such file or directory\n");
    CHECK(refused(parse({"--config", "/dev/null"})) == "/dev/null: not a regular file\n");
    CHECK(refused(parse({"--config", "/"})) == "/: not a regular file\n");
    const TemporaryFile large(std::string((1 << 20) + 1, '#'));
    CHECK(refused(parse_with(large)) == large.path() + ": larger than 1 MiB\n");
}

TEST_CASE("comments, blanks and quotes in the file") {
    const TemporaryFile file("\r\n  # one\r\n\trooms=5# two\r\n");
    CHECK(refused(parse_with(file)).find(file.at(3)) != std::string::npos); // no blank before #
    const auto data = [](const std::string& line) {
        return served(parse_with(TemporaryFile(line))).data->string();
    };
    CHECK(data("data=/a") == "/a");
    CHECK(data("\xEF\xBB\xBF"
               "data=/a") == "/a"); // some editors begin files with it
    CHECK(data("data=\"'a'\"") == "'a'");
    CHECK(data("  data\t=  /a b  # c\r\n") == "/a b");
    CHECK(data("data = /a#b=c") == "/a#b=c");
    CHECK(data("data = \"/a # \\\"b\\\\\" # c") == "/a # \"b\\");
}

TEST_CASE("a configuration can be checked") {
    const TemporaryFile good("rooms = 5\n"), bad("rooms = -5\n");
    CHECK(printed(parse_with(good, {"--check-config"})) == "the configuration is valid\n");
    CHECK(refused(parse_with(bad, {"--check-config"})).starts_with(bad.at(1)));
    refused(parse_with(good, {"--check-config", "--nosuch"}));
}

} // namespace jaipur::server::shell::test
