// Figures about a running server, in Prometheus' text format: totals over all rooms that never name
// a room or player. No count depends on hidden cards. Durations might, by a hair, as everything
// that a clock measures (docs/security.md).
#pragma once

#include "protocol/message.hpp"
#include "server/core/histogram.hpp"
#include "server/core/lobby/lobby.hpp"
#include "server/core/time.hpp"
#include "server/push/sender.hpp"
#include "server/shell/process.hpp"
#include "server/shell/thinker.hpp"
#include "server/store/store.hpp"

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
    std::uint64_t matches_begun = 0;
    std::uint64_t matches_finished = 0;
    std::map<push::Result, std::uint64_t> push_messages; // by what became of them
    std::uint64_t damaged_databases = 0;                 // replaced at the start: 0 or 1
    std::uint64_t damaged_logs = 0;    // whose end was missing at the start: 0 or 1
    std::uint64_t damaged_rooms = 0;   // skipped at the start
    std::uint64_t damaged_replays = 0; // as often as they were found
    std::uint64_t damaged_slots = 0;   // the same

    struct Tls {
        std::uint64_t handshakes = 0, failed_handshakes = 0;
        std::uint64_t reloads = 0, failed_reloads = 0; // of the certificate
        std::uint64_t expires = 0;                     // the certificate, in Unix seconds
    };

    std::optional<Tls> tls; // empty: plain connections

    // Adds what another thread has counted. Only the first one counts handshakes.
    Metrics& operator+=(const Metrics& other);
};

// How things are at the moment of reading.
struct Gauges {
    core::LobbyCounts lobby;
    bool is_ready = false;
    std::uint64_t records_waiting = 0;      // with the store
    std::uint64_t messages_waiting = 0;     // for clients that read slowly
    std::uint64_t passwords_waiting = 0;    // for their hash, or being hashed
    std::uint64_t bots_waiting = 0;         // to think, or thinking
    std::optional<store::Store::Link> link; // empty: the data is on this machine
    ProcessFigures process;
    core::Time started{};
};

// How long things took, since the start.
struct Durations {
    core::Histogram until_stored, until_answered; // requests
    core::Histogram commits;
    Thinker::Times thinking;
};

std::string to_text(const Metrics& metrics, const Gauges& gauges, const Durations& durations);

} // namespace jaipur::server::shell
