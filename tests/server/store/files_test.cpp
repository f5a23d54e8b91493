// The data directory and its ballast.
#include "server/store/ballast.hpp"
#include "server/store/error.hpp"
#include "server/store/files.hpp"
#include "tests/server/store/faulty_calls.hpp"
#include "tests/server/store/kept.hpp"
#include "tests/server/store/samples.hpp"

#include <doctest/doctest.h>

#include <cerrno>
#include <fstream>
#include <optional>
#include <sched.h>
#include <string>
#include <sys/mount.h>
#include <sys/stat.h>
#include <vector>

namespace jaipur::server::store::test {

namespace {

namespace fs = std::filesystem;
using Kind = StoreError::Kind;

// A disk of this size, visible only to this process and its children; if the system allows it.
class SmallDisk {
  public:
    explicit SmallDisk(const std::string& size) {
        // Applies to the calling thread and to threads started later.
        mounted_ = unshare(CLONE_NEWNS) == 0 &&
                   mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0 &&
                   mount("tmpfs", directory_.path().c_str(), "tmpfs", 0,
                         ("mode=0700,size=" + size).c_str()) == 0;
    }

    ~SmallDisk() {
        if (mounted_)
            umount2(directory_.path().c_str(), MNT_DETACH);
    }

    SmallDisk(const SmallDisk&) = delete;
    SmallDisk& operator=(const SmallDisk&) = delete;

    bool is_there() const { return mounted_; }

    const fs::path& path() const { return directory_.path(); }

    // Fills the disk; `free` undoes it.
    void fill() const {
        std::ofstream file(path() / "filling");
        const std::string block(4096, 'x');
        while (file.write(block.data(), static_cast<std::streamsize>(block.size())).flush())
            ;
    }

    void free() const { fs::remove(path() / "filling"); }

    bool is_full() const { return fs::space(path()).available == 0; }

