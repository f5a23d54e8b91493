#include "server/store/backup.hpp"

#include "server/store/connection.hpp"
#include "server/store/image.hpp"
#include "server/store/schema.hpp"

#include <SQLiteCpp/SQLiteCpp.h>

#include <optional>
#include <string>
#include <system_error>

namespace jaipur::server::store {

namespace {

namespace fs = std::filesystem;
using Kind = StoreError::Kind;

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

void require_database(const fs::path& directory) {
    if (!fs::exists(directory / database_name))
        throw StoreError(Kind::CantOpen, directory.string() + ": has no database");
}

Findings backup_of(const fs::path& directory, const fs::path& file, Existing existing,
                   CompanionNames companions) {
    require_database(directory);
    // For writing: if no server runs, this moves what a crash left in the log into the database.
    Connection connection(directory / database_name, Connection::Access::ReadWrite);
    try {
        if (identify(connection, newest_schema()).version == 0)
            throw StoreError(Kind::Corrupt, connection.file().string() + ": the database is empty");
        write_backup(connection, file, existing, companions);
    } catch (const StoreError& error) {
        throw cause_of(error, connection);
    }
    Connection copy(file, Connection::Access::Unchanging);
    return identify(copy, newest_schema()).version < newest_schema() ? Findings{} : inspect(copy);
}

// In a container, the data directory may be the only place for the file on the way.
Findings backup_to_standard_output(const fs::path& directory, CompanionNames companions) {
    const Stream output = standard_output();
    require_database(directory);
    std::optional<TemporaryFile> file(directory / "jaipur.backup");
    const Findings findings = backup_of(directory, file->path(), Existing::Replaced, companions);
    const Stream complete{open_for_reading(file->path()), file->path()};
    file.reset(); // whatever ends this process, nothing stays
    copy_contents(complete, output);
    return findings;
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
        const Identity is = identify(connection, newest_schema());
        if (is.version == newest_schema())
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

} // namespace

void write_backup(Connection& connection, const fs::path& file, Existing existing,
                  CompanionNames companions) {
    const TemporaryFile copy(file);
    guarded(connection, [&] {
        SQLite::Statement vacuum(*connection, "VACUUM INTO ?");
        vacuum.bind(1, copy.path().string());
        vacuum.exec();
    });
    add_companions(copy.path(), connection.file().parent_path(), companions);
    sync_file(copy.path());
    move_into_place(copy.path(), file, existing);
}

Findings backup(const fs::path& directory, const fs::path& file, CompanionNames companions) {
    if (is_standard_stream(file))
        return backup_to_standard_output(directory, companions);
    if (fs::exists(fs::symlink_status(file)))
        throw StoreError(Kind::CantOpen, file.string() + ": already exists");
    std::error_code ignored;
    const fs::path beside = file.has_parent_path() ? file.parent_path() : fs::path(".");
    if (file.filename().string().starts_with("jaipur.") &&
        fs::equivalent(beside, directory, ignored))
        throw StoreError(Kind::CantOpen,
                         file.string() + ": this name is reserved in the data directory");
    return backup_of(directory, file, Existing::Refused, companions);
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
