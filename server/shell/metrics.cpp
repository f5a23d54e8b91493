#include "server/shell/metrics.hpp"

#include <string_view>

namespace jaipur::server::shell {

std::string to_text(const Metrics& metrics, const core::LobbyCounts& counts,
                    const ProcessFigures& process, core::Time started) {
    std::string text;
    const auto begin = [&](std::string_view name, std::string_view help, std::string_view kind) {
        text.append("# HELP ").append(name).append(" ").append(help);
        text.append("\n# TYPE ").append(name).append(" ").append(kind).append("\n");
    };
    const auto line = [&](std::string_view name, std::string_view labels, std::uint64_t value) {
        text.append(name).append(labels).append(" ").append(std::to_string(value)).append("\n");
    };
    const auto counter = [&](std::string_view name, std::string_view help, std::uint64_t value) {
        begin(name, help, "counter");
        line(name, "", value);
    };
    const auto gauge = [&](std::string_view name, std::string_view help, std::uint64_t value) {
        begin(name, help, "gauge");
        line(name, "", value);
    };
    gauge("jaipur_sessions", "Open WebSockets", counts.sessions);
    gauge("jaipur_rooms", "Open rooms", counts.rooms);
    gauge("jaipur_running_matches", "Matches in play", counts.running_matches);
    counter("jaipur_connections_total", "Connections accepted", metrics.connections);
    counter("jaipur_connections_hung_up_total",
            "Connections closed at once because there were too many", metrics.hung_up);
    counter("jaipur_upgrades_refused_total", "WebSockets refused because there were too many",
            metrics.upgrades_refused);
    counter("jaipur_requests_total", "Messages from clients", metrics.requests);
    begin("jaipur_errors_total", "Error replies to clients", "counter");
    for (const auto& [code, count] : metrics.errors)
        line("jaipur_errors_total", "{code=\"" + std::string(protocol::name(code)) + "\"}", count);
    counter("jaipur_actions_refused_total", "Actions refused by the rules of the game",
            metrics.refused_by_rules);
    counter("jaipur_records_total", "Records stored", metrics.records);
    counter("jaipur_records_refused_total", "Records refused because the disk was full",
            metrics.records_refused);
    counter("jaipur_matches_finished_total", "Finished matches", metrics.matches_finished);
    begin("jaipur_push_messages_total", "Push messages by result", "counter");
    for (const push::Result result : push::all_results) {
        const auto found = metrics.push_messages.find(result);
        line("jaipur_push_messages_total", "{result=\"" + std::string(push::name(result)) + "\"}",
             found == metrics.push_messages.end() ? 0 : found->second);
    }
    counter("jaipur_damaged_databases_total", "Damaged databases replaced at the start",
            metrics.damaged_databases);
    counter("jaipur_damaged_logs_total", "Logs whose end was missing at the start",
            metrics.damaged_logs);
    counter("jaipur_damaged_rooms_total", "Rooms skipped at the start because they are damaged",
            metrics.damaged_rooms);
    counter("jaipur_damaged_replays_total", "Damaged replays found", metrics.damaged_replays);
    if (const auto& tls = metrics.tls) {
        const auto results = [&](std::string_view name, std::string_view help, std::uint64_t done,
                                 std::uint64_t failed) {
            begin(name, help, "counter");
            line(name, "{result=\"done\"}", done);
            line(name, "{result=\"failed\"}", failed);
        };
        results("jaipur_tls_handshakes_total", "TLS handshakes by result", tls->handshakes,
                tls->failed_handshakes);
        results("jaipur_tls_certificate_reloads_total", "Reloads of the certificate by result",
                tls->reloads, tls->failed_reloads);
        gauge("jaipur_tls_certificate_expiry_time_seconds",
              "When the certificate expires, in Unix seconds", tls->expires);
    }
    gauge("process_resident_memory_bytes", "Resident memory", process.resident_bytes);
    gauge("process_open_fds", "Open file descriptors", process.descriptors);
    gauge("process_start_time_seconds", "Start time in Unix seconds",
          static_cast<std::uint64_t>(core::unix_ms(started) / 1000));
    return text;
}

} // namespace jaipur::server::shell
