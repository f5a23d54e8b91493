// The command-line options about TLS.
#pragma once

#include "server/shell/options.hpp"

namespace CLI {
class App;
}

namespace jaipur::server::shell {

// `app` sets `serve` when it parses; both must outlive that.
void add_tls_options(CLI::App& app, Serve& serve);

} // namespace jaipur::server::shell
