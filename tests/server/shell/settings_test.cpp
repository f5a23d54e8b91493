// One option, three places to give it: the command line, the environment and the configuration
// file.
#include "server/shell/postgresql.hpp"
#include "tests/server/shell/configured.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace jaipur::server::shell::test {

namespace {

// ---- a value for every option ------------------------------------------------------------------

// Setting by setting, what a person would write.
using Given = std::map<std::string, std::string>;

// As the secret of a cluster.
const TemporaryFile secret_file("a secret with at least 32 characters\n");

const std::array<std::string, 16> some_values{"true",
                                              "17",
                                              "17s",
                                              "debug",
                                              "127.0.0.1:17",
                                              "mailto:me@example.org",
                                              "https://example.org:17",
                                              "postgresql://17",
                                              "10.17.0.0/16",
                                              "/tmp/17",
                                              "0",
                                              "1h",
                                              "beginner",
                                              "invited",
                                              "/proc/sys/kernel/ostype", // a file with a line
                                              secret_file.path()};

Words as_arguments(const Given& given) {
    Words result;
    for (const auto& [name, value] : given)
        result.push_back("--" + name + "=" + value);
    return result;
}

Environment as_environment(const Given& given) {
    Environment result;
    for (const auto& [name, value] : given)
        result.emplace(variable_of(name), value);
    return result;
}

std::string as_file(const Given& given) {
    std::string result;
    for (const auto& [name, value] : given)
        result += name + " = " + value + "\n";
    return result;
}

// The same, with other options that these need, if the server accepts that.
std::optional<Given> completed(const Given& given) {
    const auto parsed = parse(as_arguments(given));
    if (std::holds_alternative<Serve>(parsed.options))
        return given;
    constexpr std::string_view needs = "requires --";
    const std::string& error = std::get<ExitWith>(parsed.options).text;
    if (error.find(needs) == std::string::npos)
        return std::nullopt;
    const auto name = error.find(needs) + needs.size();
    for (const std::string& value : some_values) {
        Given more = given;
        more.emplace(error.substr(name, error.find('\n', name) - name), value);
        if (more.size() > given.size())
            if (auto accepted = completed(more))
                return accepted;
    }
    return std::nullopt;
}

Given accepted(const std::string& name) {
    for (const std::string& value : some_values)
        if (auto given = completed({{name, value}}))
            if (served(parse(as_arguments(*given))) != Serve{})
                return *given;
    FAIL("no value of some_values is right for " << name);
    return {};
}

// Those that this server accepts: built without PostgreSQL, it refuses some.
Settings accepted_settings() {
    Settings all = parse({}).settings;
    if (!objection_to_postgresql().empty())
        std::erase_if(all, [](const Setting& setting) {
            return setting.name.starts_with("store") || setting.name.starts_with("cluster");
        });
    return all;
}

} // namespace

TEST_CASE("every option has a line in the file and a variable, which do the same") {
    const Settings all = accepted_settings();
    CHECK(all.size() > 60);
    for (const Setting& setting : all) {
        CAPTURE(setting.name);
        CHECK(setting.place == Setting::Place::Default);
        const Given given = accepted(setting.name);
        const Serve serve = served(parse(as_arguments(given)));
        CHECK(served(parse({}, as_environment(given))) == serve);
        CHECK(served(parse_with(TemporaryFile(as_file(given)))) == serve);
    }
}

TEST_CASE("the printed configuration is one that gives the same settings") {
    for (const Setting& setting : accepted_settings()) {
        CAPTURE(setting.name);
        Words arguments = as_arguments(accepted(setting.name));
        const Serve serve = served(parse(arguments));
        arguments.emplace_back("--print-config");
        const TemporaryFile file(printed(parse(arguments)));
        CHECK(served(parse_with(file)) == serve);
    }
    const TemporaryFile defaults(printed(parse({"--print-config"})));
    CHECK(served(parse_with(defaults)) == Serve{});
    for (const char* odd : {" a # b ", "\"", "a\\nb", "a\nb\\", "#", "a=b", "\xc3\xa9"}) {
        const TemporaryFile file(printed(parse({"--data", odd, "--print-config"})));
        CHECK(served(parse_with(file)).data == odd);
    }
}

