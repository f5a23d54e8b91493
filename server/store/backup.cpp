#include "server/store/backup.hpp"

#include "server/store/acknowledged.hpp"
#include "server/store/connection.hpp"
#include "server/store/image.hpp"
#include "server/store/schema.hpp"

#include <SQLiteCpp/SQLiteCpp.h>

#include <cstdint>
#include <optional>
#include <string>
#include <system_error>

namespace jaipur::server::store {

namespace {

namespace fs = std::filesystem;
using Kind = StoreError::Kind;

std::int64_t newest() {
    return all_migrations().back().to;
}

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
    const Identity is = identify(connection, newest());
    if (is.version == 0)
        throw StoreError(Kind::Corrupt, file.string() + ": the file is empty");
    require_intact(connection);
    if (is.version < newest())
        return;
    if (const Findings findings = inspect(connection); findings.any())
        throw StoreError(Kind::Corrupt, file.string() + ": " + amount(findings) +
                                            " are damaged; jaipur-server salvage copies the rest");
}

// Another database's log next to the restored file would be read as the restored database's, and
// of this database, more records may have been acknowledged than the backup has.
void refuse_other_database(const fs::path& database) {
    for (const char* part : {"", "-wal", "-journal", acknowledged_ending})
        if (const fs::path file = database.string() + part; fs::exists(fs::symlink_status(file)))
            throw StoreError(Kind::CantOpen, file.string() + ": already exists; move the contents "
                                                             "of this directory away first");
}

// Why a backup failed: copying damaged pages fails in many ways, even as if the disk were full.
StoreError cause_of(const StoreError& error, Connection& connection) {
    const bool ours = Image(connection.file()).application() == Identity::application;
    try {
        if (ours && error.kind() != Kind::NewerSchema)
            require_intact(connection);
    } catch (const StoreError& found) {
        if (found.kind() == Kind::Corrupt)
            return {Kind::Corrupt, connection.file().string() +
                                       ": the database is damaged, so it can't be backed up. "
                                       "jaipur-server salvage copies what is intact (" +
                                       error.what() + ")"};
    }
    return error;
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

fs::path database_at(const fs::path& file_or_directory) {
    return fs::is_directory(file_or_directory) ? file_or_directory / database_name
                                               : file_or_directory;
}

// The data directory that this is, or whose database; empty for a backup.
std::optional<fs::path> directory_of(const fs::path& file_or_directory) {
    if (fs::is_directory(file_or_directory))
        return file_or_directory;
    if (file_or_directory.filename() != database_name)
        return std::nullopt;
    return fs::absolute(file_or_directory).parent_path();
}

bool has_log(const fs::path& database) {
    const fs::path log = database.string() + "-wal";
    std::error_code error;
    return fs::exists(log, error) && fs::file_size(log, error) > 0;
}

// False: a server uses the directory.
bool take(std::optional<DirectoryLock>& lock, const fs::path& directory) {
    try {
        lock.emplace(directory);
    } catch (const StoreError& error) {
        if (error.kind() != Kind::InUse)
            throw;
    }
    return lock.has_value();
}

Findings inspected(const fs::path& database, Connection::Access access) {
    try {
        Connection connection(database, access);
        const Identity is = identify(connection, newest());
        if (is.version == newest())
            return inspect(connection);
        if (is.version > 0)
            require_intact(connection);
        return {};
    } catch (const StoreError& error) {
        if (error.kind() != Kind::Corrupt)
            throw;
        Findings findings;
        findings.structure = error.what();
        return findings;
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

} // namespace

void write_backup(Connection& connection, const fs::path& file, Existing existing) {
    const TemporaryFile copy(file);
    guarded(connection, [&] {
        SQLite::Statement vacuum(*connection, "VACUUM INTO ?");
        vacuum.bind(1, copy.path().string());
        vacuum.exec();
    });
    sync_file(copy.path());
    move_into_place(copy.path(), file, existing);
}

Findings backup(const fs::path& directory, const fs::path& file) {
    if (fs::exists(fs::symlink_status(file)))
        throw StoreError(Kind::CantOpen, file.string() + ": already exists");
    std::error_code ignored;
    const fs::path beside = file.has_parent_path() ? file.parent_path() : fs::path(".");
    if (file.filename().string().starts_with("jaipur.") &&
        fs::equivalent(beside, directory, ignored))
        throw StoreError(Kind::CantOpen,
                         file.string() + ": this name is reserved in the data directory");
    const fs::path database = directory / database_name;
    if (!fs::exists(database))
        throw StoreError(Kind::CantOpen, directory.string() + ": has no database");
    // For writing: if no server runs, this moves what a crash left in the log into the database.
    Connection connection(database, Connection::Access::ReadWrite);
    try {
        if (identify(connection, newest()).version == 0)
            throw StoreError(Kind::Corrupt, database.string() + ": the database is empty");
        write_backup(connection, file, Existing::Refused);
    } catch (const StoreError& error) {
        throw cause_of(error, connection);
    }
    Connection copy(file, Connection::Access::Unchanging);
    return identify(copy, newest()).version < newest() ? Findings{} : inspect(copy);
}

void restore(const fs::path& directory, const fs::path& file) {
    open_for_reading(file); // before anything is created
    if (const fs::path log = file.string() + "-wal"; fs::exists(log) && fs::file_size(log) > 0)
        throw StoreError(Kind::CantOpen,
                         file.string() +
                             ": has a log next to it: it is a live database, not a backup");
    const NewDirectory made(directory);
    const DirectoryLock lock(directory);
    const fs::path database = directory / database_name;
    refuse_other_database(database);
    const TemporaryFile copy(database);
    naming(directory, copy.path(), [&] { copy_contents(file, copy.path()); });
    naming(file, copy.path(), [&] { require_restorable(copy.path()); });
    sync_file(copy.path());
    move_into_place(copy.path(), database, Existing::Refused);
}

Checked check(const fs::path& file_or_directory) {
    const fs::path database = database_at(file_or_directory);
    open_for_reading(database);
    const auto directory = directory_of(file_or_directory);
    std::optional<DirectoryLock> lock;
    if (directory && !take(lock, *directory))
        return {inspected(database, Connection::Access::Read), false};
    Findings findings;
    const Image image(database);
    if (image.problem())
        findings.structure = image.problem();
    else
        findings = inspected(database, has_log(database) ? Connection::Access::Read
                                                         : Connection::Access::Unchanging);
    if (!findings.structure)
        return {findings};
    // In a container, the data directory may be the only place.
    const TemporaryFile scratch((directory ? *directory : fs::temp_directory_path()) /
                                "jaipur.check");
    auto found = rescue(database, scratch.path());
    if (!found)
        throw StoreError(Kind::Corrupt, database.string() +
                                            ": not a database of a Jaipur server, or damaged and "
                                            "from before version 0.2.0");
    found->structure = findings.structure;
    return {*found};
}

Findings salvage(const fs::path& file_or_directory, const fs::path& to) {
    if (fs::exists(fs::symlink_status(to)))
        throw StoreError(Kind::CantOpen, to.string() + ": already exists");
    const fs::path database = database_at(file_or_directory);
    open_for_reading(database);
    std::optional<DirectoryLock> lock;
    if (const auto directory = directory_of(file_or_directory))
        lock.emplace(*directory);
    const TemporaryFile copy(to);
    auto findings = rescue(database, copy.path());
    if (!findings)
        throw StoreError(Kind::Corrupt, database.string() +
                                            ": not a database of a Jaipur server, or from before "
                                            "version 0.2.0");
    sync_file(copy.path());
    move_into_place(copy.path(), to, Existing::Refused);
    return *findings;
}

} // namespace jaipur::server::store
