// Figures about a running server, in Prometheus' text format: totals that never depend on hidden
// cards or name a room or player.
#pragma once

#include "protocol/message.hpp"
#include "server/core/lobby/lobby.hpp"
#include "server/core/time.hpp"
#include "server/push/sender.hpp"
#include "server/shell/process.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>

namespace jaipur::server::shell {

struct Metrics {
    // Since the start.
    std::uint64_t connections = 0;      // accepted
    std::uint64_t hung_up = 0;          // of these, because there were too many
    std::uint64_t upgrades_refused = 0; // the server was full, or too many from one address
    std::uint64_t requests = 0;         // messages from clients
    // Error answers. All refusals by the rules of the game count as one, because the reason may
    // depend on a hand.
    std::map<protocol::ErrorCode, std::uint64_t> errors;
    std::uint64_t refused_by_rules = 0;
    std::uint64_t records = 0;         // durable
    std::uint64_t records_refused = 0; // by a full disk
    std::uint64_t matches_finished = 0;
    std::map<push::Result, std::uint64_t> push_messages; // by what became of them
    std::uint64_t damaged_databases = 0;                 // replaced at the start: 0 or 1
    std::uint64_t damaged_logs = 0;    // whose end was missing at the start: 0 or 1
    std::uint64_t damaged_rooms = 0;   // skipped at the start
    std::uint64_t damaged_replays = 0; // as often as they were found

    struct Tls {
        std::uint64_t handshakes = 0, failed_handshakes = 0;
        std::uint64_t reloads = 0, failed_reloads = 0; // of the certificate
        std::uint64_t expires = 0;                     // the certificate, in Unix seconds
    };

    std::optional<Tls> tls; // empty: plain connections
};

std::string to_text(const Metrics& metrics, const core::LobbyCounts& counts,
                    const ProcessFigures& process, core::Time started);

} // namespace jaipur::server::shell
