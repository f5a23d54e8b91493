#include "client/console/app/input.hpp"
#include "tests/client/network.hpp"

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <doctest/doctest.h>

#include <cstdlib>
#include <fcntl.h>
#include <fstream>
#include <unistd.h>

namespace jaipur::client::test {

using namespace app;

namespace {

struct Pipe {
    int ends[2] = {-1, -1};

    Pipe() { REQUIRE(::pipe(ends) == 0); }

    ~Pipe() {
        close_writer();
        ::close(ends[0]);
    }

    Pipe(const Pipe&) = delete;
    Pipe& operator=(const Pipe&) = delete;

    void write(const std::string& text) {
        REQUIRE(::write(ends[1], text.data(), text.size()) == static_cast<::ssize_t>(text.size()));
    }

    void close_writer() {
        if (ends[1] >= 0)
            ::close(std::exchange(ends[1], -1));
    }
};

// Reads all lines of a descriptor, one by one.
std::vector<std::string> lines_of(int descriptor) {
    boost::asio::io_context context;
    const auto work = boost::asio::make_work_guard(context);
    std::vector<std::string> lines;
    Input* asked = nullptr;
    Input input(context, descriptor, [&](std::optional<std::string> line) {
        if (!line)
            return context.stop();
        lines.push_back(*line);
        asked->next();
    });
    asked = &input;
    input.next();
    context.run_for(std::chrono::seconds(20));
    return lines;
}

} // namespace

TEST_CASE("lines come from a pipe one by one until its end") {
    Pipe pipe;
    pipe.write("one\n\ntwo\nthe rest");
    pipe.close_writer();
    CHECK(lines_of(pipe.ends[0]) == std::vector<std::string>{"one", "", "two", "the rest"});
}

TEST_CASE("lines come from a file, or an empty input") {
    TemporaryDirectory directory;
    const auto path = directory.path() / "commands";
    std::ofstream(path) << "one\ntwo\n";
    const int file = ::open(path.c_str(), O_RDONLY);
    CHECK(lines_of(file) == std::vector<std::string>{"one", "two"});
    ::close(file);
    const int nothing = ::open("/dev/null", O_RDONLY);
    CHECK(lines_of(nothing).empty());
    ::close(nothing);
}

TEST_CASE("an endless line is cut") {
    Pipe pipe;
    pipe.write(std::string(10000, 'x') + "\n");
    pipe.close_writer();
    const auto lines = lines_of(pipe.ends[0]);
    CHECK(lines.size() >= 2);
    for (const std::string& line : lines)
        CHECK(line.size() <= 4096 + 1024);
}

TEST_CASE("nothing is read without being asked for") {
    Pipe pipe;
    pipe.write("one\ntwo\n");
    boost::asio::io_context context;
    int lines = 0;
    Input input(context, pipe.ends[0], [&](const auto&) { ++lines; });
    context.run_for(std::chrono::milliseconds(50));
    CHECK(lines == 0);
    input.next();
    input.next(); // asking twice asks once
    context.restart();
    const auto work = boost::asio::make_work_guard(context);
    context.run_for(std::chrono::milliseconds(200));
    CHECK(lines == 1);
}

TEST_CASE("the input, which other programs share, keeps its mode") {
    Pipe pipe;
    const int terminal = ::posix_openpt(O_RDWR | O_NOCTTY);
    REQUIRE((::grantpt(terminal) == 0 && ::unlockpt(terminal) == 0));
    const int tty = ::open(::ptsname(terminal), O_RDWR | O_NOCTTY);
    for (const auto& [descriptor, writer] :
         {std::pair(pipe.ends[0], pipe.ends[1]), std::pair(tty, terminal)}) {
        const int before = ::fcntl(descriptor, F_GETFL);
        REQUIRE(before >= 0);
        boost::asio::io_context context;
        const auto work = boost::asio::make_work_guard(context);
        std::optional<std::string> typed;
        {
            Input input(context, descriptor, [&](std::optional<std::string> line) {
                typed = std::move(line);
                context.stop();
            });
            input.next();
            context.run_for(std::chrono::milliseconds(20));
            CHECK(::fcntl(descriptor, F_GETFL) == before);
            REQUIRE(::write(writer, "one\n", 4) == 4);
            context.run_for(std::chrono::seconds(20));
            CHECK(typed == "one");
            input.next(); // waits when it is stopped
            context.restart();
            context.run_for(std::chrono::milliseconds(20));
        }
        CHECK(::fcntl(descriptor, F_GETFL) == before);
    }
    ::close(tty);
    ::close(terminal);
}

TEST_CASE("stopping takes effect at once while waiting for input") {
    Pipe pipe;
    boost::asio::io_context context;
    const auto begin = std::chrono::steady_clock::now();
    {
        Input input(context, pipe.ends[0], [](const auto&) {});
        input.next();
        context.run_for(std::chrono::milliseconds(20));
    }
    CHECK(std::chrono::steady_clock::now() - begin < std::chrono::seconds(5));
}

} // namespace jaipur::client::test
