// Restoring in the place of another database, through pipes, with what belongs to a database, and
// going back to the copy from before an upgrade.
#include "server/store/acknowledged.hpp"
#include "server/store/backup.hpp"
#include "server/store/restore.hpp"
#include "tests/server/store/kept.hpp"
#include "tests/server/store/samples.hpp"

#include <doctest/doctest.h>

#include <array>
#include <fcntl.h>
#include <fstream>
#include <iterator>
#include <set>
#include <string>
#include <string_view>
#include <unistd.h>

namespace jaipur::server::store::test {

namespace {

namespace fs = std::filesystem;
using Kind = StoreError::Kind;
using Present = RestoreSettings::Present;

constexpr std::array<std::string_view, 2> companion_names{"admin.bans", "admin.other"};

void put_text(const fs::path& file, const std::string& text) {
    std::ofstream(file, std::ios::binary) << text;
}

std::string text_in(const fs::path& file) {
    std::ifstream from(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(from), {}};
}

std::size_t records_in(const fs::path& directory) {
    return Opened(settings_for(directory)).loaded.size();
}

// While it lives, the descriptor is this file.
class Redirected {
  public:
    Redirected(int number, const fs::path& file, int flags)
        : number_(number), before_(dup(number)) {
        const int opened = open(file.c_str(), flags, 0600);
        REQUIRE(dup2(opened, number) == number);
        close(opened);
    }

    ~Redirected() {
        dup2(before_, number_);
        close(before_);
    }

    Redirected(const Redirected&) = delete;
    Redirected& operator=(const Redirected&) = delete;

