// Runs `jaipur-server backup` as a separate process: copying a database takes a while, and must
// neither delay the server nor keep it from stopping.
#pragma once

#include "server/shell/options.hpp"

#include <boost/asio/awaitable.hpp>

#include <filesystem>
#include <optional>
#include <string>

namespace jaipur::server::shell {

struct BackupResult {
    int exit_code = 0;
    std::string output; // of both kinds, or why the process couldn't be started
};

// Of the directory or, if there is none, of the database.
boost::asio::awaitable<BackupResult> run_backup(std::optional<std::filesystem::path> data,
                                                std::optional<Serve::Database> database,
                                                std::filesystem::path file);

} // namespace jaipur::server::shell
