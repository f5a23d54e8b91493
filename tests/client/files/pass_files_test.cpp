#include "client/console/files/pass_files.hpp"
#include "protocol/hash.hpp"
#include "tests/client/network.hpp"

#include <doctest/doctest.h>

#include <fstream>
#include <sys/stat.h>

namespace jaipur::client::test {

namespace fs = std::filesystem;

namespace {

protocol::Secret secret(std::uint8_t byte) {
    protocol::Secret result;
    result.fill(byte);
    return result;
}

void give(PassFiles& files, const std::string& server, std::uint8_t byte,
          bool is_accepted = false) {
    files.change(server, [&](Pass& pass) {
        pass.secret = secret(byte);
        pass.is_accepted = is_accepted;
    });
}

unsigned mode(const fs::path& path) {
    struct stat status{};
    REQUIRE(::stat(path.c_str(), &status) == 0);
    return status.st_mode & 0777u;
}

constexpr const char* server = "https://jaipur.example";

} // namespace

TEST_CASE("a pass survives being written as text, and nothing else is one") {
    for (const Pass& pass : {Pass{server, {}}, Pass{server, secret(7)},
                             Pass{server, secret(7), true}, Pass{server, {}, false, true}}) {
        CHECK(pass_from(to_text(pass)) == pass);
        CHECK_FALSE(pass_from(to_text(pass) + "\n"));
        CHECK_FALSE(pass_from(to_text(pass).substr(1)));
    }
    // As earlier programs wrote them.
    const auto written = [](const char* pass, const char* worked) {
        return pass_from("jaipur-pass 1\nserver " + std::string(server) + "\npass " + pass +
                         "\nworked " + worked + "\n");
    };
    const std::string text = protocol::base64url(secret(7));
    CHECK(written(text.c_str(), "yes") == Pass{server, secret(7), true});
    CHECK(written("-", "yes") == Pass{server, {}, false, true});
    CHECK_FALSE(pass_from(""));
}

TEST_CASE("a pass is in a file that only the user can read, one for each server") {
    const TemporaryDirectory directory;
    const fs::path folder = directory.path() / "jaipur" / "passes";
    PassFiles files(folder);
    CHECK(files.load(server).is_nothing());
    CHECK_FALSE(fs::exists(folder)); // only looked
    give(files, server, 1, true);
    give(files, "[::1]:7777", 2);
    CHECK(mode(folder) == 0700);
    CHECK(mode(folder / "https_3A_2F_2Fjaipur.example.pass") == 0600);
    PassFiles others(folder);
    CHECK(others.load(server) == Pass{server, secret(1), true});
    CHECK(others.load("[::1]:7777") == Pass{"[::1]:7777", secret(2)});
    CHECK(others.load("jaipur.example:7777").is_nothing());
    others.change(server, [](Pass& pass) { pass = {server, {}}; });
    CHECK(files.load(server).is_nothing());
    CHECK_FALSE(fs::exists(folder / "https_3A_2F_2Fjaipur.example.pass"));
    CHECK(files.complaints().empty());
}

TEST_CASE("a pass that can't be kept lasts as long as the program, which says so once") {
    const TemporaryDirectory directory;
    std::ofstream(directory.path() / "jaipur") << "not a folder";
    for (const fs::path& folder : {directory.path() / "jaipur" / "passes", fs::path()}) {
        PassFiles files(folder);
        give(files, server, 1);
        give(files, server, 1, true);
        CHECK(files.load(server) == Pass{server, secret(1), true});
        CHECK(files.complaints().size() == 1);
        CHECK(PassFiles(folder).load(server).is_nothing());
    }
}

TEST_CASE("a damaged file of a pass is ignored, and replaced") {
    const TemporaryDirectory directory;
    const fs::path folder = directory.path() / "jaipur" / "passes";
    PassFiles files(folder);
    give(files, server, 1);
    std::ofstream(folder / "https_3A_2F_2Fjaipur.example.pass") << "jaipur-pass 1\n";
    for (int i = 0; i < 2; ++i)
        CHECK(files.load(server).is_nothing());
    const auto complaints = files.complaints(); // once
    REQUIRE(complaints.size() == 1);
    CHECK(complaints.front().find("couldn't be read from " + folder.string()) != std::string::npos);
    give(files, server, 2);
    CHECK(files.load(server).secret == secret(2));
}

TEST_CASE("without the lock, a pass is only in memory, and the complaint names the lock") {
    const TemporaryDirectory directory;
    const fs::path folder = directory.path() / "jaipur" / "passes";
    fs::create_directories(folder / "lock"); // can't be opened
    PassFiles files(folder);
    give(files, server, 1);
    CHECK(files.load(server).secret == secret(1));
    CHECK(PassFiles(folder).load(server).is_nothing());
    const auto complaints = files.complaints();
    REQUIRE(complaints.size() == 1);
    CHECK(complaints.front().find((folder / "lock").string() + " (Is a directory)") !=
          std::string::npos);
}

TEST_CASE("servers with long names that begin alike have separate passes") {
    const TemporaryDirectory directory;
    PassFiles files(directory.path() / "jaipur" / "passes");
    const std::string base(120, 'a');
    give(files, base + ".example", 1);
    give(files, base + ".test", 2);
    CHECK(files.load(base + ".example").secret == secret(1));
    CHECK(files.load(base + ".test").secret == secret(2));
    CHECK(files.complaints().empty());
}

} // namespace jaipur::client::test
