// Plain files in detail: descriptors, the lock's text, copies of any size, and what errors say.
#include "server/store/error.hpp"
#include "server/store/files.hpp"
#include "tests/server/store/faulty_calls.hpp"
#include "tests/server/store/kept.hpp"
#include "tests/server/store/real_rooms.hpp"

#include <doctest/doctest.h>

#include <cerrno>
#include <fcntl.h>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace jaipur::server::store::test {

namespace {

namespace fs = std::filesystem;
using Kind = StoreError::Kind;

std::ptrdiff_t open_descriptors() {
    return std::distance(fs::directory_iterator("/proc/self/fd"), fs::directory_iterator());
}

void write(const fs::path& file, const std::string& text) {
    std::ofstream(file, std::ios::binary) << text << std::flush;
}

void copy_file_contents(const fs::path& from, const fs::path& to) {
    copy_contents({open_for_reading(from), from}, {open_for_writing(to), to});
}

} // namespace

TEST_CASE("whatever succeeds or fails, no descriptor stays open") {
    const TemporaryDirectory directory;
    const fs::path file = directory.path() / "file", copy = directory.path() / "copy",
                   missing = directory.path() / "missing";
    const auto before = open_descriptors();
    make_private_file(file);
    make_private_file(copy);
    copy_file_contents(file, copy);
    prepare_directory(directory.path() / "a");
    {
        const DirectoryLock lock(directory.path());
        CHECK(thrown_by([&] { const DirectoryLock second(directory.path()); }).kind() ==
              Kind::InUse);
        const Descriptor opened = open_for_reading(file);
        CHECK(opened.number() >= 0);
        const TemporaryFile temporary(file);
        CHECK(open_descriptors() == before + 2);
    }
    CHECK_THROWS_AS(open_for_reading(directory.path()), StoreError);
    CHECK_THROWS_AS(open_for_reading(missing), StoreError);
    CHECK_THROWS_AS(copy_file_contents(file, missing), StoreError);
    CHECK_THROWS_AS(sync_file(missing), StoreError);
    CHECK(open_descriptors() == before);
    CHECK_NOTHROW(DirectoryLock(directory.path())); // free again
}

TEST_CASE("only regular files are read, and a file without a writer isn't waited for") {
    const TemporaryDirectory directory;
    const fs::path fifo = directory.path() / "fifo";
    REQUIRE(mkfifo(fifo.c_str(), 0600) == 0);
    for (const fs::path& file : {fifo, directory.path()}) {
        const auto error = thrown_by([&] { open_for_reading(file); });
        CHECK(error.kind() == Kind::CantOpen);
        CHECK(says(error, file.string() + ": not a file"));
    }
    const auto error = thrown_by([&] { open_for_reading(directory.path() / "missing"); });
    CHECK(error.kind() == Kind::CantOpen);
    CHECK(says(error, "can't open: No such file or directory"));
}

