// Makes a backup, or the copy that an upgrade kept, the database of a data directory. Afterwards
// the directory has either the restored database or the one that it had before, complete.
#pragma once

#include "server/store/companions.hpp"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace jaipur::server::store {

struct RestoreSettings {
    // What happens to a database that the directory has already.
    enum class Present : std::uint8_t { Refused, SetAside };

    Present present = Present::Refused;
    CompanionNames companions = {};
};

struct Restored {
    std::optional<std::filesystem::path> set_aside; // the directory where the earlier database is
    std::vector<std::string> kept; // companions that the directory had, so they weren't restored
};

// No server may use the directory. `-` is standard input. Checks first that the backup is complete
// and undamaged. Throws StoreError.
Restored restore(const std::filesystem::path& directory, const std::filesystem::path& file,
                 const RestoreSettings& settings = {});

} // namespace jaipur::server::store
