// Whether the system tells an `io_context` of what it waits for. It must not know what that is.
#pragma once

#include <boost/asio/io_context.hpp>

namespace jaipur::server::net {

// Throws where timers or signals do not come. Asio does not say that the system refused them; a
// server without timers would keep every connection for ever, one without signals could not be
// stopped. To be called before the context has work. Nothing else may wait for SIGUSR1.
void require_timers_and_signals(boost::asio::io_context& context);

} // namespace jaipur::server::net
