// The options of a private server.
#include "tests/server/shell/parsed.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <sys/stat.h>
#include <unistd.h>

namespace jaipur::server::shell {

TEST_CASE("a private server: who enters, who opens rooms, a password that isn't an option") {
    using core::Access;
    CHECK(served({}).privacy == core::Privacy{});
    CHECK(!served({}).password);
    const Serve serve = served({"--admit", "invited", "--open-rooms=invited", "--public-url",
                                "https://jaipur.example.org:8443"});
    CHECK(serve.privacy == core::Privacy{Access::Invited, Access::Invited});
    CHECK(serve.public_url == "https://jaipur.example.org:8443");
    CHECK(refused({"--admit", "friends"}).find("--admit") != std::string::npos);
    for (const char* url :
         {"jaipur.example.org", "ftp://a.example", "https://", "https://a.example/",
          "https://a.example/x#y", "https://a.example\nx", "https://a.example\x1b[31m",
          "https://a.example:99999", "https://a.example:0", "https://a.example:", "https://:443",
          "https://a.example:x", "https://[::1]:99999", "https://::1"})
        CHECK(refused({"--public-url", url}).find("--public-url") != std::string::npos);
    CHECK(refused({"--server-password-file", "/nonexistent"}).find("No such file") !=
          std::string::npos);
    refused({"--server-password", "sesame"});

    const auto invite = std::get<admin::Invite>(
        std::get<Admin>(parse({"admin", "invite", "--uses", "8", "--for", "2d", "--note", "club"}))
            .command);
    CHECK(invite.uses == 8);
    CHECK(invite.lasts_for == 2 * 86400);
    CHECK(invite.note == "club");
    CHECK(std::get<admin::Invite>(std::get<Admin>(parse({"admin", "invite"})).command).lasts_for ==
          7 * 86400);
    CHECK(std::get<admin::Revoke>(std::get<Admin>(parse({"admin", "revoke", "3"})).command)
              .invitation == 3);
    for (const char* time : {"3650d", "315360000s"})
        CHECK(std::get<admin::Invite>(
                  std::get<Admin>(parse({"admin", "invite", "--for", time})).command)
                  .lasts_for == admin::longest_time);
    for (const char* time : {"3651d", "315360001s", "4000d", "9223372036854775807d", "0s"}) {
        CHECK(refused({"admin", "invite", "--for", time}).find("3650d") != std::string::npos);
        CHECK(refused({"admin", "ban", "203.0.113.7", "--for", time}).find("3650d") !=
              std::string::npos);
    }
    refused({"admin", "revoke"});
}

TEST_CASE("the server's password is what people type, whatever an editor adds") {
    const test::TemporaryFile file("");
    const auto password_in = [&](const std::string& text) {
        std::ofstream(file.path()) << text;
        return *served({"--server-password-file", file.path().c_str()}).password;
    };
    CHECK(password_in("open sesame\nmore\n") == "open sesame");
    CHECK(password_in("open sesame\r\n") == "open sesame");
    CHECK(password_in("\xEF\xBB\xBFsésame") == "sésame");
    const auto objection = [&](const std::string& text) {
        std::ofstream(file.path()) << text;
        return refused({"--server-password-file", file.path().c_str()});
    };
    for (const std::string& text : {std::string("sesame \n"), std::string(" sesame\n"),
                                    std::string("\tsesame"), std::string("sesame\u00a0\n")})
        CHECK_MESSAGE(!objection(text).empty(), text);
    CHECK(objection("sesame \n").find("blank") != std::string::npos);
    CHECK(objection(std::string("ses\0ame\n", 8)).find("control") != std::string::npos);
    CHECK(objection("ses\x1b[1mame\n").find("control") != std::string::npos);
    for (const std::string& text : {std::string(), std::string("\xEF\xBB\xBF\n"),
                                    std::string(65, 'x'), std::string("\xff\n")})
        CHECK(objection(text).find("1 to 64") != std::string::npos);
    // Commands to a running server don't need it, and may not be allowed to read it.
    CHECK(std::holds_alternative<Admin>(
        parse({"--server-password-file", "/nonexistent", "admin", "status"})));
}

TEST_CASE("the server's password may come from a pipe") {
    std::array<int, 2> ends{};
    REQUIRE(pipe(ends.data()) == 0);
    const std::string text = "open sesame\n";
    REQUIRE(write(ends[1], text.data(), text.size()) == static_cast<ssize_t>(text.size()));
    close(ends[1]);
    const std::string path = "/dev/fd/" + std::to_string(ends[0]);
    CHECK(served({"--server-password-file", path}).password == "open sesame");
    close(ends[0]);
}

TEST_CASE("nobody waits for a pipe that nobody writes to") {
    const test::TemporaryFile file("");
    const auto fifo = file.path() + ".fifo";
    REQUIRE(mkfifo(fifo.c_str(), 0600) == 0);
    CHECK(refused({"--server-password-file", fifo}).find("1 to 64") != std::string::npos);
    std::filesystem::remove(fifo);
}

} // namespace jaipur::server::shell
