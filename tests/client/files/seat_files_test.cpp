#include "client/console/files/seat_files.hpp"
#include "tests/client/network.hpp"

#include <doctest/doctest.h>

#include <fstream>
#include <sys/stat.h>

namespace jaipur::client::test {

using namespace shuffle;

namespace fs = std::filesystem;

namespace {

SeatRecord record(const std::string& room, Seat seat = Seat::Zero) {
    return {"127.0.0.1:7777", room, seat, "mHnm5dGJcM2lZQ0S8mZ0b9gI1vUu0kqJk2mZ5nq3x1Y",
            "Asha",           {}};
}

SeatRecord record_in_match(const std::string& room) {
    SeatRecord full = record(room, Seat::One);
    full.fair.emplace();
    full.fair->match.fill(1);
    full.fair->server_commit.fill(2);
    full.fair->opening = {Opening::Kind::Settled, Seat::One};
    full.fair->nonce.emplace().fill(3);
    full.fair->seat_commits.emplace();
    (*full.fair->seat_commits)[Seat::Zero].emplace().fill(4);
    return full;
}

unsigned mode_of(const fs::path& path) {
    struct stat status{};
    REQUIRE(::stat(path.c_str(), &status) == 0);
    return status.st_mode & 0777u;
}

fs::path only_file(const fs::path& directory, const std::string& extension) {
    fs::path found;
    for (const auto& entry : fs::directory_iterator(directory))
        if (entry.path().extension() == extension) {
            REQUIRE(found.empty());
            found = entry.path();
        }
    return found;
}

void write(const fs::path& path, const std::string& text) {
    std::ofstream(path) << text;
}

} // namespace

TEST_CASE("a record survives being written as text") {
    CHECK(from_text(to_text(record("K7QX2M"))) == record("K7QX2M"));
    CHECK(from_text(to_text(record_in_match("K7QX2M"))) == record_in_match("K7QX2M"));
    SeatRecord of_bot = record_in_match("K7QX2M");
    of_bot.player = "./my_bot --depth 3\n# 100 %";
    CHECK(from_text(to_text(of_bot)) == of_bot);
    SeatRecord asked = record("");
    asked.seat.reset();
    CHECK(from_text(to_text(asked)) == asked);
    SeatRecord odd = record("K7QX2M");
    odd.name = "a\nroom b%0A\x7F\x01 ü ";
    CHECK(from_text(to_text(odd)) == odd);
    for (const auto kind : {Opening::Kind::Unknown, Opening::Kind::Drawn}) {
        SeatRecord other = record_in_match("K7QX2M");
        other.fair->opening = {kind, {}};
        other.fair->nonce.reset();
        other.fair->seat_commits.reset();
        CHECK(from_text(to_text(other)) == other);
    }
}

TEST_CASE("a text that was cut or changed is not a record") {
    const std::string text = to_text(record_in_match("K7QX2M"));
    const std::string short_text = to_text(record("K7QX2M"));
    for (std::size_t size = 0; size < text.size(); ++size) {
        const auto cut = from_text(text.substr(0, size));
        // Cut at the end of a line, it may be a record with less in it.
        const bool at_line = size > 0 && text[size - 1] == '\n';
        CHECK((at_line || !cut));
        if (size < short_text.size())
            CHECK_FALSE(cut);
    }
    for (const char* wrong :
         {"", "\n", "hello\n", "jaipur-seat 2\nserver a\nroom b\nseat 0\ntoken c\nname d\n",
          "jaipur-seat 1\nserver a\nroom b\nseat 2\ntoken c\nname d\n",
          "jaipur-seat 1\nserver a\nroom b\nseat 0\nname d\n",
          "jaipur-seat 1\nserver a\nserver a\nroom b\nseat 0\ntoken c\nname d\n",
          "jaipur-seat 1\nserver a\nroom b\nseat 0\ntoken c\nname %4\n",
          "jaipur-seat 1\nserver a\nroom b\nseat 0\ntoken c\nname d\nmatch 12\n"})
        CHECK_FALSE(from_text(wrong));
}

TEST_CASE("files and directories are private and written whole") {
    TemporaryDirectory home;
    const fs::path directory = home.path() / "state" / "jaipur" / "seats";
    const mode_t old_mask = ::umask(0);
    {
        SeatFiles files(directory);
        files.keep(record("K7QX2M"));
        CHECK(files.complaints().empty());
    }
    ::umask(old_mask);
    CHECK(mode_of(directory) == 0700);
    CHECK(mode_of(directory.parent_path()) == 0700);
    CHECK(mode_of(only_file(directory, ".seat")) == 0600);
    CHECK(mode_of(only_file(directory, ".lock")) == 0600);
    CHECK(only_file(directory, ".new").empty());
}

TEST_CASE("a directory that others could read becomes private") {
    TemporaryDirectory home;
    const fs::path directory = home.path() / "jaipur" / "seats";
    fs::create_directories(directory);
    fs::permissions(directory, fs::perms::all);
    SeatFiles(directory).keep(record("K7QX2M"));
    CHECK(mode_of(directory) == 0700);
}

TEST_CASE("seats are kept by server and room, listed newest first, and forgotten") {
    TemporaryDirectory home;
    const fs::path directory = home.path() / "jaipur" / "seats";
    {
        SeatFiles files(directory);
        files.keep(record("AAAAAA"));
        files.keep(record_in_match("BBBBBB"));
        SeatRecord elsewhere = record("CCCCCC");
        elsewhere.server = "example.org:7777";
        files.keep(elsewhere);
    }
    const fs::file_time_type past = fs::file_time_type::clock::now() - std::chrono::hours(1);
    for (const auto& entry : fs::directory_iterator(directory))
        if (entry.path().string().find("AAAAAA") != std::string::npos)
            fs::last_write_time(entry.path(), past);
    SeatFiles files(directory);
    CHECK(files.list("127.0.0.1:7777") == std::vector{record_in_match("BBBBBB"), record("AAAAAA")});
    files.forget(record_in_match("BBBBBB"));
    CHECK(files.list("127.0.0.1:7777") == std::vector{record("AAAAAA")});
    files.forget(record("DDDDDD")); // never existed
    files.forget(record("AAAAAA"));
    CHECK(files.list("127.0.0.1:7777").empty());
    CHECK(files.list("example.org:7777").size() == 1);
    CHECK(files.complaints().empty());
}

TEST_CASE("each seat that was asked for has its own file, whose name doesn't tell the token") {
    TemporaryDirectory home;
    const fs::path directory = home.path() / "jaipur" / "seats";
    SeatRecord one = record("K7QX2M"), other = record("K7QX2M");
    one.seat.reset();
    other.seat.reset();
    other.token[0] = 'M';
    SeatFiles files(directory);
    for (const SeatRecord& each : {record("K7QX2M"), one, other})
        files.keep(each);
    files.release();
    CHECK(files.list("127.0.0.1:7777").size() == 3);
    for (const auto& entry : fs::directory_iterator(directory))
        CHECK(entry.path().string().find(one.token.substr(1)) == std::string::npos);
    files.forget(one);
    CHECK(files.list("127.0.0.1:7777").size() == 2);
    CHECK(files.complaints().empty());
}

TEST_CASE("a seat in use is neither listed for nor forgotten by another program") {
    TemporaryDirectory home;
    const fs::path directory = home.path() / "jaipur" / "seats";
    SeatFiles mine(directory), other(directory);
    mine.keep(record("K7QX2M"));
    CHECK(mine.list("127.0.0.1:7777").empty()); // it is the one in use
    CHECK(other.list("127.0.0.1:7777").empty());
    CHECK_FALSE(other.hold(record("K7QX2M")));
    other.forget(record("K7QX2M"));
    mine.release();
    CHECK(other.list("127.0.0.1:7777").size() == 1);
    CHECK(other.hold(record("K7QX2M")));
    CHECK_FALSE(mine.hold(record("K7QX2M")));
    other.forget(record("K7QX2M"));
    CHECK(mine.list("127.0.0.1:7777").empty());
}

TEST_CASE("damaged files are reported once and skipped") {
    TemporaryDirectory home;
    const fs::path directory = home.path() / "jaipur" / "seats";
    {
        SeatFiles files(directory);
        files.keep(record("AAAAAA"));
    }
    write(directory / "broken.seat", "jaipur-seat 1\nserver 127.0.0.1:7777\nroom");
    write(directory / "huge.seat", std::string(100000, 'x'));
    fs::create_directory(directory / "directory.seat");
    fs::create_symlink("/dev/zero", directory / "link.seat");
    write(directory / "note.txt", "not mine");
    SeatFiles files(directory);
    CHECK(files.list("127.0.0.1:7777") == std::vector{record("AAAAAA")});
    CHECK(files.complaints().size() == 4);
    CHECK(files.list("127.0.0.1:7777").size() == 1);
    CHECK(files.complaints().empty());
}

TEST_CASE("if nothing can be kept the user is told and the game continues") {
    SeatFiles nowhere{fs::path()};
    nowhere.keep(record("AAAAAA"));
    CHECK(nowhere.list("127.0.0.1:7777").empty());
    CHECK(nowhere.complaints().size() == 1);
    TemporaryDirectory home;
    write(home.path() / "jaipur", "a file where the directory should be");
    SeatFiles blocked(home.path() / "jaipur" / "seats");
    blocked.keep(record("AAAAAA"));
    CHECK(blocked.complaints().size() == 1);
}

TEST_CASE("file names contain no path, whatever the room is called") {
    TemporaryDirectory home;
    const fs::path directory = home.path() / "jaipur" / "seats";
    SeatFiles files(directory);
    SeatRecord odd = record("../../../evil\n\x1B[2J");
    odd.server = "..";
    files.keep(odd);
    CHECK(files.complaints().empty());
    files.release();
    CHECK(files.list("..") == std::vector{odd});
    CHECK(fs::exists(only_file(directory, ".seat")));
    const std::string name = only_file(directory, ".seat").filename().string();
    CHECK(name.find('/') == std::string::npos);
    CHECK(name.find('\x1B') == std::string::npos);
}

} // namespace jaipur::client::test
