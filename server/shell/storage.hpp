// What of the command line has to do with the disk: where data lies, the store in it, backups. Here
// errors of the store become exit codes, and its failure the end of the process.
#pragma once

#include "server/shell/options.hpp"
#include "server/store/error.hpp"
#include "server/store/store.hpp"

#include <filesystem>
#include <memory>
#include <optional>

namespace jaipur::server::shell {

// The directory that was asked for, or the one that is this user's. Throws StoreError where there
// is neither, as all of these do where something can't be done.
std::filesystem::path data_directory(const std::optional<std::filesystem::path>& asked);

// An error of its disk later on ends the process, with exit code 74: nothing may be answered then.
std::unique_ptr<store::Store> make_store(const Serve& options, store::Store::Answer answer);

void back_up(const Backup& options);
void restore(const Restore& options);

int exit_code_of(const store::StoreError& error);

} // namespace jaipur::server::shell