TEST_CASE("the printed configuration says where each setting comes from") {
    const TemporaryFile file("rooms = 5\nspectators = 6\nspectators-per-address = 7\n"
                             "allow-origin = https://a.example\nallow-origin = https://b.example");
    const std::string text =
        printed(parse_with(file, {"--rooms", "8", "--in-memory", "--print-config"},
                           {{"JAIPUR_SPECTATORS", "9"}, {"JAIPUR_CORE_DUMPS", "no"}}));
    const auto has = [&](std::string line, const std::string& from) {
        line.resize(std::max<std::size_t>(line.size() + 1, 40), ' ');
        CHECK_MESSAGE(("\n" + text).find("\n" + line + "# " + from + "\n") != std::string::npos,
                      line, from, "\n", text);
    };
    has("rooms = 8", "command line");
    has("in-memory = true", "command line");
    has("spectators = 9", "JAIPUR_SPECTATORS");
    has("core-dumps = false", "JAIPUR_CORE_DUMPS");
    has("spectators-per-address = 7", file.at(3));
    has("allow-origin = https://a.example", file.at(4));
    has("allow-origin = https://b.example", file.at(5));
    has("# backlog = 256", "default");
    has("# no-limits = false", "default");
    has("# metrics =", "not set");
    CHECK(text.find("config") == std::string::npos);
    CHECK(text.find("help") == std::string::npos);
}

TEST_CASE("lifted limits are printed as lifted") {
    const std::string text = printed(parse({"--no-limits", "--rooms=5", "--print-config"}));
    CHECK(text.find("\nrooms = 5 ") != std::string::npos);
    CHECK(text.find("\n# spectators = 0 ") != std::string::npos);
    CHECK(text.find("\n# backlog = 256 ") != std::string::npos);
}

TEST_CASE("the command line beats the environment, and the environment the file") {
    const TemporaryFile file("rooms = 1\ntrusted-proxy = 10.0.0.1\ntrusted-proxy = 10.0.0.2\n");
    CHECK(served(parse_with(file)).limits.rooms == 1);
    CHECK(served(parse_with(file)).trusted_proxies.size() == 2);
    const Environment environment{{"JAIPUR_ROOMS", "2"}, {"JAIPUR_TRUSTED_PROXY", "10.0.0.3"}};
    CHECK(served(parse_with(file, {}, environment)).limits.rooms == 2);
    CHECK(served(parse_with(file, {"--rooms=3"}, environment)).limits.rooms == 3);
    CHECK(served(parse_with(file, {}, environment)).trusted_proxies ==
          std::vector{*net::parse_network("10.0.0.3")}); // all of them
    CHECK(served(parse_with(file, {"--trusted-proxy=::1"}, environment)).trusted_proxies ==
          std::vector{*net::parse_network("::1")});
    CHECK(served(parse_with(file, {}, {{"JAIPUR_ROOMS", ""}})).limits.rooms == 1); // not set
    CHECK(served(parse({}, {{"JAIPUR_CONFIG", file.path()}})).limits.rooms == 1);
}

TEST_CASE("a flag can be switched off again, and beats what it excludes elsewhere") {
    const TemporaryFile memory("in-memory = yes\n"), data("data = /srv/jaipur\n");
    CHECK(served(parse_with(memory)).in_memory);
    CHECK_FALSE(served(parse_with(memory, {}, {{"JAIPUR_IN_MEMORY", "off"}})).in_memory);
    CHECK(served(parse_with(data, {"--in-memory"})).in_memory);
    CHECK_FALSE(served(parse_with(data, {"--in-memory"})).data);
    CHECK(served(parse_with(memory, {}, {{"JAIPUR_DATA", "here"}})).data == "here");
    const TemporaryFile both("in-memory = true\ndata = here\n");
    const std::string error = refused(parse_with(both));
    CHECK(error.find("--data is set by " + both.at(2)) != std::string::npos);
    CHECK(error.find("--in-memory is set by " + both.at(1)) != std::string::npos);
}

