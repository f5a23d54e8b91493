// Where data is stored, and the store there. Turns the store's errors into exit codes, and its
// failure into the end of the process.
#pragma once

#include "server/shell/options.hpp"
#include "server/store/error.hpp"
#include "server/store/store.hpp"

#include <array>
#include <filesystem>
#include <memory>
#include <optional>
#include <string_view>

namespace jaipur::server::shell {

inline constexpr std::string_view bans_name = "admin.bans";
// Next to the database, and in its backups.
inline constexpr std::array companions{bans_name};
inline constexpr std::string_view admin_socket_name = "admin.sock"; // in the data directory

// The given directory, or this user's default. Throws StoreError if there is neither, as all of
// these do if something fails.
std::filesystem::path data_directory(const std::optional<std::filesystem::path>& asked);

// A later disk error ends the process with exit code 74: nothing may be answered then.
std::unique_ptr<store::Store> make_store(const Serve& options, store::Store::Answer answer,
                                         store::Store::Damaged damaged);

int exit_code_of(const store::StoreError& error);

} // namespace jaipur::server::shell
