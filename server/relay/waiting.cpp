// Requests that wait: until somebody has a room again whose server was lost, or can be reached.
#include "server/relay/relayed_sessions.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace jaipur::server::relay {

using core::SessionId;
using protocol::CloseCode;

// The client comes back, maybe to a server that knows more.
void RelayedSessions::stop_waiting(SessionId id, Session& session, const Destination& to) {
    if (to.way == Way::Wait)
        return serve_unowned(id, session);
    session.inbox.clear();
    close(id, CloseCode::ServiceRestart);
}

// After an attempt that failed; the next one follows within a second, or when the owners change.
void RelayedSessions::wait_again(SessionId id, Session& session) {
    session.in_vain = true;
    begin_waiting(id, session);
    proceed(id);
}

// Unless it waits already, here or at the client's own server.
void RelayedSessions::begin_waiting(SessionId id, Session& session) {
    const auto from_other = from_others_.find(id);
    if (!session.waited)
        session.waited =
            from_other == from_others_.end() ? 0 : std::exchange(from_other->second.waited, 0);
}

void RelayedSessions::end_waiting(Session& session) {
    session.waited.reset();
    session.in_vain = false;
    session.noted = false;
    session.pause = {};
}

// Each of those sessions may end meanwhile.
template <class Which, class Do>
void RelayedSessions::for_all(Which which, Do what) {
    std::vector<SessionId> chosen;
    for (auto& [id, session] : sessions_)
        if (which(session))
            chosen.push_back(id);
    for (const SessionId id : chosen)
        safely(id, [&] { what(id); });
}

// Once a second.
void RelayedSessions::look_at_waiting() {
    for (auto& [id, session] : sessions_)
        if (session.waited)
            ++*session.waited;
    give_up_on_answers();
    proceed_with_waiting();
    give_up_on_lost_servers();
}

void RelayedSessions::owners_changed() {
    give_up_on_lost_servers();
    proceed_with_waiting();
}

// Clients don't wait longer for theirs.
void RelayedSessions::give_up_on_answers() {
    const auto is_late = [](const Session& session) {
        return session.waited.value_or(0) >= seconds_until_owned &&
               (session.asking || (session.relay && !session.relay->is_welcomed()));
    };
    for_all(is_late, [this](SessionId id) {
        Session& session = sessions_.at(id);
        if (session.asking && !session.asking->answers.empty())
            return gathered(id);
        stop_asking(id, session);
        if (const auto relay = std::exchange(session.relay, nullptr)) {
            handed_on(id, session, false);
            relay->abort();
        }
        session.unanswered.clear();
        session.inbox.clear();
        close(id, CloseCode::ServiceRestart);
    });
}

void RelayedSessions::proceed_with_waiting() {
    const auto waits = [](Session& session) {
        if (session.waited)
            session.in_vain = false;
        return session.waited.has_value();
    };
    for_all(waits, [this](SessionId id) { proceed(id); });
}

// A server may be gone without closing anything, for example frozen. Another one has its rooms, or
// will.
void RelayedSessions::give_up_on_lost_servers() {
    const auto is_lost = [this](const Session& session) {
        return session.relay && std::ranges::none_of(owners_.others(), [&](const auto& other) {
                   return other.second == session.relay->address();
               });
    };
    for_all(is_lost, [this](SessionId id) {
        const auto& relay = sessions_.at(id).relay;
        const auto why = relay->is_welcomed() ? Outbound::End::Lost : Outbound::End::Unreachable;
        relay->abort();
        relay_ended(id, why, 0);
    });
}

} // namespace jaipur::server::relay
