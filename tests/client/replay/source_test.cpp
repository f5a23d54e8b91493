// Where replays come from: files of every kind, and servers.
#include "client/console/files/replay_file.hpp"
#include "client/console/network/fetch.hpp"
#include "client/console/replay/source.hpp"
#include "protocol/codec.hpp"
#include "tests/client/network.hpp"
#include "tests/support/replays.hpp"
#include "tests/support/text.hpp"

#include <doctest/doctest.h>

#include <fstream>
#include <sstream>

namespace jaipur::client::test {

using namespace files;
using namespace network;
using namespace replay;
using jaipur::test::has;

namespace {

std::string text_of(const std::string& path) {
    std::ostringstream text;
    text << std::ifstream(path).rdbuf();
    return text.str();
}

struct Files {
    std::string write(const std::string& text) {
        const std::string path = name();
        std::ofstream(path) << text;
        return path;
    }

    std::string name() { return (directory.path() / std::to_string(++count)).string(); }

    TemporaryDirectory directory;
    int count = 0;
};

struct Verified {
    explicit Verified(const std::string& path)
        : code(verify(
              path, {}, [this](std::string_view line) { said += std::string(line) + "\n"; },
              [this](std::string_view line) { complained += std::string(line) + "\n"; })) {}

    std::string said, complained;
    int code;
};

} // namespace

TEST_CASE("verify exits with 0 for a consistent replay, 1 with a line per fault, 2 if it isn't a "
          "replay") {
    Files files;
    protocol::Replay replay = jaipur::test::played_replay(1);
    const Verified good(files.write(protocol::encode(replay)));
    CHECK(good.code == 0);
    CHECK(has(good.said, protocol::hex(replay.match)));
    CHECK(has(good.said, "seat 0 is Asha, seat 1 is Ben"));
    CHECK(has(good.said, "This match was checked"));
    CHECK(good.complained.empty());

    replay.rounds[0].traders[Seat::One].rupees += 1;
    replay.proof.transcript[0] ^= 1;
    const Verified bad(files.write(protocol::encode(replay)));
    CHECK(bad.code == 1);
    CHECK(has(bad.said, "IS NOT VALID"));
    CHECK(has(bad.said, "\nthe table doesn't match the commitments and nonces\n"));
    CHECK(bad.complained.empty());

    const Verified text(files.write("Dear Sir"));
    CHECK(text.code == 2);
    CHECK(text.said.empty());
    CHECK(has(text.complained, "not JSON"));
    const Verified missing(files.name() + "\x1b");
    CHECK(missing.code == 2);
    CHECK(has(missing.complained, "can't be read"));
    CHECK_FALSE(has(missing.complained, "\x1b"));
    CHECK(Verified(files.directory.path().string()).code == 2);
}

TEST_CASE("a file that is too large is not read whole") {
    const auto zeros = read_replay_file("/dev/zero");
    REQUIRE(zeros.has_value());
    CHECK(zeros->size() > protocol::max_replay);
    CHECK(zeros->size() < 2 * protocol::max_replay);
    const auto refused = replay_of_file("/dev/zero");
    REQUIRE(refused.has_error());
    CHECK(has(refused.error(), "too large"));
}

TEST_CASE("a new file is written whole, an existing one left alone") {
    Files files;
    const std::string path = files.name();
    CHECK_FALSE(file_exists(path));
    CHECK(write_new_file(path, "first") == "");
    CHECK(file_exists(path));
    CHECK(text_of(path) == "first");
    CHECK(has(write_new_file(path, "second"), "already exists"));
    CHECK(text_of(path) == "first");
    CHECK(write_new_file("/nowhere/at/all", "x") != "");
    CHECK(write_new_file("/dev/full", "x") != "");
}

TEST_CASE("a replay's source is an existing file or a match id") {
    Files files;
    const std::string server = "127.0.0.1:1"; // nobody listens there
    const protocol::Replay replay = jaipur::test::played_replay(1);
    ReplayRequest request{files.write(protocol::encode(replay)), {}};
    const auto read = replay_of(request, {server, {}});
    REQUIRE(read.has_value());
    CHECK(*read == replay);
    request.save = files.name();
    CHECK(has(replay_of(request, {server, {}}).error(), "--save is for replays from a server"));
    CHECK_FALSE(file_exists(*request.save));

    for (const char* wrong : {"nothing", "606162636465666768696a6b6c6d6e6", "K7QX2M", ""}) {
        CHECK(has(replay_of({wrong, {}}, {server, {}}).error(), "32 digits"));
    }
    CHECK(has(replay_of({"606162636465666768696a6b6c6d6e6f", {}}, {server, {}}).error(),
              "127.0.0.1:1 didn't send the replay"));
}

} // namespace jaipur::client::test
