// Who gets a socket's path, and what is replaced there.
#include "server/admin/socket_file.hpp"

#include <doctest/doctest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace jaipur::server::admin;
namespace fs = std::filesystem;

namespace {

struct Folder {
    Folder() {
        std::string name = "/tmp/jaipur-admin-XXXXXX";
        path = mkdtemp(name.data());
    }

    ~Folder() { fs::remove_all(path); }

    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;

    fs::path path;
};

struct Listening {
    explicit Listening(SocketFile& file) {
        file.bind(number);
        ::listen(number, 1);
    }

    ~Listening() { ::close(number); }

    Listening(const Listening&) = delete;
    Listening& operator=(const Listening&) = delete;

    int number = ::socket(AF_UNIX, SOCK_STREAM, 0);
};

// Why it can't be claimed; empty: it can.
std::string objection(const fs::path& path) {
    try {
        const SocketFile file(path);
    } catch (const std::runtime_error& error) {
        return error.what();
    }
    return "";
}

bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

} // namespace

TEST_CASE("the socket is for its owner only, and is removed at the end") {
    const Folder folder;
    const fs::path path = folder.path / "a.sock";
    {
        SocketFile file(path);
        const Listening socket(file);
        struct stat made{};
        REQUIRE(::lstat(path.c_str(), &made) == 0);
        CHECK(S_ISSOCK(made.st_mode));
        CHECK((made.st_mode & 0777) == 0600);
        CHECK(contains(objection(path), "another server"));
    }
    CHECK_FALSE(fs::exists(fs::symlink_status(path)));
}

TEST_CASE("what a killed server left is replaced; a live program's socket and other files aren't") {
    const Folder folder;
    const fs::path path = folder.path / "a.sock";
    const auto endpoint = endpoint_of(path);
    const int left = ::socket(AF_UNIX, SOCK_STREAM, 0);
    REQUIRE(::bind(left, endpoint.data(), static_cast<socklen_t>(endpoint.size())) == 0);
    ::listen(left, 1);
    CHECK(contains(objection(path), "another program listens"));
    ::close(left);
    CHECK(objection(path).empty());
    CHECK_FALSE(fs::exists(fs::symlink_status(path)));

    const fs::path precious = folder.path / "precious";
    std::ofstream(precious) << "text";
    fs::create_symlink(precious, path);
    CHECK(contains(objection(path), "isn't a socket"));
    CHECK(fs::is_symlink(path));
    CHECK(fs::file_size(precious) == 4);
    fs::remove(path);
    fs::create_directory(path);
    CHECK(contains(objection(path), "isn't a socket"));
    CHECK(fs::is_directory(path));
}

TEST_CASE("at its end a server leaves another one's socket alone") {
    const Folder folder;
    const fs::path path = folder.path / "a.sock";
    {
        SocketFile file(path);
        const Listening socket(file);
        fs::rename(path, folder.path / "old.sock");
        std::ofstream(path) << "not ours";
    }
    CHECK(fs::is_regular_file(path));
}

TEST_CASE("a path that is too long, and a folder that doesn't exist, are named") {
    const Folder folder;
    CHECK(contains(objection(folder.path / std::string(120, 'a')), "1 to 107 bytes"));
    CHECK(contains(objection("/nowhere/at/all.sock"), "No such file"));
}
