// What the operator learns about the server: its figures, and whether it is ready.
#include "server/shell/server.hpp"

namespace jaipur::server::shell {

// Running matches go on while it isn't ready.
bool Server::is_ready() const {
    return !stopping_ && !draining_ && store_->accepts_records() &&
           (!cluster_ || cluster_->is_ready());
}

std::string Server::metrics_text() const {
    Gauges gauges;
    gauges.lobby = lobby_.counts();
    gauges.is_ready = is_ready();
    gauges.records_waiting = records_due_;
    for (const auto& [id, socket] : sessions_)
        gauges.messages_waiting += socket->queued();
    gauges.passwords_waiting = gauges.lobby.waiting_passwords + hashes_due_;
    gauges.bots_waiting = static_cast<std::uint64_t>(thinker_.waiting());
    gauges.link = store_->link();
    gauges.process = process_figures();
    gauges.started = clock_.start();
    auto text =
        to_text(metrics(), gauges, {request_times_, store_->commit_times(), thinker_.times()});
    return cluster_ ? text + cluster_->metrics_text() : text;
}

} // namespace jaipur::server::shell
