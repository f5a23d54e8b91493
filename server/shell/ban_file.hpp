// The file in which bans outlive the server: small, replaced as a whole and durably. It is next to
// the database instead of in it, so that older servers can read the database.
#pragma once

#include "server/core/bans.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace jaipur::server::shell {

// None if there is no file. A damaged file is renamed to `….damaged` and reported.
std::vector<core::Ban> load_bans(const std::filesystem::path& file);

// The same of a text that the store keeps.
std::vector<core::Ban> bans_in(const std::string& text);

// Throws StoreError if it can't be stored; then nothing has changed.
void save_bans(const std::filesystem::path& file, const std::vector<core::Ban>& bans);

} // namespace jaipur::server::shell
