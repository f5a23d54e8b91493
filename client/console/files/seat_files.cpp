#include "client/console/files/seat_files.hpp"

#include "client/console/safe_text.hpp"
#include "client/console/translation.hpp"
#include "protocol/hash.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <utility>

namespace jaipur::client::files {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t largest_file = 16 << 10;

std::string file_part(std::string_view text) {
    std::string result;
    for (const char c : text) {
        const bool plain = (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') ||
                           (c >= 'a' && c <= 'z') || c == '-' || (c == '.' && !result.empty());
        result += plain ? std::string(1, c) : "_" + upper_hex(static_cast<unsigned char>(c), 2);
    }
    return result.substr(0, 100);
}

fs::path lock_path(fs::path path) {
    return path.replace_extension(".lock");
}

// The lock, now ours; nothing if another program has it or it can't be created.
std::optional<Descriptor> lock(const fs::path& path) {
    for (;;) {
        Descriptor file(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600));
        struct stat opened{}, there{};
        if (file < 0 || ::flock(file, LOCK_EX | LOCK_NB) != 0 || ::fstat(file, &opened) != 0)
            return std::nullopt;
        // Another program forgot the seat meanwhile and removed the file that we hold: try again.
        if (::stat(path.c_str(), &there) == 0 && there.st_ino == opened.st_ino &&
            there.st_dev == opened.st_dev)
            return file;
    }
}

std::optional<std::string> read_file(const fs::path& path) {
    const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
    auto text = file < 0 ? std::nullopt : read_all(file, largest_file);
    if (text && text->size() > largest_file)
        return std::nullopt;
    return text;
}

} // namespace

SeatFiles::SeatFiles(fs::path directory) : directory_(std::move(directory)) {}

fs::path SeatFiles::default_directory(session::SeatUser user) {
    const auto* folder = user == session::SeatUser::Bot ? "bot-seats" : "seats";
    if (const char* state = std::getenv("XDG_STATE_HOME"); state && state[0] == '/')
        return fs::path(state) / "jaipur" / folder;
    if (const char* home = std::getenv("HOME"); home && home[0] == '/')
        return fs::path(home) / ".local" / "state" / "jaipur" / folder;
    return {};
}

// Seats that were asked for differ in their tokens, which don't belong in a name.
fs::path SeatFiles::path_of(const session::SeatRecord& record) const {
    const std::string& token = record.token;
    const std::string which =
        record.seat
            ? std::to_string(index(*record.seat))
            : "asked-" + protocol::hex(protocol::sha256(std::span(
                                           reinterpret_cast<const std::uint8_t*>(token.data()),
                                           token.size())))
                             .substr(0, 16);
    return directory_ /
           (file_part(record.server) + "-" + file_part(record.room) + "-" + which + ".seat");
}

// `what`: a sentence about the file {0}, marked for translation.
void SeatFiles::complain(const char* what, const fs::path& path) {
    const std::string why = errno != 0 ? std::string(" (") + std::strerror(errno) + ")" : "";
    complaints_.push_back(_(what, path.string() + why));
}

std::vector<std::string> SeatFiles::complaints() {
    return std::exchange(complaints_, {});
}

// Only the user can access our own two directories, whatever the umask; their parents get the usual
// permissions.
bool SeatFiles::make_directory() {
    errno = 0;
    if (directory_.empty()) {
        complaints_.push_back(_("Seats can't be kept: there is no home directory."));
        return false;
    }
    std::error_code error;
    fs::create_directories(directory_.parent_path().parent_path(), error);
    for (const fs::path& directory : {directory_.parent_path(), directory_})
        if (::mkdir(directory.c_str(), 0700) != 0 &&
            (errno != EEXIST || ::chmod(directory.c_str(), 0700) != 0)) {
            complain(mark("Seats can't be kept in {0}."), directory);
            return false;
        }
    return true;
}

// Writes a temporary file, then renames it: a crash leaves the old file or the new one.
bool SeatFiles::write(const fs::path& path, const std::string& text) {
    fs::path temporary = path;
    temporary += ".new";
    ::unlink(temporary.c_str());
    const Descriptor file(
        ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600));
    if (file < 0)
        return false;
    if (write_all(file, text) && ::fsync(file) == 0 &&
        ::rename(temporary.c_str(), path.c_str()) == 0)
        return true;
    const int why = errno;
    ::unlink(temporary.c_str());
    errno = why;
    return false;
}

std::vector<session::SeatRecord> SeatFiles::all() {
    std::vector<std::pair<fs::file_time_type, session::SeatRecord>> found;
    std::error_code error;
    for (fs::directory_iterator entry(directory_, error), end; !error && entry != end;
         entry.increment(error)) {
        const fs::path path = entry->path();
        if (path.extension() != ".seat")
            continue;
        errno = 0;
        const auto text = read_file(path);
        const auto record = text ? session::from_text(*text) : std::nullopt;
        if (!record) {
            if (unreadable_.insert(path).second) // said once
                complain(mark("Skipped an unreadable seat file: {0}."), path);
            continue;
        }
        std::error_code ignored;
        found.emplace_back(fs::last_write_time(path, ignored), *record);
    }
    // The newest first. (std::stable_sort uses what libstdc++ 12 itself deprecates.)
    std::sort(found.begin(), found.end(), [](const auto& a, const auto& b) {
        return a.first != b.first ? a.first > b.first : a.second.room < b.second.room;
    });
    std::vector<session::SeatRecord> records;
    for (auto& [time, record] : found)
        records.push_back(std::move(record));
    return records;
}

std::vector<session::SeatRecord> SeatFiles::list(std::string_view server) {
    std::vector<session::SeatRecord> records = all();
    const auto is_not_for_us = [&](const session::SeatRecord& record) {
        const fs::path path = path_of(record);
        return record.server != server || held_ == path ||
               !lock(lock_path(path)); // a running program uses it
    };
    std::erase_if(records, is_not_for_us);
    return records;
}

bool SeatFiles::hold(const session::SeatRecord& record) {
    const fs::path path = path_of(record);
    if (held_ == path)
        return true;
    release();
    held_lock_ = lock(lock_path(path));
    if (held_lock_)
        held_ = path;
    return held_lock_.has_value();
}

void SeatFiles::keep(const session::SeatRecord& record) {
    if (!make_directory())
        return;
    errno = 0;
    if (!hold(record) || !write(path_of(record), session::to_text(record)))
        complain(mark("The seat couldn't be kept in {0}."), path_of(record));
}

void SeatFiles::release() {
    held_lock_.reset();
    held_.reset();
}

void SeatFiles::forget(const session::SeatRecord& record) {
    const fs::path path = path_of(record);
    if (held_ != path) {
        const auto lock_of_it = lock(lock_path(path));
        return lock_of_it ? remove(path) : void();
    }
    remove(path);
    release();
}

// Call it only while holding the lock: then no other program is using the seat.
void SeatFiles::remove(const fs::path& path) {
    ::unlink(path.c_str());
    ::unlink(lock_path(path).c_str());
}

} // namespace jaipur::client::files
