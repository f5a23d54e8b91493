#include "server/store/companions.hpp"

#include "server/store/connection.hpp"
#include "server/store/files.hpp"

#include <SQLiteCpp/SQLiteCpp.h>

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <iterator>
#include <system_error>

namespace jaipur::server::store {

namespace {

namespace fs = std::filesystem;

constexpr const char* companions_table = "companions";

std::vector<Companion> read_companions(const fs::path& directory, CompanionNames names) {
    std::vector<Companion> found;
    for (const std::string_view name : names) {
        const fs::path file = directory / name;
        std::error_code error;
        if (!fs::is_regular_file(fs::symlink_status(file, error)))
            continue;
        std::ifstream from(file, std::ios::binary);
        found.push_back({std::string(name), {std::istreambuf_iterator<char>(from), {}}});
    }
    return found;
}

void write_companion(const fs::path& file, const std::string& content) {
    const TemporaryFile fresh(file);
    if (!write_all(open_for_writing(fresh.path()), content))
        throw StoreError(StoreError::Kind::Full,
                         file.string() + ": can't write: " + std::system_category().message(errno));
    sync_file(fresh.path());
    move_into_place(fresh.path(), file, Existing::Refused);
}

} // namespace

void add_companions(const fs::path& backup, const fs::path& directory, CompanionNames names) {
    const auto companions = read_companions(directory, names);
    Connection connection(backup, Connection::Access::ReadWrite);
    guarded(connection, [&] {
        // An older server may have restored a backup with this table.
        connection->exec(std::string("DROP TABLE IF EXISTS ") + companions_table);
        if (companions.empty())
            return;
        connection->exec(std::string("CREATE TABLE ") + companions_table +
                         "(name TEXT PRIMARY KEY, content BLOB NOT NULL) STRICT");
        SQLite::Statement add(*connection,
                              std::string("INSERT INTO ") + companions_table + " VALUES(?1, ?2)");
        for (const auto& [name, content] : companions)
            run(add, name, Blob{content});
    });
}

std::vector<Companion> take_companions(const fs::path& backup, CompanionNames names) {
    Connection connection(backup, Connection::Access::ReadWrite);
    std::vector<Companion> taken;
    guarded(connection, [&] {
        if (!connection->tableExists(companions_table))
            return;
        SQLite::Statement all(*connection,
                              std::string("SELECT name, content FROM ") + companions_table);
        while (all.executeStep())
            if (std::ranges::find(names, all.getColumn(0).getString()) != names.end())
                taken.push_back({all.getColumn(0).getString(), all.getColumn(1).getString()});
        all.reset();
        connection.integer("PRAGMA secure_delete=1"); // what is deleted leaves no trace
        connection->exec(std::string("DROP TABLE ") + companions_table);
    });
    return taken;
}

std::vector<std::string> write_companions(const fs::path& directory,
                                          const std::vector<Companion>& companions) {
    std::vector<std::string> kept;
    for (const auto& [name, content] : companions)
        if (fs::exists(fs::symlink_status(directory / name)))
            kept.push_back(name);
        else
            write_companion(directory / name, content);
    return kept;
}

} // namespace jaipur::server::store