TEST_CASE("a copy is exact, whatever its size, and replaces what was there") {
    const TemporaryDirectory directory;
    const fs::path from = directory.path() / "from", to = directory.path() / "to";
    for (const std::size_t size : {0u, 1u, 65'535u, 65'536u, 65'537u, 300'000u}) {
        CAPTURE(size);
        std::string text;
        for (std::size_t i = 0; i < size; ++i)
            text += static_cast<char>('a' + i % 23);
        write(from, text);
        write(to, std::string(500'000, 'x'));
        copy_file_contents(from, to);
        CHECK(bytes_in(to) == text);
    }
    const auto error =
        thrown_by([&] { copy_file_contents(from, directory.path() / "missing" / "to"); });
    CHECK(error.kind() == Kind::CantOpen);
    CHECK(says(error, "can't open"));
    // Every write to it fails, for want of space.
    const auto full = thrown_by([&] { copy_file_contents(from, "/dev/full"); });
    CHECK(full.kind() == Kind::Full);
    CHECK(says(full, "/dev/full: can't write: No space left"));
}

TEST_CASE("the lock says which process holds it, as the second server's error tells") {
    const TemporaryDirectory directory;
    const fs::path file = directory.path() / lock_name;
    write(file, std::string(40, 'x'));
    const std::optional<DirectoryLock> lock(std::in_place, directory.path());
    std::string text = std::to_string(getpid());
    text += std::string(14 - text.size(), ' ') + '\n';
    CHECK(bytes_in(file) == text + std::string(25, 'x'));
    CHECK(mode_of(file) != 0);
    const auto holder = [&] {
        const auto error = thrown_by([&] { const DirectoryLock second(directory.path()); });
        const std::string what = error.what();
        const auto from = what.find('(') + 1;
        return what.substr(from, what.find(')') - from);
    };
    CHECK(holder() == "process " + std::to_string(getpid()));
    for (const auto& [content, expected] :
         {std::pair{"7", "process 7"}, std::pair{"12345\n", "process 12345"},
          std::pair{"", "another process"}, std::pair{"0", "another process"},
          std::pair{"?", "another process"}, std::pair{"-5", "another process"}}) {
        CAPTURE(content);
        write(file, content);
        CHECK(holder() == expected);
    }
    fs::remove(file);
    CHECK(holder() == "another process");
}

TEST_CASE("a missing directory can't be locked, and the lock's text isn't needed") {
    const TemporaryDirectory directory;
    const auto error = thrown_by([&] { const DirectoryLock lock(directory.path() / "missing"); });
    CHECK(error.kind() == Kind::CantOpen);
    CHECK(says(error, "can't open"));
    fs::create_symlink("elsewhere", directory.path() / lock_name); // not followed
    CHECK_NOTHROW(DirectoryLock(directory.path()));
    CHECK_FALSE(fs::exists(directory.path() / "elsewhere"));
}

TEST_CASE("an error names the file, what failed and the system's reason") {
    const TemporaryDirectory directory;
    const fs::path file = directory.path() / "file";
    write(file, "x");
    const auto made = thrown_by([&] { prepare_directory(file / "below"); });
    CHECK(made.kind() == Kind::CantOpen);
    CHECK(says(made, file.string() + ": can't create: Not a directory"));
    const auto below = thrown_by([&] { make_private_file(directory.path() / "no" / "file"); });
    CHECK(below.kind() == Kind::CantOpen);
    CHECK(says(below, "can't create: No such file or directory"));
    const auto temporary =
        thrown_by([&] { make_temporary_file(directory.path() / "no" / "file"); });
    CHECK(temporary.kind() == Kind::CantOpen);
    CHECK(says(temporary, "can't create a file next to it"));
    fs::create_symlink("nowhere", directory.path() / "link");
    CHECK(thrown_by([&] { make_private_file(directory.path() / "link"); }).kind() ==
          Kind::CantOpen);
    FaultyCalls calls;
    for (const auto& [error, kind] : {std::pair{EIO, Kind::Io}, std::pair{ENOSPC, Kind::Full},
                                      std::pair{EDQUOT, Kind::Full}, std::pair{EROFS, Kind::Io}}) {
        calls.fsync_error = error;
        const auto thrown = thrown_by([&] { sync_file(file); });
        CHECK(thrown.kind() == kind);
        CHECK(says(thrown, file.string() + ": can't be flushed to the disk: "));
    }
    calls.fsync_error = 0;
    calls.renameat2_error = EIO;
    CHECK(thrown_by([&] {
              move_into_place(file, directory.path() / "to", Existing::Refused);
          }).kind() == Kind::Io);
    calls.renameat2_error = EINVAL;
    write(directory.path() / "to", "y");
    const auto refused =
        thrown_by([&] { move_into_place(file, directory.path() / "to", Existing::Refused); });
    CHECK(says(refused, "can't create: File exists"));
}

TEST_CASE("a private file is only the owner's, a new one and an old one") {
    const TemporaryDirectory directory;
    const fs::path file = directory.path() / "file";
    const mode_t before = umask(0);
    make_private_file(file);
    umask(before);
    CHECK(mode_of(file) == 0600);
    write(file, "kept");
    for (const mode_t mode : {0644u, 0601u, 0660u}) {
        chmod(file.c_str(), mode);
        make_private_file(file);
        CHECK(mode_of(file) == 0600);
    }
    chmod(file.c_str(), 0400);
    make_private_file(file);
    CHECK(mode_of(file) == 0400); // nobody else's
    CHECK(bytes_in(file) == "kept");
}

TEST_CASE("a new file system's own directory is nobody's file") {
    const TemporaryDirectory directory;
    fs::create_directory(directory.path() / "lost+found");
    chmod(directory.path().c_str(), 0755);
    CHECK(prepare_directory(directory.path()) == Prepared::Tightened);
    write(directory.path() / "lost", "x");
    chmod(directory.path().c_str(), 0755);
    CHECK_THROWS_AS(prepare_directory(directory.path()), StoreError);
}

TEST_CASE("a temporary file is deleted unless it was moved into place, and relative paths work") {
    const TemporaryDirectory directory;
    const fs::path before = fs::current_path();
    fs::current_path(directory.path());
    {
        const TemporaryFile gone("temporary"), kept("temporary");
        CHECK(gone.path() != kept.path());
        CHECK(mode_of(gone.path()) == 0600);
        move_into_place(kept.path(), "kept", Existing::Refused);
        FaultyCalls calls;
        sync_directory_of("kept");
        CHECK(calls.fsyncs == 1);
    }
    fs::current_path(before);
    CHECK(fs::exists(directory.path() / "kept"));
    CHECK(std::distance(fs::directory_iterator(directory.path()), fs::directory_iterator()) == 1);
}

TEST_CASE("all bytes are written, or it fails") {
    const TemporaryDirectory directory;
    const fs::path file = directory.path() / "file";
    make_private_file(file);
    {
        const Descriptor opened(::open(file.c_str(), O_WRONLY));
        CHECK(write_all(opened, ""));
        CHECK(write_all(opened, "a"));
        CHECK(write_all(opened, std::string(100'000, 'b')));
    }
    CHECK(bytes_in(file) == "a" + std::string(100'000, 'b'));
    const Descriptor reading(::open(file.c_str(), O_RDONLY));
    CHECK_FALSE(write_all(reading, "x"));
    const Descriptor full(::open("/dev/full", O_WRONLY));
    CHECK_FALSE(write_all(full, "x"));
    CHECK(errno == ENOSPC);
}

} // namespace jaipur::server::store::test
