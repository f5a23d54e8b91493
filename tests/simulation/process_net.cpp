// The server's connections: frames in, an outbox and timeouts, as in server/net/websocket*.cpp.
#include "tests/simulation/process.hpp"

#include <utility>

namespace jaipur::simulation {

using server::net::Verdict;

namespace {

constexpr std::uint16_t binary_frame = 1003, policy_violation = 1008, too_large = 1009,
                        too_slow = 4002;

} // namespace

End* Process::accept(LinkId link, Machine from) {
    const SessionId session = ++last_session_;
    Connection& connection =
        connections_.try_emplace(session, limits_, ground_.instant()).first->second;
    connection.link = link;
    connection.live.upgraded(ground_.instant());
    by_link_[link] = session;
    oracle_.connected(session);
    const server::core::Address address{server::core::Address::Kind::V4, from / by_address_};
    lobby_.connected(session, address, now());
    ground_.tell("link ", link, " is session ", session);
    set_timer();
    watch(session);
    return this;
}

Process::Connection* Process::find(SessionId session) {
    const auto found = connections_.find(session);
    return found == connections_.end() ? nullptr : &found->second;
}

void Process::arrived(LinkId link, std::string_view bytes) {
    const SessionId session = by_link_.at(link);
    Connection& connection = connections_.at(session);
    connection.live.received({reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()},
                             ground_.instant());
    connection.frames.feed(bytes);
    while (find(session)) {
        const auto frame = connection.frames.next();
        if (!frame)
            break;
        receive(session, *frame);
    }
    watch(session);
}

void Process::receive(SessionId session, const Frame& frame) {
    Connection& connection = connections_.at(session);
    switch (frame.opcode) {
    case Opcode::Text:
        if (frame.payload.size() > limits_.message_bytes)
            return close(session, too_large);
        return text(session, frame.payload);
    case Opcode::Binary:
        return close(session, binary_frame);
    case Opcode::Close:
        return close(session, close_code(frame.payload));
    case Opcode::Ping:
        if (connection.live.peer_pinged(ground_.instant()) ==
            server::net::Liveness::Control::TooMany)
            return close(session, policy_violation);
        return transmit(connection, Opcode::Pong, frame.payload);
    case Opcode::Pong:
        return ponged(session, connection, frame.payload);
    }
}

void Process::ponged(SessionId session, Connection& connection, std::string_view payload) {
    const auto ponged = connection.live.peer_ponged(payload, ground_.instant());
    if (ponged.round_trip) {
        server::core::Output output;
        lobby_.lag(session, *ponged.round_trip, now(), output);
        carry_out(std::move(output));
    }
    if (ponged.control == server::net::Liveness::Control::TooMany)
        close(session, policy_violation);
}

// ---- writing -----------------------------------------------------------------------------

void Process::send(SessionId session, server::core::Outgoing outgoing) {
    Connection& connection = connections_.at(session);
    if (connection.outbox.push(std::move(outgoing)) == server::core::Outbox::Pushed::Overflow) {
        ground_.count("outbox overflow (4002)");
        connection.outbox.clear();
        return close(session, too_slow);
    }
    write(session);
}

void Process::transmit(const Connection& connection, Opcode opcode, std::string_view payload) {
    network_.send(connection.link, Side::Server, to_bytes(opcode, payload, Masked::No));
}

// One message at a time; the rest waits until earlier data has arrived.
void Process::write(SessionId session) {
    Connection* connection = find(session);
    if (!connection)
        return;
    const auto is_blocked = [&] {
        return network_.on_its_way(connection->link, Side::Server) >= window_;
    };
    while (!is_blocked() && (connection->ping_due || !connection->outbox.empty())) {
        if (std::exchange(connection->ping_due, false))
            transmit(*connection, Opcode::Ping, connection->live.ping(ground_.instant()));
        else
            transmit(*connection, Opcode::Text, *connection->outbox.pop());
    }
    const bool blocked = !connection->outbox.empty();
    if (blocked && !std::exchange(connection->blocked, true)) {
        ground_.count("blocked write");
        connection->live.write_begins(ground_.instant());
    } else if (!blocked && std::exchange(connection->blocked, false)) {
        connection->live.write_ends();
    }
    watch(session);
}

void Process::drained(LinkId link) {
    if (const auto session = by_link_.find(link); session != by_link_.end())
        write(session->second);
}

// ---- time --------------------------------------------------------------------------------

// Its liveness has a deadline, perhaps an earlier one than before.
void Process::watch(SessionId session) {
    Connection* connection = find(session);
    if (!connection)
        return;
    const Micros next = std::chrono::ceil<Micros>(connection->live.next() - Instant{});
    if (connection->looks_at && *connection->looks_at <= next)
        return;
    connection->looks_at = next;
    later(next - ground_.now(), "look", [this, session, next] {
        Connection* there = find(session);
        if (!there || there->looks_at != next)
            return;
        there->looks_at.reset();
        look(session);
        watch(session);
    });
}

void Process::look(SessionId session) {
    Connection& connection = connections_.at(session);
    switch (connection.live.verdict(ground_.instant())) {
    case Verdict::Fine:
        return;
    case Verdict::PingDue:
        connection.ping_due = true;
        connection.live.ping_waits();
        return write(session);
    case Verdict::WriteBlocked:
        ground_.count("write blocked too long (4002)");
        connection.outbox.clear();
        return close(session, too_slow);
    case Verdict::MessageTooSlow:
        return close(session, policy_violation);
    case Verdict::Silent:
        ground_.count("silent client dropped");
        return abort(session);
    case Verdict::UpgradeTooSlow:
    case Verdict::ClosingTooSlow:
        return abort(session);
    }
}

// ---- the end -----------------------------------------------------------------------------

// Sends waiting messages, then the close frame.
void Process::close(SessionId session, std::uint16_t code) {
    Connection* connection = find(session);
    if (!connection)
        return;
    ground_.tell("session ", session, " is closed with ", code);
    while (!connection->outbox.empty())
        transmit(*connection, Opcode::Text, *connection->outbox.pop());
    transmit(*connection, Opcode::Close, close_payload(code));
    const LinkId link = connection->link;
    later(0us, "leave", [this, session] { leave(session); });
    forget(session);
    network_.close(link, Side::Server);
}

void Process::abort(SessionId session) {
    const LinkId link = connections_.at(session).link;
    forget(session);
    network_.reset(link, Side::Server);
    leave(session);
}

void Process::ended(LinkId link, Ended) {
    const SessionId session = by_link_.at(link);
    if (connections_.at(session).frames.broken_off())
        ground_.count("cut in the middle of a frame");
    forget(session);
    leave(session);
}

void Process::forget(SessionId session) {
    const auto found = connections_.find(session);
    by_link_.erase(found->second.link);
    connections_.erase(found);
    oracle_.disconnected(session);
}

} // namespace jaipur::simulation
