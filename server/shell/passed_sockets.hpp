// Sockets that the service manager listens on and passes to this process (sd_listen_fds(3)), so
// that connections wait during a restart instead of being refused.
#pragma once

#include "server/net/listener.hpp"
#include "server/shell/options.hpp"

#include <optional>

namespace jaipur::server::shell {

class PassedSockets {
  public:
    // Takes over what was passed: a socket with the name `redirect`, and one with any other name.
    // Throws boost::system::system_error if there are more.
    PassedSockets();

    // Listen on the passed socket if there is one, whatever address it has, else on `endpoint`.
    // They throw boost::system::system_error if they can't.
    net::Listener listen(const net::Executor& executor, const Endpoint& endpoint) const;
    // Nothing if neither is there.
    std::optional<net::Listener> redirect(const net::Executor& executor,
                                          const std::optional<Endpoint>& endpoint) const;

    // Without TLS, there is nowhere to redirect to: says that nobody will answer on the socket for
    // redirects, if one was passed.
    void warn_of_unused_redirect() const;

  private:
    std::optional<int> game_, redirect_;
};

} // namespace jaipur::server::shell
