#include "server/shell/metrics.hpp"

#include <string_view>

namespace jaipur::server::shell {

namespace {

class Text {
  public:
    void counter(std::string_view name, std::string_view help, std::uint64_t value) {
        single(name, help, "counter", value);
    }

    void gauge(std::string_view name, std::string_view help, std::uint64_t value) {
        single(name, help, "gauge", value);
    }

    void begin(std::string_view name, std::string_view help, std::string_view kind) {
        text_.append("# HELP ").append(name).append(" ").append(help);
        text_.append("\n# TYPE ").append(name).append(" ").append(kind).append("\n");
    }

    void line(std::string_view name, std::string_view labels, std::uint64_t value) {
        text_.append(name).append(labels).append(" ").append(std::to_string(value)).append("\n");
    }

    std::string take() { return std::move(text_); }

  private:
    void single(std::string_view name, std::string_view help, std::string_view kind,
                std::uint64_t value) {
        begin(name, help, kind);
        line(name, "", value);
    }

    std::string text_;
};

} // namespace

std::string to_text(const Metrics& metrics, const core::LobbyCounts& counts,
                    const ProcessFigures& process, core::Time started) {
    Text text;
    text.gauge("jaipur_sessions", "Open WebSockets", counts.sessions);
    text.gauge("jaipur_rooms", "Open rooms", counts.rooms);
    text.gauge("jaipur_running_matches", "Matches in play", counts.running_matches);
    text.counter("jaipur_connections_total", "Connections accepted", metrics.connections);
    text.counter("jaipur_connections_hung_up_total",
                 "Connections closed at once because there were too many", metrics.hung_up);
    text.counter("jaipur_upgrades_refused_total", "WebSockets refused because there were too many",
                 metrics.upgrades_refused);
    text.counter("jaipur_requests_total", "Messages from clients", metrics.requests);
    text.begin("jaipur_errors_total", "Error replies to clients", "counter");
    for (const auto& [code, count] : metrics.errors)
        text.line("jaipur_errors_total", "{code=\"" + std::string(protocol::name(code)) + "\"}",
                  count);
    text.counter("jaipur_actions_refused_total", "Actions refused by the rules of the game",
                 metrics.refused_by_rules);
    text.counter("jaipur_records_total", "Records stored", metrics.records);
    text.counter("jaipur_records_refused_total", "Records refused because the disk was full",
                 metrics.records_refused);
    text.counter("jaipur_matches_finished_total", "Finished matches", metrics.matches_finished);
    text.gauge("process_resident_memory_bytes", "Resident memory", process.resident_bytes);
    text.gauge("process_open_fds", "Open file descriptors", process.descriptors);
    text.gauge("process_start_time_seconds", "Start time in Unix seconds",
               static_cast<std::uint64_t>(core::unix_ms(started) / 1000));
    return text.take();
}

} // namespace jaipur::server::shell
