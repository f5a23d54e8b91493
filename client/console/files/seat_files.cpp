#include "client/console/files/seat_files.hpp"

#include "client/console/files/private_files.hpp"
#include "client/console/translation.hpp"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <utility>

namespace jaipur::client::files {

namespace {

namespace fs = std::filesystem;

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

} // namespace

SeatFiles::SeatFiles(fs::path directory) : directory_(std::move(directory)) {}

fs::path SeatFiles::default_directory(session::SeatUser user) {
    return state_directory(user == session::SeatUser::Bot ? "bot-seats" : "seats");
}

// Seats that were asked for differ in their tokens, which don't belong in a name.
fs::path SeatFiles::path_of(const session::SeatRecord& record) const {
    const std::string which =
        record.seat ? std::to_string(index(*record.seat)) : "asked-" + short_hash(record.token);
    return directory_ /
           (file_part(record.server) + "-" + file_part(record.room) + "-" + which + ".seat");
}

bool SeatFiles::make_directory() {
    errno = 0;
    if (directory_.empty()) {
        complaints_.add(_("Seats can't be kept: there is no home directory."));
        return false;
    }
    const auto refused = make_private(directory_);
    if (refused)
        complaints_.add(mark("Seats can't be kept in {0}."), *refused);
    return !refused;
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
        const auto text = read_private(path);
        const auto record = text ? session::from_text(*text) : std::nullopt;
        if (!record) {
            if (unreadable_.insert(path).second) // said once
                complaints_.add(mark("Skipped an unreadable seat file: {0}."), path);
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
    if (!hold(record) || !write_private(path_of(record), session::to_text(record)))
        complaints_.add(mark("The seat couldn't be kept in {0}."), path_of(record));
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
