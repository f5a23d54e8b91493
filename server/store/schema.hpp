// The database's schema, as steps from each version to the next. Never change a released step: add
// one.
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace jaipur::server::store {

class Connection;

inline constexpr std::int64_t first_with_checksums = 3;

struct Migration {
    std::int64_t to = 0; // the version after this step: 1, 2, …
    std::string sql;
    void (*then)(Connection&) = nullptr; // what SQL can't do
};

std::span<const Migration> all_migrations();

inline std::int64_t newest_schema() {
    return all_migrations().back().to;
}

} // namespace jaipur::server::store
