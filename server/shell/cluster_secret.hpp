// The secret by which the servers of a cluster know each other. A server that was built without
// PostgreSQL reads none.
#pragma once

#include "server/shell/options.hpp"

#include <optional>

namespace jaipur::server::shell {

// Throws std::runtime_error if its file can't be used.
void read_cluster_secret(std::optional<Serve::Database>& store);

} // namespace jaipur::server::shell