  private:
    TemporaryDirectory directory_;
    bool mounted_ = false;
};

} // namespace

TEST_CASE("the data directory is private") {
    const TemporaryDirectory parent;
    const fs::path made = parent.path() / "a" / "b";
    CHECK(prepare_directory(made) == Prepared::Made);
    CHECK(mode_of(made) == 0700);
    CHECK(mode_of(made.parent_path()) == 0700);
    CHECK(prepare_directory(made) == Prepared::AsItWas);
    for (const mode_t wide : {0755u, 0770u, 0701u}) {
        chmod(made.c_str(), wide);
        CHECK(prepare_directory(made) == Prepared::Tightened);
        CHECK(mode_of(made) == 0700);
    }
    std::ofstream(made / "jaipur.db").flush();
    chmod(made.c_str(), 0755);
    CHECK(prepare_directory(made) == Prepared::Tightened);
}

TEST_CASE("a directory with other files is refused, not made private") {
    const TemporaryDirectory directory;
    std::ofstream(directory.path() / "letter") << "to somebody";
    chmod(directory.path().c_str(), 0755);
    const auto error = thrown_by([&] { prepare_directory(directory.path()); });
    CHECK(error.kind() == Kind::CantOpen);
    CHECK(says(error, "chmod 700"));
    CHECK(mode_of(directory.path()) == 0755);
    const auto file = thrown_by([&] { prepare_directory(directory.path() / "letter"); });
    CHECK(file.kind() == Kind::CantOpen);
    CHECK(thrown_by([] { prepare_directory("/dev/null/x"); }).kind() == Kind::CantOpen);
}

TEST_CASE("ballast takes real space and releases it") {
    const TemporaryDirectory directory;
    const fs::path file = directory.path() / "ballast";
    Ballast ballast(file, 100'000);
    CHECK_FALSE(ballast.there());
    CHECK(ballast.make());
    CHECK(ballast.there());
    struct stat status{};
    REQUIRE(stat(file.c_str(), &status) == 0);
    CHECK(status.st_size == 100'000);
    CHECK(status.st_blocks * 512 >= 100'000);
    CHECK(Ballast(file, 100'000).there()); // from an earlier run
    CHECK_FALSE(Ballast(file, 100'001).there());
    ballast.release();
    CHECK_FALSE(ballast.there());
    CHECK_FALSE(fs::exists(file));
}

TEST_CASE("ballast that can't be flushed isn't there: a quota counts as a full disk") {
    const TemporaryDirectory directory;
    const fs::path file = directory.path() / "ballast";
    Ballast ballast(file, 100'000);
    FaultyCalls calls;
    for (const int error : {ENOSPC, EDQUOT}) {
        calls.fsync_error = error;
        CHECK_FALSE(ballast.make());
        CHECK_FALSE(ballast.there());
        CHECK_FALSE(fs::exists(file));
    }
    calls.fsync_error = EIO;
    CHECK(thrown_by([&] { ballast.make(); }).kind() == Kind::Io);
    CHECK(calls.fsyncs == 3);
}

TEST_CASE("files and their names are flushed to the disk, or it is an error") {
    const TemporaryDirectory directory;
    const fs::path from = directory.path() / "from", to = directory.path() / "to";
    FaultyCalls calls;
    const auto flushes = [&](const auto& what) {
        calls.fsyncs = 0;
        what();
        return calls.fsyncs.load();
    };
    CHECK(flushes([&] { make_private_file(from); }) == 1);
    std::ofstream(from) << "x";
    make_private_file(to);
    copy_contents({open_for_reading(from), from}, {open_for_writing(to), to});
    CHECK(fs::file_size(to) == 1);
    CHECK(flushes([&] { sync_file(to); }) == 1);
    CHECK(flushes([&] { sync_directory_of(to); }) == 1);
    CHECK(flushes([&] { move_into_place(from, to, Existing::Replaced); }) == 1);
    CHECK(flushes([&] { prepare_directory(directory.path() / "a" / "b"); }) == 2);
    calls.fsync_error = EIO;
    CHECK(thrown_by([&] { sync_file(to); }).kind() == Kind::Io);
    CHECK(thrown_by([&] { sync_directory_of(to); }).kind() == Kind::Io);
    calls.fsync_error = 0;
    CHECK(thrown_by([&] { sync_file(from); }).kind() == Kind::Io); // doesn't exist
    CHECK(thrown_by([&] { make_private_file(from / "below"); }).kind() == Kind::CantOpen);
}

TEST_CASE("a file moved into place replaces another one only if it may") {
    const TemporaryDirectory directory;
    const fs::path from = directory.path() / "from", to = directory.path() / "to";
    FaultyCalls calls;
    for (const int error : {0, EINVAL, ENOSYS}) { // file systems that can't refuse to replace
        CAPTURE(error);
        calls.renameat2_error = error;
        for (const auto& file : {from, to})
            std::ofstream(file) << file.filename().string();
        CHECK(thrown_by([&] { move_into_place(from, to, Existing::Refused); }).kind() ==
              Kind::CantOpen);
        CHECK(fs::file_size(to) == 2);
        errno = EINVAL; // left over
        move_into_place(from, to, Existing::Replaced);
        CHECK(fs::file_size(to) == 4);
        CHECK_FALSE(fs::exists(from));
        fs::rename(to, from);
        move_into_place(from, to, Existing::Refused);
        CHECK(fs::exists(to));
        CHECK(thrown_by([&] { move_into_place(from, to, Existing::Replaced); }).kind() ==
              Kind::CantOpen);
        fs::remove(to);
    }
    CHECK(calls.renameat2_failed == 8);
    calls.renameat2_error = EACCES;
    std::ofstream(from) << "from";
    CHECK(thrown_by([&] { move_into_place(from, to, Existing::Replaced); }).kind() ==
          Kind::CantOpen);
    CHECK(fs::exists(from));
}

TEST_CASE("on a really full disk the store refuses, reads, closes, opens, and continues") {
    const SmallDisk disk("3m");
    if (!disk.is_there()) {
        MESSAGE("no small disk may be mounted here; store_faults_test.cpp fills a made-up one");
        return;
    }
    auto settings = settings_for(disk.path());
    settings.ballast = std::size_t{512} * 1024;
    std::optional<Opened> opened(settings);
    opened->store->housekeep(finished_match(1, core::Time{}, "stored"));
    opened->append(chat_records(1, 10));
    std::uint64_t number = 10;
    std::size_t stored = number;
    // Refusing frees what the log held, so there may be a little space again for a while.
    for (int round = 0; round < 3; ++round) {
        disk.fill();
        REQUIRE(disk.is_full());
        for (bool durable = true; durable && number < 3000;) {
            ++number;
            durable = opened->append({chat_record(number)}) == core::Stored::Durable;
            stored += durable ? 1 : 0;
        }
    }
    CHECK(number < 3000);
    CHECK(opened->find(1) == "stored");
    opened->close();
    CHECK_FALSE(opened->ear->failure());

    opened.emplace(settings); // still full
    CHECK(opened->loaded.size() == stored);
    CHECK(opened->find(1) == "stored");
    disk.fill();
    CHECK(opened->append({chat_record(3000)}) == core::Stored::Full);
    disk.free();
    CHECK(opened->append({chat_record(3001)}) == core::Stored::Durable);
    CHECK(fs::exists(disk.path() / "jaipur.ballast"));
    opened->store->housekeep(finished_match(2, core::Time{}, "later"));
    CHECK(opened->find(2) == "later");
}

} // namespace jaipur::server::store::test
