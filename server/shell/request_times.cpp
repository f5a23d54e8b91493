#include "server/shell/request_times.hpp"

#include <variant>

namespace jaipur::server::shell {

void RequestTimes::stored(core::SessionId session, Instant at) {
    const auto found = unanswered_.find(session);
    if (found != unanswered_.end() && !found->second.empty())
        until_stored_.add(at - found->second.front());
}

void RequestTimes::sent(const core::Send& send) {
    const protocol::ServerMessage& message = *send.message;
    if (!std::holds_alternative<protocol::Ok>(message) &&
        !std::holds_alternative<protocol::Error>(message))
        return;
    const auto found = unanswered_.find(send.to);
    if (found == unanswered_.end() || found->second.empty())
        return;
    answered_.push_back(found->second.front());
    found->second.erase(found->second.begin()); // keeps its memory for the next request
}

void RequestTimes::written() {
    if (answered_.empty())
        return;
    const Instant now = std::chrono::steady_clock::now();
    for (const Instant arrived : answered_)
        until_answered_.add(now - arrived);
    answered_.clear();
}

} // namespace jaipur::server::shell
