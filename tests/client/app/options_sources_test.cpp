// Options from the environment, the settings, and files.
#include "tests/client/app/typed_options.hpp"
#include "tests/client/network.hpp"

#include <doctest/doctest.h>

#include <cstdlib>
#include <fstream>
#include <string>
#include <variant>
#include <vector>

namespace jaipur::client::test {

using namespace app;

TEST_CASE("without anything: the local server and the start menu") {
    ::unsetenv("JAIPUR_SERVER");
    const Options options = good({});
    CHECK(options.server == "127.0.0.1:7777");
    CHECK(options.address.port == "7777");
    CHECK_FALSE(options.start);
    CHECK(options.look == Options::Look::Chosen);
    CHECK_FALSE(options.ascii);
    CHECK(options.new_room == protocol::CreateOptions{});
    CHECK_FALSE(options.name.empty());
}

TEST_CASE("the server can come from the environment") {
    ::setenv("JAIPUR_SERVER", "example.org:1234", 1);
    CHECK(good({}).server == "example.org:1234");
    CHECK(good({"--server", "other:1"}).server == "other:1");
    ::unsetenv("JAIPUR_SERVER");
}

TEST_CASE("a password can come from the environment, for the commands that have one") {
    ::setenv("JAIPUR_PASSWORD", "from outside", 1);
    CHECK(start<command::New>({"new"}).options.password == "from outside");
    CHECK(start<command::New>({"bot"}).options.password == "from outside");
    CHECK(start<command::Join>({"join", "K7QX2M"}).password == "from outside");
    CHECK(start<command::Watch>({"watch", "K7QX2M"}).password == "from outside");
    CHECK(start<command::Join>({"join", "K7QX2M", "--password", "pw"}).password == "pw");
    const std::string too_long(1000, 'x');
    ::setenv("JAIPUR_PASSWORD", too_long.c_str(), 1);
    CHECK(good({"verify", "x.json"}).verify == "x.json");
    CHECK(good({"replay", "x.json"}).replay);
    start<command::Rooms>({"rooms"});
    start<command::Resume>({"resume"});
    CHECK_FALSE(start<command::Quick>({"quick"}).clock);
    CHECK_FALSE(good({}).start);
    CHECK(start<command::Join>({"join", "K7QX2M", "--password", "pw"}).password == "pw");
    CHECK(complaint({"join", "K7QX2M"}).find("JAIPUR_PASSWORD: expected a password") == 0);
    ::unsetenv("JAIPUR_PASSWORD");
}

TEST_CASE("options win over the environment, and the environment over the settings") {
    Settings settings;
    settings.name = "Olga";
    settings.server = "file:1";
    settings.plain = true;
    settings.notify = Notify{true, false, false};
    settings.theme = Theme::Light;
    settings.mouse = false;
    const auto with = [&](std::vector<const char*> words) {
        return std::get<Options>(read(std::move(words), settings));
    };
    for (const char* name : {"JAIPUR_SERVER", "JAIPUR_NAME", "JAIPUR_NOTIFY", "JAIPUR_THEME"})
        ::unsetenv(name);
    const Options file = with({});
    CHECK(file.name == "Olga");
    CHECK(file.server == "file:1");
    CHECK(file.look == Options::Look::Plain);
    CHECK(file.notify == Notify{true, false, false});
    CHECK(file.theme == Theme::Light);
    CHECK_FALSE(file.mouse);
    ::setenv("JAIPUR_NAME", "Asha", 1);
    ::setenv("JAIPUR_SERVER", "env:2", 1);
    ::setenv("JAIPUR_NOTIFY", "title", 1);
    ::setenv("JAIPUR_THEME", "dark", 1);
    const Options environment = with({});
    CHECK(environment.name == "Asha");
    CHECK(environment.server == "env:2");
    CHECK(environment.notify == Notify{false, true, false});
    CHECK(environment.theme == Theme::Dark);
    const Options option = with({"--name", "Ravi", "--server", "opt:3", "--notify", "none",
                                 "--theme", "auto", "--full-screen", "--mouse", "on"});
    CHECK(option.name == "Ravi");
    CHECK(option.server == "opt:3");
    CHECK(option.notify == Notify{false, false, false});
    CHECK(option.theme == Theme::Auto);
    CHECK(option.look == Options::Look::Chosen);
    CHECK(option.mouse);
    for (const char* name : {"JAIPUR_SERVER", "JAIPUR_NAME", "JAIPUR_NOTIFY", "JAIPUR_THEME"})
        ::unsetenv(name);
    ::setenv("JAIPUR_DEFAULT_SERVER", "known:4", 1); // after the settings
    CHECK(with({}).server == "file:1");
    CHECK(good({}).server == "known:4");
    ::unsetenv("JAIPUR_DEFAULT_SERVER");
    CHECK(complaint({"--notify", "drums"}).find("bell, title and desktop") != std::string::npos);
    CHECK(complaint({"--mouse", "maybe"}).find("on or off") != std::string::npos);
}

TEST_CASE("the password of a private server is the first line of a file") {
    const test::TemporaryDirectory directory;
    const std::string file = (directory.path() / "password").string();
    const auto write = [&](std::string_view text) { std::ofstream(file) << text; };
    for (const char* text :
         {"open sesame", "open sesame\n", "open sesame\r\nmore\n", "\xEF\xBB\xBFopen sesame\n"}) {
        write(text);
        CHECK(good({"--server-password-file", file.c_str()}).server_password == "open sesame");
    }
    write("\nopen sesame\n");
    CHECK(complaint({"--server-password-file", file.c_str()}).find("the first line of ") !=
          std::string::npos);
    write(std::string(65, 'x'));
    CHECK(complaint({"--server-password-file", file.c_str()}).find("xx") == std::string::npos);
    CHECK(complaint({"rooms", "--server-password-file", "/none"}).find("/none can't be read: No") !=
          std::string::npos);
}

TEST_CASE("certificates to trust, from the options, the environment or the settings") {
    Settings settings;
    CHECK(good({}).ca.empty());
    settings.ca = "/nowhere/ca.pem"; // noticed when it is needed
    CHECK(std::get<Options>(read({}, settings)).ca == "/nowhere/ca.pem");
    CHECK_FALSE(std::get<Options>(read({}, settings)).ca_is_typed);
    CHECK(complaint({"--ca", "/nowhere/ca.pem"}).find("/nowhere/ca.pem can't be read") !=
          std::string::npos);
    CHECK(complaint({"--ca", "/dev/zero"}).find("can't be read") != std::string::npos);
    CHECK(complaint({"--ca", "/proc/self/status"}).find("no readable certificate") !=
          std::string::npos);
    ::setenv("JAIPUR_CA", "/nowhere/else.pem", 1);
    CHECK(complaint({}).find("/nowhere/else.pem can't be read") != std::string::npos);
    ::unsetenv("JAIPUR_CA");
}

} // namespace jaipur::client::test
