#include "server/shell/metrics.hpp"

#include "server/net/http.hpp"
#include "server/shell/metrics_text.hpp"

#include <string_view>

namespace jaipur::server::shell {

namespace {

void add_now(MetricsText& text, const Gauges& gauges) {
    text.gauge("jaipur_ready", "1 if the server takes new connections and rooms, else 0",
               gauges.is_ready ? 1 : 0);
    text.gauge("jaipur_sessions", "Open WebSockets", gauges.lobby.sessions);
    text.gauge("jaipur_rooms", "Open rooms", gauges.lobby.rooms);
    text.gauge("jaipur_running_matches", "Matches in play", gauges.lobby.running_matches);
    text.gauge("jaipur_records_waiting", "Records that wait for the disk", gauges.records_waiting);
    text.gauge("jaipur_messages_waiting", "Messages that wait for clients to read",
               gauges.messages_waiting);
    text.gauge("jaipur_passwords_waiting", "Passwords that wait to be hashed, or are being hashed",
               gauges.passwords_waiting);
    text.gauge("jaipur_bots_waiting", "Bots that wait to think, or think", gauges.bots_waiting);
}

void add_errors(MetricsText& text, const Metrics& metrics) {
    text.begin("jaipur_errors_total", "Error replies to clients", "counter");
    for (const auto& [code, count] : metrics.errors)
        text.value("jaipur_errors_total", {{"code", protocol::name(code)}}, count);
    text.counter("jaipur_actions_refused_total", "Actions refused by the rules of the game",
                 metrics.refused_by_rules);
}

void add_push_messages(MetricsText& text, const Metrics& metrics) {
    text.begin("jaipur_push_messages_total", "Push messages by result", "counter");
    for (const push::Result result : push::all_results) {
        const auto found = metrics.push_messages.find(result);
        text.value("jaipur_push_messages_total", {{"result", push::name(result)}},
                   found == metrics.push_messages.end() ? 0 : found->second);
    }
}

void add_counters(MetricsText& text, const Metrics& metrics) {
    text.counter("jaipur_connections_total", "Connections accepted", metrics.connections);
    text.counter("jaipur_connections_hung_up_total",
                 "Connections closed at once because there were too many", metrics.hung_up);
    text.counter("jaipur_upgrades_refused_total", "WebSockets refused because there were too many",
                 metrics.upgrades_refused);
    text.counter("jaipur_requests_total", "Messages from clients", metrics.requests);
    add_errors(text, metrics);
    text.counter("jaipur_records_total", "Records stored", metrics.records);
    text.counter("jaipur_records_refused_total", "Records refused because the disk was full",
                 metrics.records_refused);
    text.counter("jaipur_matches_begun_total", "Matches whose first round was dealt",
                 metrics.matches_begun);
    text.counter("jaipur_matches_finished_total", "Finished matches", metrics.matches_finished);
    add_push_messages(text, metrics);
    text.counter("jaipur_damaged_databases_total", "Damaged databases replaced at the start",
                 metrics.damaged_databases);
    text.counter("jaipur_damaged_logs_total", "Logs whose end was missing at the start",
                 metrics.damaged_logs);
    text.counter("jaipur_damaged_rooms_total",
                 "Rooms skipped at the start because they are damaged", metrics.damaged_rooms);
    text.counter("jaipur_damaged_replays_total", "Damaged replays found", metrics.damaged_replays);
    text.counter("jaipur_damaged_slots_total",
                 "Damaged records found that keep servers from taking a slot",
                 metrics.damaged_slots);
}

void add_results(MetricsText& text, std::string_view name, std::string_view help,
                 std::uint64_t done, std::uint64_t failed) {
    text.begin(name, help, "counter");
    text.value(name, {{"result", "done"}}, done);
    text.value(name, {{"result", "failed"}}, failed);
}

void add_tls(MetricsText& text, const Metrics::Tls& tls) {
    add_results(text, "jaipur_tls_handshakes_total", "TLS handshakes by result", tls.handshakes,
                tls.failed_handshakes);
    add_results(text, "jaipur_tls_certificate_reloads_total",
                "Reloads of the certificate by result", tls.reloads, tls.failed_reloads);
    text.gauge("jaipur_tls_certificate_expiry_time_seconds",
               "When the certificate expires, in Unix seconds", tls.expires);
}

void add_link(MetricsText& text, const store::Store::Link& link) {
    text.gauge("jaipur_database_up", "1 if the server can reach its database, else 0",
               link.up ? 1 : 0);
    text.counter("jaipur_database_losses_total",
                 "How often the connection to the database was lost", link.losses);
}

void add_durations(MetricsText& text, const Durations& durations) {
    text.histogram("jaipur_request_stored_seconds",
                   "Time from a request's arrival until its record is durable",
                   durations.until_stored);
    text.histogram("jaipur_request_answered_seconds",
                   "Time from a request's arrival until its answer is written",
                   durations.until_answered);
    text.histogram("jaipur_commit_seconds", "Time that the store takes for a transaction",
                   durations.commits);
    text.begin("jaipur_bot_thinking_seconds", "Time that a bot thinks about an action",
               "histogram");
    for (const auto& [level, times] : durations.thinking)
        text.value("jaipur_bot_thinking_seconds", {{"level", level}}, times);
}

void add_process(MetricsText& text, const Gauges& gauges) {
    text.begin("jaipur_build_info", "What runs: always 1", "gauge");
    text.value("jaipur_build_info", {{"version", JAIPUR_VERSION}, {"protocol", net::subprotocol}},
               1);
    text.gauge("process_resident_memory_bytes", "Resident memory", gauges.process.resident_bytes);
    text.gauge("process_open_fds", "Open file descriptors", gauges.process.descriptors);
    text.gauge("process_max_fds", "Most file descriptors that may be open",
               gauges.process.most_descriptors);
    text.gauge("process_start_time_seconds", "Start time in Unix seconds",
               static_cast<std::uint64_t>(core::unix_ms(gauges.started) / 1000));
}

} // namespace

Metrics& Metrics::operator+=(const Metrics& other) {
    for (const auto count :
         {&Metrics::connections, &Metrics::hung_up, &Metrics::upgrades_refused, &Metrics::requests,
          &Metrics::refused_by_rules, &Metrics::records, &Metrics::records_refused,
          &Metrics::matches_begun, &Metrics::matches_finished, &Metrics::damaged_databases,
          &Metrics::damaged_logs, &Metrics::damaged_rooms, &Metrics::damaged_replays})
        this->*count += other.*count;
    for (const auto& [code, count] : other.errors)
        errors[code] += count;
    for (const auto& [result, count] : other.push_messages)
        push_messages[result] += count;
    return *this;
}

std::string to_text(const Metrics& metrics, const Gauges& gauges, const Durations& durations) {
    MetricsText text;
    add_now(text, gauges);
    add_counters(text, metrics);
    if (metrics.tls)
        add_tls(text, *metrics.tls);
    if (gauges.link)
        add_link(text, *gauges.link);
    add_durations(text, durations);
    add_process(text, gauges);
    return text.take();
}

} // namespace jaipur::server::shell
