#include "tests/server/store/kept.hpp"

#include "server/store/files.hpp"
#include "tests/server/store/samples.hpp"

#include <SQLiteCpp/SQLiteCpp.h>

#include <algorithm>
#include <cstdlib>
#include <future>
#include <stdexcept>
#include <sys/stat.h>
#include <utility>

namespace jaipur::server::store::test {

namespace {

constexpr auto patience = 30s;

} // namespace

TemporaryDirectory::TemporaryDirectory() {
    std::string name = (std::filesystem::temp_directory_path() / "jaipur-store-XXXXXX").string();
    path_ = mkdtemp(name.data());
}

TemporaryDirectory::~TemporaryDirectory() {
    std::filesystem::remove_all(path_);
}

Store::Answer Ear::answer() {
    return [this](std::uint64_t first, std::uint64_t last, core::Stored result) {
        const std::lock_guard lock(mutex_);
        answers_.push_back({first, last, result});
        heard_.notify_all();
    };
}

SqliteStore::Failed Ear::failed() {
    return [this](std::string_view what) {
        const std::lock_guard lock(mutex_);
        failure_ = what;
        heard_.notify_all();
    };
}

const Answered* Ear::about(std::uint64_t number) const {
    const auto found = std::ranges::find_if(answers_, [number](const Answered& answered) {
        return answered.first <= number && number <= answered.last;
    });
    return found == answers_.end() ? nullptr : &*found;
}

core::Stored Ear::wait_for(std::uint64_t number) {
    std::unique_lock lock(mutex_);
    if (!heard_.wait_for(lock, patience, [&] { return failure_ || about(number) != nullptr; }))
        throw std::runtime_error("record " + std::to_string(number) + " was not answered");
    if (about(number) == nullptr)
        throw std::runtime_error("the store failed: " + *failure_);
    return about(number)->result;
}

std::string Ear::wait_for_failure() {
    std::unique_lock lock(mutex_);
    if (!heard_.wait_for(lock, patience, [&] { return failure_.has_value(); }))
        throw std::runtime_error("the store did not fail");
    return *failure_;
}

std::vector<Answered> Ear::answers() const {
    const std::lock_guard lock(mutex_);
    return answers_;
}

std::optional<std::string> Ear::failure() const {
    const std::lock_guard lock(mutex_);
    return failure_;
}

Opened::Opened(SqliteStore::Settings settings)
    : store(std::make_unique<SqliteStore>(std::move(settings), ear->answer(), ear->failed())),
      loaded([this] {
          std::vector<core::Record> records;
          store->load([&](const core::Record& record) { records.push_back(record); });
          return records;
      }()) {}

core::Stored Opened::append(std::vector<core::Record> records) {
    const std::uint64_t last = records.back().number;
    store->append(std::move(records));
    return ear->wait_for(last);
}

std::optional<std::string> Opened::find(std::uint8_t match) {
    std::promise<std::optional<std::string>> found;
    auto result = found.get_future();
    store->find(protocol::MatchId{match}, [&found](std::optional<std::string> replay) {
        found.set_value(std::move(replay));
    });
    if (result.wait_for(patience) != std::future_status::ready)
        throw std::runtime_error("no answer to a request for a replay");
    return result.get();
}

std::optional<std::size_t> Opened::measure(std::uint8_t match) {
    std::promise<std::optional<std::size_t>> measured;
    auto result = measured.get_future();
    store->measure(protocol::MatchId{match},
                   [&measured](std::optional<std::size_t> bytes) { measured.set_value(bytes); });
    if (result.wait_for(patience) != std::future_status::ready)
        throw std::runtime_error("no answer to a request for a replay's size");
    return result.get();
}

void Opened::settle() {
    find(255);
}

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
