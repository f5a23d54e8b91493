// How long requests take from their arrival until their record is durable, and until their answer
// is written. Each session's requests are answered in the order of their arrival, so it must not
// know what they are about.
#pragma once

#include "protocol/message.hpp"
#include "server/core/delivery.hpp"
#include "server/core/histogram.hpp"

#include <chrono>
#include <unordered_map>
#include <vector>

namespace jaipur::server::shell {

class RequestTimes {
  public:
    using Instant = std::chrono::steady_clock::time_point;

    void received(core::SessionId session, Instant at) { unanswered_[session].push_back(at); }

    // The record of the session's first unanswered request is durable.
    void stored(core::SessionId session, Instant at);
    // This message is handed to the connection.
    void sent(const core::Send& send);
    // Everything that was handed to connections is written, or waits until its client reads on.
    void written();

    // The session has ended.
    void forget(core::SessionId session) { unanswered_.erase(session); }

    const core::Histogram& until_stored() const { return until_stored_; }

    const core::Histogram& until_answered() const { return until_answered_; }

  private:
    // When they arrived, the oldest first. Few have more than one, and none more than the limit on
    // unanswered requests.
    std::unordered_map<core::SessionId, std::vector<Instant>> unanswered_;
    std::vector<Instant> answered_; // not written yet
    core::Histogram until_stored_, until_answered_;
};

} // namespace jaipur::server::shell
