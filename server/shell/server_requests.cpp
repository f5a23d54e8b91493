// The path of a request: receive, decode, decide, store; once it is stored, the lobby's messages
// are encoded and sent.
#include "common/overloaded.hpp"
#include "protocol/codec.hpp"
#include "server/log/log.hpp"
#include "server/shell/guarded.hpp"
#include "server/shell/match_log.hpp"
#include "server/shell/server.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <exception>
#include <utility>
#include <variant>
#include <vector>

namespace jaipur::server::shell {

namespace {

// The first connections of a decision, players among them, are sent all their messages by the end
// of this turn of the event loop. The others are a crowd.
constexpr std::size_t written_at_once = 16;
// A crowd may be served late, which isn't its peers' fault: a queue of this length is sent at once.
constexpr std::size_t most_queued = 16;

} // namespace

bool Server::received(core::SessionId id, std::string_view text) {
    if (routes_)
        if (const auto on = routes_->received(id, text))
            return *on;
    const auto arrived = std::chrono::steady_clock::now();
    auto request = protocol::decode(text);
    if (routes_ && request)
        if (const auto on = routes_->received(id, request->body, text))
            return *on;
    serve(id, std::move(request), arrived);
    if (!has_to_wait(id))
        return true;
    waiting_.push_back(id);
    return false;
}

void Server::serve(core::SessionId id, Result<protocol::Request, protocol::Error> request,
                   std::chrono::steady_clock::time_point arrived) {
    ++metrics_.requests;
    request_times_.received(id, arrived);
    decide([&](core::Output& output) {
        lobby_.received(id, std::move(request), clock_.look(arrived), output);
    });
}

void Server::stored(std::uint64_t first, std::uint64_t last, core::Stored result) {
    const auto at = std::chrono::steady_clock::now();
    for (std::uint64_t record = first; record <= last; ++record) {
        --records_due_;
        if (const auto session = lobby_.requester(record);
            session && result == core::Stored::Durable)
            request_times_.stored(*session, at);
        ++(result == core::Stored::Durable ? metrics_.records : metrics_.records_refused);
        decide([&](core::Output& output) { lobby_.stored(record, result, now(), output); });
    }
    read_on();
}

void Server::hashed(core::SessionId id, const std::optional<core::HashedPassword>& hash) {
    --hashes_due_;
    bool failed = !hash;
    if (failed)
        log::error("hashing failed");
    try {
        decide([&](core::Output& output) { lobby_.hashed(id, hash, now(), output); });
    } catch (const std::exception& error) {
        log_failure("joining failed", error);
        failed = true;
    }
    if (failed)
        close_failed(id);
    read_on(); // also after a failure: others wait
}

void Server::thought(const core::Thought& thought) {
    guarded("a bot can't act",
            [&] { decide([&](core::Output& output) { lobby_.thought(thought, now(), output); }); });
}

void Server::close_failed(core::SessionId id) {
    if (const auto found = sessions_.find(id); found != sessions_.end())
        found->second->close(protocol::CloseCode::InternalError);
}

void Server::carry_out(core::Output& output) {
    records_due_ += output.records.size();
    hashes_due_ += output.passwords.size();
    metrics_.matches_begun += output.begun.size();
    metrics_.matches_finished += output.finished.size();
    log_matches(output);
    if (!output.records.empty())
        store_->append(std::move(output.records)); // answers by `stored`
    for (core::GuestChange& change : output.guest_changes)
        keep(std::move(change));
    for (core::PasswordToHash& password : output.passwords)
        hasher_.hash(std::move(password)); // answers by `hashed`
    for (core::ToThink& what : output.thoughts)
        thinker_.think(std::move(what)); // answers by `thought`
    housekeeping(output);
    for (const core::Slot slot : output.released)
        store_->release(slot);
    for (core::Push& push : output.pushes)
        send(std::move(push));
    deliver(output.deliveries);
    if (flusher_->is_empty())
        request_times_.written(); // otherwise after the flush
    if (routes_)
        routes_->settled();
    set_timer();
}

void Server::deliver(const std::vector<core::Delivery>& deliveries) {
    std::array<core::SessionId, written_at_once> first{};
    std::size_t count = 0; // of `first`
    std::vector<const core::Delivery*> others;
    for (const core::Delivery& delivery : deliveries) {
        const core::SessionId to = std::visit([](const auto& what) { return what.to; }, delivery);
        const auto end = first.begin() + static_cast<std::ptrdiff_t>(count);
        const auto known = std::find(first.begin(), end, to);
        if (known == first.end()) {
            others.push_back(&delivery);
            continue;
        }
        if (known == end)
            first[count++] = to;
        carry_out(delivery, Priority::Now);
    }
    for (const auto& socket : written_to_)
        socket->flush();
    written_to_.clear();
    if (!others.empty())
        flusher_->flush(); // players don't wait until a crowd's messages are queued
    for (const core::Delivery* const delivery : others)
        carry_out(*delivery, Priority::Later);
}

void Server::carry_out(const core::Delivery& delivery, Priority priority) {
    const Overloaded each{
        [&](const core::Send& send) { carry_out(send, priority); },
        [this](const core::Disconnect& disconnect) { carry_out(disconnect); },
    };
    std::visit(each, delivery);
}

void Server::carry_out(const core::Send& send, Priority priority) {
    const auto found = sessions_.find(send.to);
    if (found == sessions_.end())
        return;
    const auto socket = found->second;
    request_times_.sent(send);
    if (const auto* error = std::get_if<protocol::Error>(send.message.get()))
        ++(error->rule.empty() ? metrics_.errors[error->code] : metrics_.refused_by_rules);
    try {
        core::Outgoing outgoing = encode_(send.message);
        if (priority == Priority::Later) {
            send_later(send.to, *socket, std::move(outgoing));
            return;
        }
        socket->send(std::move(outgoing));
        if (socket->sends_together())
            flusher_->add(socket);
        else if (written_to_.empty() || written_to_.back() != socket)
            written_to_.push_back(socket);
    } catch (const std::exception& error) { // the others still get theirs
        log_failure("sending failed", error);
        socket->close(protocol::CloseCode::InternalError);
    }
}

// With something queued, it is in the crowd already, or its peer reads slowly.
void Server::send_later(core::SessionId id, net::SessionConnection& connection,
                        core::Outgoing outgoing) {
    const bool waits = connection.queued() > 0;
    const std::size_t limit = limits_.outbox_messages; // 0: none
    if (connection.queued() >= (limit == 0 ? most_queued : std::min(most_queued, limit)))
        connection.flush();
    connection.queue(std::move(outgoing));
    if (!waits)
        crowd_.add(id);
}

void Server::serve_waiting(core::SessionId id) {
    const auto found = sessions_.find(id);
    if (found == sessions_.end())
        return;
    if (routes_)
        served_.push_back(id); // first: `add` may flush
    flusher_->add(found->second);
}

void Server::flushed() {
    request_times_.written();
    // The routes may wait for this before they move a session, or read on for it.
    for (const core::SessionId id : std::exchange(served_, {}))
        guarded("telling the routes failed", [&] {
            const auto found = sessions_.find(id);
            if (found != sessions_.end() && !found->second->is_blocked())
                routes_->drained(id);
        });
}

void Server::carry_out(const core::Disconnect& disconnect) {
    if (disconnect.exception != nullptr)
        log::error("session failed", {{"type", disconnect.exception}});
    if (const auto found = sessions_.find(disconnect.to); found != sessions_.end())
        found->second->close(disconnect.code);
}

// Backpressure: stop reading from sessions with too many unanswered requests, and from those that
// will be closed after their last answer.
bool Server::has_to_wait(core::SessionId id) const {
    return sessions_.contains(id) &&
           (!lobby_.accepts_requests(id) || lobby_.backlog(id) >= limits_.backlog);
}

// Some sessions may have fewer unanswered requests now.
void Server::read_on() {
    std::vector<core::SessionId> ready;
    std::erase_if(waiting_, [&](core::SessionId id) {
        if (has_to_wait(id))
            return false;
        ready.push_back(id);
        return true;
    });
    for (const core::SessionId id : ready)
        if (const auto found = sessions_.find(id); found != sessions_.end())
            found->second->read_on();
}

} // namespace jaipur::server::shell
