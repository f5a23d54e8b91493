#include "server/core/limits.hpp"

namespace jaipur::server::core {

Limits without_limits(Limits limits) {
    limits.request_burst = 0;
    limits.request_rate = 0;
    limits.refusals_until_closed = 0;
    limits.control_frames = 0;
    limits.connections = 0;
    limits.rooms = 0;
    limits.spectators = 0;
    limits.connections_per_address = 0;
    limits.new_connections_per_address = 0;
    limits.address_request_burst = 0;
    limits.address_request_rate = 0;
    limits.waiting_rooms_per_address = 0;
    limits.wrong_joins = 0;
    return limits;
}

} // namespace jaipur::server::core
