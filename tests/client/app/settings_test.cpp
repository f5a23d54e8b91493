// The settings file.
#include "client/console/app/settings.hpp"
#include "tests/client/network.hpp"

#include <doctest/doctest.h>

#include <cstdlib>
#include <fstream>

namespace jaipur::client::test {

using namespace app;

namespace {

Settings settings(std::string_view text) {
    return parse_settings(text, "settings");
}

} // namespace

TEST_CASE("settings are read, with comments and spaces") {
    const Settings all = settings("# mine\n"
                                  "name = Olga Petrova\n"
                                  "server=192.168.1.20:7777  # at home\r\n"
                                  "\n"
                                  "  Plain = on\n"
                                  "notify = bell, desktop\n"
                                  "theme = light\n"
                                  "mouse = off\n");
    CHECK(all.warnings.empty());
    CHECK(all.name == "Olga Petrova");
    CHECK(all.server == "192.168.1.20:7777");
    CHECK(all.plain == true);
    CHECK(all.notify == Notify{true, false, true});
    CHECK(all.theme == Theme::Light);
    CHECK(all.mouse == false);
}

TEST_CASE("unknown settings and values are warnings with their line, and the others count") {
    const Settings some = settings("colour = red\n"
                                   "name =\n"
                                   "notify = drums\n"
                                   "mouse\n"
                                   "plain = yes\n"
                                   "server = a:b\n");
    CHECK(some.plain == true);
    CHECK_FALSE(some.name);
    CHECK_FALSE(some.server);
    REQUIRE(some.warnings.size() == 5);
    CHECK(some.warnings[0] == "settings, line 1: there is no setting \"colour\": the settings are "
                              "name, server, ca, plain, notify, theme, language, mouse.");
    CHECK(some.warnings[1].starts_with("settings, line 2: name can't be \"\": expected a name"));
    CHECK(some.warnings[2] == "settings, line 3: notify can't be \"drums\": expected none, or some "
                              "of bell, title and desktop.");
    CHECK(some.warnings[3] == "settings, line 4: write a setting as: name = value.");
    CHECK(some.warnings[4].starts_with("settings, line 6: server can't be"));
    CHECK(settings("\x1B[2J = x").warnings.at(0).find('\x1B') == std::string::npos);
}

TEST_CASE("the file is in the user's configuration, and may be missing") {
    TemporaryDirectory directory;
    const char* before = std::getenv("XDG_CONFIG_HOME");
    const std::string kept = before ? before : "";
    ::setenv("XDG_CONFIG_HOME", directory.path().c_str(), 1);
    CHECK(settings_path() == directory.path() / "jaipur" / "settings");
    CHECK(read_settings().warnings.empty());
    std::filesystem::create_directory(directory.path() / "jaipur");
    std::ofstream(settings_path()) << "name = Olga\n";
    CHECK(read_settings().name == "Olga");
    std::filesystem::remove(settings_path());
    std::filesystem::create_directory(settings_path());
    CHECK(read_settings().warnings.size() == 1);
    if (before)
        ::setenv("XDG_CONFIG_HOME", kept.c_str(), 1);
    else
        ::unsetenv("XDG_CONFIG_HOME");
}

TEST_CASE("ways to call the user") {
    CHECK(parse_notify("bell title desktop") == Notify{});
    CHECK(parse_notify("Title") == Notify{false, true, false});
    CHECK(parse_notify("none") == Notify{false, false, false});
    for (const char* wrong : {"", " ", "none bell", "horn", "bell,horn"})
        CHECK_FALSE(parse_notify(wrong));
}

} // namespace jaipur::client::test
