// What the operator learns about the server: its figures.
#include "server/shell/server.hpp"

namespace jaipur::server::shell {

std::string Server::metrics_text() const {
    Gauges gauges;
    gauges.lobby = lobby_.counts();
    gauges.records_waiting = records_due_;
    for (const auto& [id, socket] : sessions_)
        gauges.messages_waiting += socket->queued();
    gauges.passwords_waiting = gauges.lobby.waiting_passwords + hashes_due_;
    gauges.bots_waiting = static_cast<std::uint64_t>(thinker_.waiting());
    gauges.process = process_figures();
    gauges.started = clock_.start();
    return to_text(metrics(), gauges, {request_times_, store_->commit_times(), thinker_.times()});
}

} // namespace jaipur::server::shell
