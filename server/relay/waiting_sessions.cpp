#include "server/relay/waiting_sessions.hpp"

#include <boost/asio/post.hpp>

namespace jaipur::server::relay {

using Way = Destination::Way;

WaitingSessions::Where
WaitingSessions::where(core::SessionId id, const protocol::RequestBody& request, Destination& to) {
    const auto visitor = host_.visitor(id);
    if (!visitor || visitor->unanswered > 0) { // answers keep the order of requests
        waiting_.insert(id);
        return Where::Later;
    }
    if (!visitor->is_in_room)
        return Where::Elsewhere;
    const bool enters = protocol::is<protocol::Enter>(request);
    if (enters && to.way == Way::Move)
        to.way = Way::Ask; // it stays in its room
    const bool would_leave =
        to.way == Way::Move || to.way == Way::Find || (to.way == Way::Wait && !enters);
    return would_leave ? Where::Here : Where::Elsewhere;
}

// Posted, because the server is in the middle of something.
void WaitingSessions::look_at_answers() {
    if (waiting_.empty() || std::exchange(looks_soon_, true))
        return;
    boost::asio::post(executor_, [this] {
        looks_soon_ = false;
        for (const core::SessionId id : std::exchange(waiting_, {}))
            safely(id, [&] { proceed(id); });
    });
}

void WaitingSessions::close(core::SessionId id, protocol::CloseCode code) {
    if (auto* const connection = host_.connection(id))
        connection->close(code);
}

} // namespace jaipur::server::relay