TEST_CASE("variables of repeatable options hold several values, apart by blanks or commas") {
    const auto origins = [](const char* text) {
        return served(parse({}, {{"JAIPUR_ALLOW_ORIGIN", text}})).allowed_origins;
    };
    const std::vector<std::string> two{"https://a.example", "https://b.example"};
    CHECK(origins("https://a.example https://b.example") == two);
    CHECK(origins(" https://a.example,\n\thttps://b.example,") == two);
    CHECK(origins(" , ").empty());
}

TEST_CASE("an error in the environment names the variable") {
    CHECK(refused(parse({}, {{"JAIPUR_ROOMS", "many"}})) ==
          "JAIPUR_ROOMS: expected a number from 0 to 1000000000\n");
    CHECK(refused(parse({}, {{"JAIPUR_IN_MEMORY", "perhaps"}})) ==
          "JAIPUR_IN_MEMORY: expected true or false\n");
    const std::string error = refused(parse({}, {{"JAIPUR_PUSH_ALLOW", "10.0.0.1"}}));
    CHECK(error.find("--push-allow is set by JAIPUR_PUSH_ALLOW") != std::string::npos);
}

TEST_CASE("variables that look like settings are warned about, those of others are not") {
    const auto warnings = [](const char* variable) {
        return parse({}, {{variable, "17"}}).warnings;
    };
    CHECK(warnings("JAIPUR_TRUSTED_PROXIES") ==
          Words{"JAIPUR_TRUSTED_PROXIES is not a setting; did you mean JAIPUR_TRUSTED_PROXY?"});
    CHECK(warnings("JAIPUR_RETIAN").size() == 1);
    CHECK(warnings("JAIPUR_CONFG").size() == 1);
    CHECK(warnings("JAIPUR_retain") ==
          Words{"JAIPUR_retain is not a setting; did you mean JAIPUR_RETAIN?"});
    CHECK(warnings("jaipur_retian").size() == 1);
    // Of ./jaipur, compose, the client and the build.
    for (const char* other :
         {"JAIPUR_SERVER", "JAIPUR_ADDRESS",  "JAIPUR_PORT",          "JAIPUR_IMAGE",
          "JAIPUR_HELP",   "JAIPUR_PAGE",     "JAIPUR_NAME",          "JAIPUR_PASSWORD",
          "JAIPUR_THEME",  "JAIPUR_LANGUAGE", "JAIPUR_NOTIFY",        "JAIPUR_MOUSE",
          "JAIPUR_PLAY",   "JAIPUR_ROOT",     "JAIPUR_TESTS",         "JAIPUR_LOGS",
          "JAIPUR_LOOK",   "JAIPUR_ROUNDS",   "JAIPUR_PORT_7777_TCP", "JAIPUR_"})
        CHECK_MESSAGE(warnings(other).empty(), other);
}

TEST_CASE("other commands find the data and the address in the same places") {
    const TemporaryFile file("data = /srv/jaipur\nlisten = 0.0.0.0:17\n");
    const auto with = [&](Words arguments, const Environment& environment = {}) {
        arguments.push_back("--config=" + file.path());
        return parse(arguments, environment).options;
    };
    CHECK(std::get<Backup>(with({"backup", "to"})).data == "/srv/jaipur");
    CHECK(std::get<Backup>(with({"backup", "to", "--data=here"})).data == "here");
    CHECK(std::get<Backup>(with({"backup", "to"}, {{"JAIPUR_DATA", "there"}})).data == "there");
    CHECK(std::get<Restore>(with({"restore", "from"})).data == "/srv/jaipur");
    CHECK(std::get<Check>(with({"check"})).data == "/srv/jaipur");
    CHECK(std::get<Salvage>(with({"salvage", "to"})).data == "/srv/jaipur");
    const auto reached = [&](const Environment& environment, Words more = {}) {
        more.insert(more.begin(), "healthcheck");
        return to_string(std::get<HealthCheck>(with(more, environment)).connect);
    };
    CHECK(reached({}) == "127.0.0.1:17");
    CHECK(reached({{"JAIPUR_LISTEN", "[::]:18"}}) == "[::1]:18");
    CHECK(reached({{"JAIPUR_LISTEN", "192.0.2.1:18"}}) == "192.0.2.1:18");
    CHECK(reached({}, {"--connect=192.0.2.1:19"}) == "192.0.2.1:19");
}

} // namespace jaipur::server::shell::test
