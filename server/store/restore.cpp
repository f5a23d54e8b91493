#include "server/store/restore.hpp"

#include "server/store/acknowledged.hpp"
#include "server/store/audit.hpp"
#include "server/store/connection.hpp"
#include "server/store/files.hpp"
#include "server/store/image.hpp"
#include "server/store/rescue.hpp"
#include "server/store/schema.hpp"

#include <array>
#include <cerrno>
#include <fcntl.h>
#include <sys/stat.h>
#include <system_error>

namespace jaipur::server::store {

namespace {

namespace fs = std::filesystem;
using Kind = StoreError::Kind;

// Of a database. Another one's log next to the restored file would be read as its own, and of the
// other one, more records may have been acknowledged than the backup has.
constexpr std::array parts{"", "-wal", "-journal", acknowledged_ending};

// "3 rooms and 1 replay are".
std::string amount(const Findings& findings) {
    const auto count = [](std::size_t number, const std::string& what) {
        return std::to_string(number) + " " + what + (number == 1 ? "" : "s");
    };
    return count(findings.rooms.size(), "room") + " and " +
           count(findings.replays.size(), "replay");
}

void require_restorable(const fs::path& file) {
    if (const Image image(file); image.problem() && image.application() == Identity::application)
        throw StoreError(Kind::Corrupt, file.string() + ": " + *image.problem() +
                                            "; jaipur-server salvage copies what is intact");
    Connection connection(file, Connection::Access::ReadWrite);
    const Identity is = identify(connection, newest_schema());
    if (is.version == 0)
        throw StoreError(Kind::Corrupt, file.string() + ": the file is empty");
    require_intact(connection);
    if (is.version < newest_schema())
        return;
    if (const Findings findings = inspect(connection); findings.any())
        throw StoreError(Kind::Corrupt, file.string() + ": " + amount(findings) +
                                            " are damaged; jaipur-server salvage copies the rest");
}

void refuse_other_database(const fs::path& database) {
    for (const char* part : parts)
        if (const fs::path file = database.string() + part; fs::exists(fs::symlink_status(file)))
            throw StoreError(Kind::CantOpen, file.string() + ": already exists; --replace moves it "
                                                             "out of the way");
}

// Moves them to a directory in which a server would find them. First the database: a log without
// one is noticed.
fs::path set_aside(const fs::path& database) {
    fs::path folder;
    for (int number = 1; folder.empty(); ++number) {
        const fs::path next =
            database.parent_path() / ("jaipur.replaced-" + std::to_string(number));
        if (::mkdir(next.c_str(), S_IRWXU) == 0)
            folder = next;
        else if (errno != EEXIST)
            throw StoreError(Kind::CantOpen, next.string() + ": can't create: " +
                                                 std::system_category().message(errno));
    }
    for (const char* part : parts)
        if (const fs::path file = database.string() + part; fs::exists(fs::symlink_status(file)))
            move_into_place(file, folder / file.filename(), Existing::Refused);
    fs::remove(database.string() + "-shm");
    sync_directory_of(folder);
    return folder;
}

bool has_database(const fs::path& database) {
    for (const char* part : parts)
        if (fs::exists(fs::symlink_status(database.string() + part)))
            return true;
    return false;
}

// Calls it; its errors name `known` in place of a temporary file.
template <class Do>
void naming(const fs::path& known, const fs::path& temporary, Do what) {
    try {
        what();
    } catch (const StoreError& error) {
        std::string why = error.what();
        if (const std::string unknown = temporary.string(); why.starts_with(unknown))
            why.replace(0, unknown.size(), known.string());
        throw StoreError(error.kind(), "can't restore: " + why);
    }
}

// Leaves nothing behind if the directory gets no database.
class NewDirectory {
  public:
    explicit NewDirectory(const fs::path& directory)
        : directory_(directory), is_new_(prepare_directory(directory) == Prepared::Made),
          had_lock_(fs::exists(lock())) {}

    ~NewDirectory() {
        std::error_code ignored;
        if (fs::exists(directory_ / database_name, ignored))
            return;
        if (!had_lock_)
            fs::remove(lock(), ignored);
        if (is_new_)
            fs::remove(directory_, ignored);
    }

    NewDirectory(const NewDirectory&) = delete;
    NewDirectory& operator=(const NewDirectory&) = delete;

  private:
    fs::path lock() const { return directory_ / lock_name; }

    fs::path directory_;
    bool is_new_, had_lock_;
};

void refuse_live_database(const fs::path& file) {
    if (const fs::path log = file.string() + "-wal"; fs::exists(log) && fs::file_size(log) > 0)
        throw StoreError(Kind::CantOpen,
                         file.string() +
                             ": has a log next to it: it is a live database, not a backup");
}

Stream stream_of(const fs::path& file) {
    if (is_standard_stream(file))
        return standard_input();
    refuse_live_database(file);
    return {open_for_reading(file), file};
}

} // namespace

Restored restore(const fs::path& directory, const fs::path& file, const RestoreSettings& settings) {
    const Stream source = stream_of(file); // before anything is created
    const NewDirectory made(directory);
    const DirectoryLock lock(directory);
    const fs::path database = directory / database_name;
    finish_replacement(database); // a start would do it, with the restored database
    if (settings.present == RestoreSettings::Present::Refused)
        refuse_other_database(database);
    const TemporaryFile copy(database);
    naming(directory, copy.path(),
           [&] { copy_contents(source, {open_for_writing(copy.path()), copy.path()}); });
    naming(source.name, copy.path(), [&] { require_restorable(copy.path()); });
    const auto companions = take_companions(copy.path(), settings.companions);
    sync_file(copy.path());
    Restored restored;
    if (has_database(database))
        restored.set_aside = set_aside(database);
    move_into_place(copy.path(), database, Existing::Refused);
    restored.kept = write_companions(directory, companions);
    return restored;
}

} // namespace jaipur::server::store
