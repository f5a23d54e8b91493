// What the database looks like, as steps from each version to the next. A step that was released
// is never changed; a further one is added.
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace jaipur::server::store {

struct Migration {
    std::int64_t to = 0; // the version that it leads to: counted from 1, without gaps
    std::string sql;
};

std::span<const Migration> all_migrations();

} // namespace jaipur::server::store
