#include "tests/server/store/kept.hpp"

#include "tests/server/store/samples.hpp"

#include <SQLiteCpp/SQLiteCpp.h>

#include <cstdlib>
#include <stdexcept>
#include <sys/stat.h>
#include <utility>

namespace jaipur::server::store::test {

Opened::Opened(SqliteStore::Settings settings)
    : Loaded([&](Ear& heard) {
          return std::make_unique<SqliteStore>(std::move(settings), heard.answer(), heard.failed());
      }) {}

SqliteStore::Settings settings_for(const std::filesystem::path& directory) {
    SqliteStore::Settings settings;
    settings.database.directory = directory;
    settings.ballast = std::size_t{64} * 1024;
    return settings;
}

SqliteStore::Settings settings_for(const std::filesystem::path& directory,
                                   const FaultyFiles& files) {
    auto settings = settings_for(directory);
    settings.database.vfs = files.name();
    return settings;
}

std::vector<std::string> rows(const std::filesystem::path& database, const std::string& query) {
    SQLite::Database connection(database.string(), SQLite::OPEN_READWRITE, 5000);
    SQLite::Statement statement(connection, query);
    std::vector<std::string> result;
    while (statement.executeStep())
        result.push_back(statement.getColumn(0).getString());
    return result;
}

std::vector<std::size_t> pages_of(const std::filesystem::path& database, const std::string& table) {
    std::vector<std::size_t> pages;
    for (const std::string& page :
         rows(database, "SELECT pageno FROM dbstat WHERE name = '" + table + "'"))
        pages.push_back(std::stoul(page));
    return pages;
}

std::filesystem::path database_in(const std::filesystem::path& directory) {
    return directory / database_name;
}

void execute(const std::filesystem::path& database, const std::string& sql) {
    SQLite::Database(database.string(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE).exec(sql);
}

Filled::Filled(std::span<const Migration> migrations) {
    auto settings = settings_for(path());
    settings.database.migrations = migrations;
    Opened opened(std::move(settings));
    opened.append(chat_records(1, 3));
    opened.store->housekeep(finished_match(1, core::Time{}, "a replay"));
}

mode_t mode_of(const std::filesystem::path& file) {
    struct stat status{};
    if (stat(file.c_str(), &status) != 0)
        throw std::runtime_error(file.string() + " is not there");
    return status.st_mode & 07777;
}

StoreError thrown_by(const std::function<void()>& what) {
    try {
        what();
    } catch (const StoreError& error) {
        return error;
    }
    throw std::runtime_error("no error where one was expected");
}

bool says(const StoreError& error, const std::string& part) {
    return std::string(error.what()).find(part) != std::string::npos;
}

} // namespace jaipur::server::store::test
