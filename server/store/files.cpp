#include "server/store/files.hpp"

#include "server/store/error.hpp"

#include <array>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <string>
#include <string_view>
#include <sys/file.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace jaipur::server::store {

namespace {

namespace fs = std::filesystem;
using Kind = StoreError::Kind;

constexpr mode_t others = 077;
constexpr mode_t owner_file = 0600;
constexpr mode_t owner_directory = 0700;

[[noreturn]] void fail(Kind otherwise, const fs::path& file, const char* what) {
    const int error = errno;
    const bool full = error == ENOSPC || error == EDQUOT;
    const Kind kind = full ? Kind::Full : error == EIO ? Kind::Io : otherwise;
    throw StoreError(kind,
                     file.string() + ": " + what + ": " + std::system_category().message(error));
}

// Belongs to a server's data, or every new file system contains it.
bool is_ours(const fs::path& file) {
    const std::string name = file.filename().string();
    return name.starts_with("jaipur.") || name.starts_with("admin.") || name == "lost+found";
}

void close_to_others(const fs::path& directory) {
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(directory, error))
        if (!is_ours(entry.path()))
            throw StoreError(
                Kind::CantOpen,
                directory.string() +
                    ": other users can read this directory, and it contains other files. Choose "
                    "another directory or make it private: chmod 700 " +
                    directory.string());
    if (error || ::chmod(directory.c_str(), owner_directory) != 0)
        fail(Kind::CantOpen, directory, "other users can read it, and it can't be made private");
}

// The process that wrote its number last.
std::string holder_of(const fs::path& directory) {
    const Descriptor file(::open((directory / lock_name).c_str(), O_RDONLY | O_CLOEXEC));
    std::array<char, 32> text{};
    long process = 0;
    const auto size = file ? ::pread(file.number(), text.data(), text.size(), 0) : 0;
    if (size > 0)
        std::from_chars(text.data(), text.data() + size, process);
    return process > 0 ? "process " + std::to_string(process) : "another process";
}

// Locks the directory itself: unlike a lock file, it can't be deleted and created again while in
// use.
int locked(const fs::path& directory) {
    const int lock = ::open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (lock < 0)
        fail(Kind::CantOpen, directory, "can't open");
    if (::flock(lock, LOCK_EX | LOCK_NB) != 0) {
        const int error = errno;
        ::close(lock);
        errno = error;
        if (error != EWOULDBLOCK)
            fail(Kind::CantOpen, directory, "can't lock");
        throw StoreError(Kind::InUse, directory.string() + ": in use by another server (" +
                                          holder_of(directory) +
                                          "); each server needs its own data directory");
    }
    return lock;
}

Stream standard_stream(int number, const char* name) {
    if (::isatty(number) != 0)
        throw StoreError(Kind::CantOpen,
                         std::string(name) + " is a terminal, not a file or a pipe");
    const int own = ::fcntl(number, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    if (own < 0)
        fail(Kind::CantOpen, name, "can't use");
    return {Descriptor(own), name};
}

} // namespace

bool write_all(const Descriptor& file, std::string_view bytes) {
    while (!bytes.empty()) {
        const auto count = TEMP_FAILURE_RETRY(::write(file.number(), bytes.data(), bytes.size()));
        if (count <= 0)
            return false;
        bytes.remove_prefix(static_cast<std::size_t>(count));
    }
    return true;
}

Descriptor::~Descriptor() {
    if (number_ >= 0)
        ::close(number_);
}

Prepared prepare_directory(const fs::path& directory) {
    auto result = Prepared::AsItWas;
    fs::path made;
    for (const auto& part : directory) {
        made /= part;
        if (::mkdir(made.c_str(), owner_directory) == 0) {
            result = Prepared::Made;
            sync_directory_of(made);
            continue;
        }
        const int error = errno;
        struct stat there{};
        if (::stat(made.c_str(), &there) != 0 || !S_ISDIR(there.st_mode)) {
            errno = error == EEXIST ? ENOTDIR : error;
            fail(Kind::CantOpen, made, "can't create");
        }
    }
    struct stat status{};
    if (::stat(directory.c_str(), &status) != 0)
        fail(Kind::CantOpen, directory, "can't use");
    if ((status.st_mode & others) != 0) {
        close_to_others(directory);
        result = Prepared::Tightened;
    }
    return result;
}

