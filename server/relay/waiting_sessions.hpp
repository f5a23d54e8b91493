// Sessions whose first request may have to wait: for the answers to their earlier ones here, and
// then for an answer elsewhere.
#pragma once

#include "protocol/request.hpp"
#include "server/log/log.hpp"
#include "server/net/socket.hpp"
#include "server/relay/destination.hpp"
#include "server/relay/relays.hpp"

#include <cstdint>
#include <exception>
#include <set>
#include <utility>

namespace jaipur::server::relay {

class WaitingSessions {
  public:
    virtual ~WaitingSessions() = default;
    WaitingSessions(const WaitingSessions&) = delete;
    WaitingSessions& operator=(const WaitingSessions&) = delete;

  protected:
    WaitingSessions(net::Executor executor, Host host)
        : executor_(std::move(executor)), host_(std::move(host)) {}

    enum class Where : std::uint8_t {
        Later,     // `proceed` is called once its earlier requests have been answered
        Here,      // the session learns here that it is in a room already
        Elsewhere, // as the destination says
    };

    // Of a request that goes elsewhere. Changes where, if the session has to stay.
    Where where(core::SessionId id, const protocol::RequestBody& request, Destination& to);

    // Requests may have been answered here.
    void look_at_answers();

    // Goes on with a session, if there still is one.
    virtual void proceed(core::SessionId id) = 0;
    // Forgets what a session waits for.
    virtual void give_up(core::SessionId id) = 0;

    // For what no caller can handle: an exception ends that session.
    template <class Do>
    void safely(core::SessionId id, Do what) {
        try {
            what();
        } catch (const std::exception&) {
            log::error("a session between servers or threads failed");
            give_up(id);
            close(id, protocol::CloseCode::InternalError);
        }
    }

    void close(core::SessionId id, protocol::CloseCode code);

    const net::Executor executor_;
    const Host host_;

  private:
    std::set<core::SessionId> waiting_; // until this server has answered their earlier requests
    bool looks_soon_ = false;
};

} // namespace jaipur::server::relay
