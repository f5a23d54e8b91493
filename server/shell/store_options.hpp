// The command-line options of a server that stores in PostgreSQL.
#pragma once

#include "server/shell/options.hpp"

#include <optional>

namespace CLI {
class App;
class Option;
} // namespace CLI

namespace jaipur::server::shell {

// `app` sets `serve` when it parses; both must outlive that.
void add_store_options(CLI::App& app, Serve& serve);

// Other commands have this as well.
CLI::Option* add_store(CLI::App& app, std::optional<Serve::Database>& store);

} // namespace jaipur::server::shell