DirectoryLock::DirectoryLock(const fs::path& directory) : directory_(locked(directory)) {
    // Another server's error message shows our number; on a full disk the file stays empty.
    const fs::path name = directory / lock_name;
    const Descriptor file(
        ::open(name.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, owner_file));
    if (!file)
        return;
    std::array<char, 16> text{};
    std::snprintf(text.data(), text.size(), "%-14ld\n", static_cast<long>(::getpid()));
    [[maybe_unused]] const auto written = ::pwrite(file.number(), text.data(), text.size() - 1, 0);
}

void make_private_file(const fs::path& file) {
    const Descriptor made(::open(file.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, owner_file));
    if (made)
        return sync_directory_of(file);
    struct stat status{};
    if (errno != EEXIST || ::stat(file.c_str(), &status) != 0)
        fail(Kind::CantOpen, file, "can't create");
    if ((status.st_mode & others) != 0 && ::chmod(file.c_str(), owner_file) != 0)
        fail(Kind::CantOpen, file, "other users can read it, and that can't be changed");
}

fs::path make_temporary_file(const fs::path& beginning) {
    std::string name = beginning.string() + ".XXXXXX";
    const Descriptor made(::mkostemp(name.data(), O_CLOEXEC)); // mode 0600
    if (!made)
        fail(Kind::CantOpen, beginning, "can't create a file next to it");
    return name;
}

Descriptor open_for_reading(const fs::path& file) {
    const int number = ::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (number < 0)
        fail(Kind::CantOpen, file, "can't open");
    struct stat status{};
    if (::fstat(number, &status) == 0 && S_ISREG(status.st_mode))
        return Descriptor(number);
    ::close(number);
    throw StoreError(Kind::CantOpen, file.string() + ": not a file");
}

Descriptor open_for_writing(const fs::path& file) {
    const int number = ::open(file.c_str(), O_WRONLY | O_TRUNC | O_CLOEXEC);
    if (number < 0)
        fail(Kind::CantOpen, file, "can't open");
    return Descriptor(number);
}

bool is_standard_stream(const fs::path& file) {
    return file == "-";
}

Stream standard_input() {
    return standard_stream(STDIN_FILENO, "standard input");
}

Stream standard_output() {
    return standard_stream(STDOUT_FILENO, "standard output");
}

void copy_contents(const Stream& from, const Stream& to) {
    std::string buffer(1 << 16, '\0');
    for (;;) {
        const auto count = ::read(from.descriptor.number(), buffer.data(), buffer.size());
        if (count < 0 && errno != EINTR)
            fail(Kind::Io, from.name, "can't read");
        if (count == 0)
            return;
        if (count > 0 &&
            !write_all(to.descriptor, {buffer.data(), static_cast<std::size_t>(count)}))
            fail(Kind::Io, to.name, "can't write");
    }
}

void sync_file(const fs::path& file) {
    const Descriptor opened(::open(file.c_str(), O_RDONLY | O_CLOEXEC));
    if (!opened || ::fsync(opened.number()) != 0)
        fail(Kind::Io, file, "can't be flushed to the disk");
}

void sync_directory_of(const fs::path& file) {
    const fs::path parent = file.parent_path();
    sync_file(parent.empty() ? fs::path(".") : parent);
}

void move_into_place(const fs::path& from, const fs::path& to, Existing existing) {
    const unsigned flags = existing == Existing::Refused ? RENAME_NOREPLACE : 0;
    int failed = ::renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), flags);
    if (failed != 0 && (errno == EINVAL || errno == ENOSYS)) {
        // This file system can't refuse to replace a file.
        if (existing == Existing::Refused && fs::exists(fs::symlink_status(to)))
            errno = EEXIST;
        else
            failed = ::rename(from.c_str(), to.c_str());
    }
    if (failed != 0)
        fail(Kind::CantOpen, to, "can't create");
    sync_directory_of(to);
}

TemporaryFile::TemporaryFile(const fs::path& beginning) : path_(make_temporary_file(beginning)) {}

TemporaryFile::~TemporaryFile() {
    ::unlink(path_.c_str()); // fails if the file was moved into place, which is fine
}

TemporaryDirectory::TemporaryDirectory() {
    std::string name = (fs::temp_directory_path() / "jaipur.XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr)
        throw StoreError(Kind::CantOpen,
                         name + ": can't create: " + std::system_category().message(errno));
    path_ = name;
}

TemporaryDirectory::~TemporaryDirectory() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
}

} // namespace jaipur::server::store
