// The real server and its data directory.
#include "server/shell/options.hpp"
#include "server/store/files.hpp"
#include "tests/server/shell/raw_client.hpp"
#include "tests/server/shell/server_process.hpp"

#include <doctest/doctest.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <sys/stat.h>
#include <vector>

namespace jaipur::server::shell::test {

namespace {

using store::TemporaryDirectory;

// An environment variable, restored at the end.
class Variable {
  public:
    explicit Variable(const char* name) : name_(name) {
        if (const char* value = std::getenv(name))
            before_ = value;
    }

    ~Variable() { set(before_.value_or("")); }

    Variable(const Variable&) = delete;
    Variable& operator=(const Variable&) = delete;

    // Empty: unset.
    void set(const std::string& value) const {
        if (value.empty())
            unsetenv(name_);
        else
            setenv(name_, value.c_str(), 1);
    }

  private:
    const char* name_;
    std::optional<std::string> before_;
};

} // namespace

TEST_CASE("only its owner can read the data directory") {
    const TemporaryDirectory parent;
    const auto data = parent.path() / "a" / "b";
    ServerProcess server({"--listen", any_port, "--data", data.string()});
    REQUIRE(server.port() != 0);
    for (const auto& made : {data, data.parent_path()}) {
        struct stat status{};
        REQUIRE(stat(made.c_str(), &status) == 0);
        CHECK((status.st_mode & 0777) == 0700);
    }
    struct stat status{};
    REQUIRE(stat((data / "jaipur.db").c_str(), &status) == 0);
    CHECK((status.st_mode & 0777) == 0600);
}

TEST_CASE("two servers do not share a data directory") {
    const TemporaryDirectory directory;
    const std::string data = directory.path().string();
    ServerProcess first({"--listen", any_port, "--data", data});
    REQUIRE(first.port() != 0);
    CHECK(run_server({"--listen", any_port, "--data", data}) == exit_code::cant_create);
    first.signal(SIGKILL);
    CHECK_FALSE(first.exit_code());
    ServerProcess second({"--listen", any_port, "--data", data}); // the lock died with the process
    REQUIRE(second.port() != 0);
    second.signal(SIGTERM);
    CHECK(second.exit_code() == 0);
}

TEST_CASE("backup and restore run next to a server and report through exit codes") {
    const TemporaryDirectory directory;
    const auto at = [&](const char* name) { return (directory.path() / name).string(); };
    CHECK(run_server({"backup", at("file"), "--data", at("data")}) == exit_code::cant_create);
    ServerProcess server({"--listen", any_port, "--data", at("data")});
    REQUIRE(server.port() != 0);
    CHECK(run_server({"backup", at("file"), "--data", at("data")}) == 0);
    CHECK(run_server({"backup", at("file"), "--data", at("data")}) == exit_code::cant_create);
    CHECK(run_server({"restore", at("file"), "--data", at("data")}) == exit_code::cant_create);
    CHECK(run_server({"restore", at("file"), "--data", at("other")}) == 0);
    CHECK(run_server({"restore", "/dev/null", "--data", at("third")}) == exit_code::cant_create);
    ServerProcess other({"--listen", any_port, "--data", at("other")});
    CHECK(other.port() != 0);
}

TEST_CASE("by default, data is stored in the user's state directory") {
    const TemporaryDirectory home;
    Variable state("XDG_STATE_HOME"), user("HOME");
    const auto started_with = [&](const std::string& state_is, const std::string& user_is) {
        state.set(state_is);
        user.set(user_is);
        return std::make_unique<ServerProcess>(std::vector<std::string>{"--listen", any_port});
    };
    CHECK(started_with((home.path() / "state").string(), "/nowhere")->port() != 0);
    CHECK(std::filesystem::exists(home.path() / "state" / "jaipur" / "server" / "jaipur.db"));
    CHECK(started_with("not/absolute", home.path().string())->port() != 0);
    CHECK(std::filesystem::exists(home.path() / ".local/state/jaipur/server/jaipur.db"));
    CHECK(started_with("", "")->exit_code() == exit_code::cant_create);
}

} // namespace jaipur::server::shell::test
