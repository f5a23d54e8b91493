// A socket that the service manager listens on and passes to this process (sd_listen_fds(3)), so
// that connections wait during a restart instead of being refused.
#pragma once

#include "server/net/listener.hpp"
#include "server/shell/options.hpp"

namespace jaipur::server::shell {

// Listens on the passed socket if there is one, whatever address it has, else on `endpoint`. Throws
// boost::system::system_error if it can't.
net::Listener make_listener(const net::Executor& executor, const Endpoint& endpoint);

} // namespace jaipur::server::shell
