#include "server/shell/storage.hpp"

#include "server/log/log.hpp"
#include "server/shell/postgresql.hpp"
#include "server/shell/thread_load.hpp"
#include "server/store/files.hpp"
#include "server/store/memory_store.hpp"
#include "server/store/sqlite_store.hpp"

#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string_view>
#include <utility>

namespace jaipur::server::shell {

namespace {

namespace fs = std::filesystem;
using Kind = store::StoreError::Kind;
using std::chrono::microseconds;

// Players wait for each commit; beyond this they notice.
constexpr microseconds slow_commit = std::chrono::milliseconds(50);

std::optional<fs::path> absolute_path(const char* variable) {
    const char* const value = std::getenv(variable);
    if (value == nullptr || value[0] != '/')
        return std::nullopt;
    return value;
}

void report(const store::SqliteStore& store, const fs::path& directory) {
    const auto commit = store.commit_time();
    if (!commit)
        return log::warning("disk full", {{"directory", directory.string()}});
    const log::Fields fields{{"directory", directory.string()},
                             {"commit_us", std::int64_t{commit->count()}}};
    if (*commit > slow_commit)
        log::warning("slow disk: every move waits for it", fields);
    else
        log::info("store opened", fields);
}

} // namespace

void end_with_failed_store(std::string_view what) {
    log::error("the store failed", {{"what", what}});
    std::_Exit(exit_code::io);
}

fs::path data_directory(const std::optional<fs::path>& asked) {
    if (asked)
        return *asked;
    if (const auto state = absolute_path("XDG_STATE_HOME"))
        return *state / "jaipur" / "server";
    if (const auto home = absolute_path("HOME"))
        return *home / ".local" / "state" / "jaipur" / "server";
    throw store::StoreError(Kind::CantOpen,
                            "neither XDG_STATE_HOME nor HOME is set; use --data DIRECTORY, "
                            "or --in-memory to store nothing");
}

std::unique_ptr<store::Store> make_store(const Serve& options, StoreHooks hooks) {
    if (options.store)
        return make_postgresql_store(options, std::move(hooks));
    if (options.in_memory) {
        const auto most = static_cast<std::size_t>(options.limits.finished_replays);
        return std::make_unique<store::MemoryStore>(std::move(hooks.answer), most);
    }
    const fs::path directory = data_directory(options.data);
    if (store::prepare_directory(directory) == store::Prepared::Tightened)
        log::warning("other users could read the data directory; it is private now",
                     {{"directory", directory.string()}});
    store::SqliteStore::Settings settings;
    settings.database.directory = directory;
    settings.database.damaged = std::move(hooks.damaged);
    settings.database.upgrading = [](const fs::path& copy) {
        log::info("converting the database of an older server", {{"copy", copy.string()}});
    };
    settings.retain = options.retain;
    if (options.threads == 1) // otherwise this thread may have less to do than the others
        settings.load = [load = std::make_shared<ThreadLoad>()] { return load->now(); };
    auto store = std::make_unique<store::SqliteStore>(std::move(settings), std::move(hooks.answer),
                                                      end_with_failed_store);
    report(*store, directory);
    return store;
}

int exit_code_of(const store::StoreError& error) {
    switch (error.kind()) {
    case Kind::Io:
    case Kind::Full:
        return exit_code::io;
    case Kind::NewerSchema:
        return exit_code::newer;
    case Kind::Corrupt:
        return exit_code::bad_data;
    case Kind::InUse:
    case Kind::CantOpen:
        return exit_code::cant_create;
    case Kind::Unreachable:
        return exit_code::try_again;
    }
    return exit_code::software;
}

} // namespace jaipur::server::shell
