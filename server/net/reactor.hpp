// Whether an `io_context` gets the events that it waits for. It must not know what they are for.
#pragma once

#include <boost/asio/io_context.hpp>

namespace jaipur::server::net {

// Throws if timers or signals don't arrive. Asio doesn't report that the system refused them;
// without timers the server would keep every connection forever, without signals nobody could stop
// it. Call it before the context has work. Nothing else may wait for SIGUSR1.
void require_timers_and_signals(boost::asio::io_context& context);

} // namespace jaipur::server::net
