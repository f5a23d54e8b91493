// What the operator is told of a running server: totals, in Prometheus' text format. Nothing in
// them depends on what a table hides, names a room or a player.
#pragma once

#include "protocol/message.hpp"
#include "server/core/lobby/lobby.hpp"
#include "server/core/time.hpp"
#include "server/shell/process.hpp"

#include <cstdint>
#include <map>
#include <string>

namespace jaipur::server::shell {

struct Metrics {
    // Counted since the start.
    std::uint64_t connections = 0;      // accepted
    std::uint64_t hung_up = 0;          // of these, as there were too many
    std::uint64_t upgrades_refused = 0; // the server was full, or too many of one address
    std::uint64_t requests = 0;         // messages of clients
    // Errors answered to them. What the rules of the game refuse is one: why they did may depend on
    // a hand.
    std::map<protocol::ErrorCode, std::uint64_t> errors;
    std::uint64_t refused_by_rules = 0;
    std::uint64_t records = 0;         // durable
    std::uint64_t records_refused = 0; // by a full disk
    std::uint64_t matches_finished = 0;
};

std::string to_text(const Metrics& metrics, const core::LobbyCounts& counts,
                    const ProcessFigures& process, core::Time started);

} // namespace jaipur::server::shell
