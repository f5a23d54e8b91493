#include "server/limits.hpp"

namespace jaipur::server {

Limits without_limits(Limits limits) {
    limits.request_burst = 0;
    limits.request_rate = 0;
    limits.refusals_until_closed = 0;
    limits.control_frames = 0;
    limits.connections = 0;
    limits.rooms = 0;
    limits.spectators = 0;
    return limits;
}

} // namespace jaipur::server
