// Small files next to a database that belong in its backups, such as the list of bans. A backup
// holds them in a table, which a database in use doesn't have; older servers ignore it. It must not
// know what is in them.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace jaipur::server::store {

using CompanionNames = std::span<const std::string_view>;

struct Companion {
    std::string name, content;
};

// Adds those that this directory has to a backup.
void add_companions(const std::filesystem::path& backup, const std::filesystem::path& directory,
                    CompanionNames names);

// Those with these names that a backup has; removes all from it.
std::vector<Companion> take_companions(const std::filesystem::path& backup, CompanionNames names);

// Durably, and only for their owner. Files that are there stay as they are; returns their names.
std::vector<std::string> write_companions(const std::filesystem::path& directory,
                                          const std::vector<Companion>& companions);

} // namespace jaipur::server::store
