// Where data is stored, and the store there. Turns the store's errors into exit codes, and its
// failure into the end of the process.
#pragma once

#include "server/shell/options.hpp"
#include "server/store/error.hpp"
#include "server/store/store.hpp"

#include <array>
#include <filesystem>
#include <functional>
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

struct StoreHooks {
    store::Store::Answer answer;
    store::Store::Damaged damaged;
    // Only for a database that several servers can use. The store has lost it to another one, and
    // ends the process in half a second. On any thread.
    std::function<void()> taken_away{};
    // Only in a cluster: see `Store::Lost`.
    store::Store::Lost lost{};
    // Whether to go on waiting for another server; asked five times per second.
    std::function<bool()> patient{};
};

// A later disk error ends the process with exit code 74: nothing may be answered then.
std::unique_ptr<store::Store> make_store(const Serve& options, StoreHooks hooks);

[[noreturn]] void end_with_failed_store(std::string_view what);

int exit_code_of(const store::StoreError& error);

} // namespace jaipur::server::shell