  private:
    int number_, before_;
};

} // namespace

TEST_CASE("a restored database replaces another one, which stays complete, with its log") {
    const Filled directory;
    const TemporaryDirectory elsewhere;
    const fs::path file = elsewhere.path() / "backup";
    backup(directory.path(), file);
    for (const char* name : {"jaipur.replaced-1", "jaipur.replaced-2"}) {
        {
            Opened opened(settings_for(directory.path()));
            opened.append(chat_records(4, 2));
            const auto error =
                thrown_by([&] { restore(directory.path(), file, {Present::SetAside}); });
            CHECK(error.kind() == Kind::InUse);
        }
        put_text(directory.database().string() + "-wal", "");
        const Restored restored = restore(directory.path(), file, {Present::SetAside});
        CHECK(restored.set_aside == directory.path() / name);
        CHECK(mode_of(directory.path() / name) == 0700);
        for (const char* part : {"", "-wal", acknowledged_ending})
            CHECK(fs::exists(database_in(*restored.set_aside).string() + part));
        CHECK(records_in(directory.path()) == 3);
        CHECK(records_in(*restored.set_aside) == 5);
    }
}

TEST_CASE("a backup that can't be restored replaces nothing") {
    const Filled directory;
    const TemporaryDirectory elsewhere;
    const fs::path file = elsewhere.path() / "backup";
    backup(directory.path(), file);
    execute(file, "UPDATE records SET record = '{}' WHERE number = 2");
    CHECK(thrown_by([&] { restore(directory.path(), file, {Present::SetAside}); }).kind() ==
          Kind::Corrupt);
    CHECK_FALSE(fs::exists(directory.path() / "jaipur.replaced-1"));
    CHECK(records_in(directory.path()) == 3);
}

TEST_CASE("a directory without a database gets one, and nothing is set aside") {
    const Filled directory;
    const TemporaryDirectory elsewhere;
    backup(directory.path(), elsewhere.path() / "backup");
    const Restored restored =
        restore(elsewhere.path() / "new", elsewhere.path() / "backup", {Present::SetAside});
    CHECK_FALSE(restored.set_aside);
    CHECK(records_in(elsewhere.path() / "new") == 3);
}

TEST_CASE("a repair that a crash has interrupted doesn't undo what is restored later") {
    const Filled directory;
    const TemporaryDirectory elsewhere;
    const fs::path file = elsewhere.path() / "backup";
    {
        Opened opened(settings_for(directory.path()));
        opened.append(chat_records(4, 1));
    }
    backup(directory.path(), file);
    fs::rename(directory.database(), directory.database().string() + ".recovered");
    const Restored restored = restore(directory.path(), file, {Present::SetAside});
    CHECK(restored.set_aside);
    CHECK_FALSE(fs::exists(directory.database().string() + ".recovered"));
    CHECK(records_in(directory.path()) == 4);
}

TEST_CASE("backups go through standard output and input, and leave nothing in the directory") {
    const Filled directory;
    const TemporaryDirectory elsewhere;
    const fs::path piped = elsewhere.path() / "piped", data = elsewhere.path() / "new";
    const auto files = [&] {
        std::set<std::string> found;
        for (const auto& entry : fs::directory_iterator(directory.path()))
            found.insert(entry.path().filename());
        return found;
    };
    const auto before = files();
    {
        const Redirected output(STDOUT_FILENO, piped, O_WRONLY | O_CREAT);
        CHECK_FALSE(backup(directory.path(), "-").any());
    }
    CHECK(files() == before);
    {
        const Redirected input(STDIN_FILENO, piped, O_RDONLY);
        restore(data, "-");
    }
    CHECK(records_in(data) == 3);
    {
        const Redirected input(STDIN_FILENO, "/dev/null", O_RDONLY);
        const auto error = thrown_by([&] { restore(elsewhere.path() / "third", "-"); });
        CHECK(says(error, "standard input: the file is empty"));
    }
    const auto nothing = thrown_by([&] { backup(elsewhere.path() / "nowhere", "-"); });
    CHECK(says(nothing, "has no database"));
}

TEST_CASE("what can't be written to standard output is an error") {
    const Filled directory;
    const Redirected output(STDOUT_FILENO, "/dev/full", O_WRONLY);
    const auto error = thrown_by([&] { backup(directory.path(), "-"); });
    CHECK(error.kind() == Kind::Full);
    CHECK(says(error, "standard output: can't write"));
}

TEST_CASE("files that belong to a database travel in its backups") {
    const Filled directory;
    const TemporaryDirectory elsewhere;
    const fs::path file = elsewhere.path() / "backup", data = elsewhere.path() / "new";
    const std::string bans("a ban\0\n", 7);
    put_text(directory.path() / "admin.bans", bans);
    put_text(directory.path() / "admin.log", "not asked for");
    backup(directory.path(), file, companion_names);
    CHECK_FALSE(check(file).findings.any());
    CHECK(restore(data, file, {.companions = companion_names}).kept.empty());
    CHECK(text_in(data / "admin.bans") == bans);
    CHECK(mode_of(data / "admin.bans") == 0600);
    CHECK_FALSE(fs::exists(data / "admin.log"));
    CHECK(rows(database_in(data), "SELECT name FROM sqlite_schema WHERE name = 'companions'")
              .empty());
    CHECK(records_in(data) == 3);

    put_text(data / "admin.bans", "newer");
    const Restored again = restore(data, file, {Present::SetAside, companion_names});
    CHECK(again.kept == std::vector<std::string>{"admin.bans"});
    CHECK(text_in(data / "admin.bans") == "newer");
}

TEST_CASE("a server that knows nothing of companions keeps and backs up such a database") {
    const Filled directory;
    const TemporaryDirectory elsewhere;
    put_text(directory.path() / "admin.bans", "old");
    backup(directory.path(), elsewhere.path() / "backup", companion_names);
    fs::create_directory(elsewhere.path() / "older");
    fs::copy_file(elsewhere.path() / "backup", database_in(elsewhere.path() / "older"));
    CHECK(records_in(elsewhere.path() / "older") == 3);
    for (const char* bans : {"new", ""}) {
        const fs::path file = elsewhere.path() / (std::string("again") + bans);
        if (*bans != 0)
            put_text(elsewhere.path() / "older" / "admin.bans", bans);
        else
            fs::remove(elsewhere.path() / "older" / "admin.bans");
        backup(elsewhere.path() / "older", file, companion_names);
        const fs::path data = elsewhere.path() / (std::string("new") + bans);
        restore(data, file, {.companions = companion_names});
        CHECK(fs::exists(data / "admin.bans") == (*bans != 0));
        CHECK(text_in(data / "admin.bans") == bans);
    }
}

} // namespace jaipur::server::store::test
