// What the operator learns about the server: its figures, and whether it is ready.
#include "server/shell/server_threads.hpp"

namespace jaipur::server::shell {

// Running matches go on while it isn't ready.
bool Server::is_ready() const {
    return !stopping_ && !draining_ && store_->accepts_records() &&
           (!cluster_ || cluster_->is_ready());
}

// Those of one thread.
struct Server::Figures {
    Metrics metrics;
    Gauges gauges;
    Durations durations;

    Figures& operator+=(const Figures& other) {
        metrics += other.metrics;
        gauges.lobby.sessions += other.gauges.lobby.sessions;
        gauges.lobby.rooms += other.gauges.lobby.rooms;
        gauges.lobby.running_matches += other.gauges.lobby.running_matches;
        gauges.records_waiting += other.gauges.records_waiting;
        gauges.messages_waiting += other.gauges.messages_waiting;
        gauges.passwords_waiting += other.gauges.passwords_waiting;
        gauges.bots_waiting += other.gauges.bots_waiting;
        durations.until_stored += other.durations.until_stored;
        durations.until_answered += other.durations.until_answered;
        for (const auto& [level, times] : other.durations.thinking)
            durations.thinking[level] += times;
        return *this;
    }
};

Server::Figures Server::figures() const {
    Gauges gauges;
    gauges.lobby = lobby_.counts();
    gauges.records_waiting = records_due_;
    for (const auto& [id, socket] : sessions_)
        gauges.messages_waiting += socket->queued();
    gauges.passwords_waiting = gauges.lobby.waiting_passwords + hashes_due_;
    gauges.bots_waiting = static_cast<std::uint64_t>(thinker_.waiting());
    return {metrics(),
            gauges,
            {request_times_.until_stored(), request_times_.until_answered(), {}, thinker_.times()}};
}

std::string Server::metrics_text() {
    Figures all = figures();
    if (threads_)
        for (std::size_t thread = 1; thread < threads_->count(); ++thread)
            all += threads_->ask(thread, [](Server& server) { return server.figures(); });
    all.gauges.is_ready = is_ready();
    all.gauges.link = store_->link();
    all.gauges.process = process_figures();
    all.gauges.started = clock_.start();
    all.durations.commits = store_->commit_times();
    const auto text = to_text(all.metrics, all.gauges, all.durations);
    return cluster_ ? text + cluster_->metrics_text() : text;
}

} // namespace jaipur::server::shell
