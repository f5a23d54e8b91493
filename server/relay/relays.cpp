#include "protocol/codec.hpp"
#include "server/log/log.hpp"
#include "server/relay/relayed_sessions.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/post.hpp>

#include <algorithm>
#include <exception>
#include <utility>

namespace jaipur::server::relay {

namespace asio = boost::asio;
using core::SessionId;
using protocol::CloseCode;

namespace {

// Strangers at the internal port get no further, and can't fill the log.
constexpr std::size_t most_strangers = 1024;
constexpr int seconds_between_complaints = 10;
constexpr int seconds_to_keep_locations = 10; // containers may get other addresses
// For a list without the slots that nobody has taken. Clients wait for 10 seconds at most.
constexpr int seconds_for_known_games = 2;
// Requests of a session, while the first one waits. Clients that want a room send few.
constexpr std::size_t most_waiting = 16;

} // namespace

std::unique_ptr<Relays> make_relays(const net::Executor& executor, const Settings& settings,
                                    const core::Limits& limits, const core::Owners& owners,
                                    core::Entropy entropy, Host host) {
    return std::make_unique<RelayedSessions>(executor, settings, limits, owners, std::move(entropy),
                                             std::move(host));
}

RelayedSessions::RelayedSessions(const net::Executor& executor, const Settings& settings,
                                 const core::Limits& limits, const core::Owners& owners,
                                 core::Entropy entropy, Host host)
    : WaitingSessions(executor, std::move(host)), settings_(settings), limits_(limits),
      owners_(owners), entropy_(std::move(entropy)), listener_(executor, settings.listen),
      timer_(executor) {}

void RelayedSessions::start() {
    asio::co_spawn(executor_,
                   listener_.run([this](net::Socket socket) { accepted(std::move(socket)); }),
                   [](const std::exception_ptr& failed) {
                       if (failed)
                           log::error("listener failed");
                   });
    look_soon();
}

void RelayedSessions::stop() {
    listener_.close();
    stopped_ = true;
    timer_.cancel();
}

Figures RelayedSessions::figures() const {
    const auto relayed = std::ranges::count_if(
        sessions_, [](const auto& each) { return each.second.relay != nullptr; });
    return {static_cast<std::uint64_t>(relayed), from_others_.size(), begun_, lost_, refused_};
}

// ---- messages ----------------------------------------------------------------------------------

RelayedSessions::Session* RelayedSessions::find(SessionId id) {
    const auto found = sessions_.find(id);
    return found == sessions_.end() ? nullptr : &found->second;
}

std::optional<bool> RelayedSessions::received(SessionId id, std::string_view text) {
    Session* const session = find(id);
    if (!session)
        return std::nullopt;
    if (session->relay && session->inbox.empty()) {
        session->unanswered.emplace_back(text);
        session->relay->send(text);
    } else {
        session->inbox.emplace_back(text);
        proceed(id);
    }
    return goes_on(id);
}

std::optional<bool> RelayedSessions::received(SessionId id, const protocol::RequestBody& request,
                                              std::string_view text) {
    if (destination(id, request).way == Way::Here) {
        if (const auto from_other = from_others_.find(id); from_other != from_others_.end())
            from_other->second.waited = 0;
        return std::nullopt;
    }
    sessions_[id].inbox.emplace_back(text);
    proceed(id);
    return goes_on(id);
}

Destination RelayedSessions::destination(SessionId id, const protocol::RequestBody& request) {
    bool settled = false, waits = true;
    const auto from_other = from_others_.find(id);
    if (from_other != from_others_.end()) {
        const auto connection = from_other->second.connection.lock();
        settled = from_other->second.asks_here || (connection && connection->is_settled());
        waits = !from_other->second.asks_here || from_other->second.waited < seconds_until_owned;
    }
    auto to = destination_of(request, owners_, {host_.has, host_.knows_pass});
    return settled && !(waits && to.way == Way::Wait) ? Destination{} : std::move(to);
}

// Whether to read its next message now. If not, this says so later. It reads on while it asks
// or waits, because it would not notice otherwise that the client hangs up.
bool RelayedSessions::goes_on(SessionId id) {
    Session* const session = find(id);
    if (!session) // served here meanwhile
        return true;
    const bool relayed = session->relay && session->relay->is_welcomed();
    session->reads = (session->relay || session->asking || session->waited) &&
                     session->inbox.size() + session->unanswered.size() <
                         (relayed ? limits_.backlog : most_waiting) &&
                     (!session->relay || !session->relay->is_blocked());
    return session->reads;
}

// Serves what was read, in order, until something has to wait.
void RelayedSessions::proceed(SessionId id) {
    for (Session* session = find(id); session && proceed_once(id, *session);)
        session = find(id);
    Session* const session = find(id);
    if (!session)
        return;
    const bool read_before = session->reads;
    if (session->inbox.empty() && !session->relay) {
        sessions_.erase(id);
        if (!read_before)
            host_.read_on(id);
    } else if (!read_before && goes_on(id)) {
        host_.read_on(id);
    }
}

bool RelayedSessions::proceed_once(SessionId id, Session& session) {
    if (session.inbox.empty() || session.asking || session.pauses)
        return false;
    if (session.relay) {
        session.relay->send(session.inbox.front(),
                            std::exchange(session.moved, false) ? Kind::Settled : Kind::Text);
        session.unanswered.push_back(std::move(session.inbox.front()));
        session.inbox.pop_front();
        return true;
    }
    const auto request = protocol::decode(session.inbox.front());
    auto to = request ? destination(id, request->body) : Destination{};
    if (to.way == Way::Here) {
        serve_first(id, session);
        return true;
    }
    const Where where = this->where(id, request->body, to);
    if (where == Where::Later)
        return false;
    if (where == Where::Here) {
        serve_unowned(id, session);
        return true;
    }
    if (session.waited.value_or(0) >= seconds_until_owned) {
        stop_waiting(id, session, to);
        return true;
    }
    if (to.way == Way::Wait || session.in_vain) { // nobody has it, as far as is known
        begin_waiting(id, session);
        return false;
    }
    if (session.waited || host_.may_ask(id)) // it asks only once
        take(id, session, to, *request);
    else
        serve_first(id, session);
    return true;
}

void RelayedSessions::serve_first(SessionId id, Session& session) {
    end_waiting(session);
    const std::string text = std::move(session.inbox.front());
    session.inbox.pop_front();
    host_.serve(id, text);
}

// Nobody has what the first request is about. A list of games is made from those that somebody
// knows: the others aren't gone.
void RelayedSessions::serve_unowned(SessionId id, Session& session) {
    const auto request = protocol::decode(session.inbox.front());
    const bool asks = request && protocol::is<protocol::ListGames>(request->body);
    if (!asks || (!session.waited && !host_.may_ask(id)))
        return serve_first(id, session);
    session.waited = seconds_until_owned - seconds_for_known_games;
    take(id, session, {.way = Way::GatherGames, .all_can_answer = false}, *request);
}

void RelayedSessions::answer_first(SessionId id, Session& session, std::string answer) {
    end_waiting(session);
    session.inbox.pop_front();
    if (auto* const client = host_.connection(id)) {
        client->send({nullptr, std::make_shared<const std::string>(std::move(answer))});
        client->flush();
    }
}

void RelayedSessions::take(SessionId id, Session& session, const Destination& to,
                           const protocol::Request& request) {
    const auto from_other = from_others_.find(id);
    const bool asks = to.way != Way::Move && to.way != Way::Find;
    if (from_other != from_others_.end() && !asks) { // the server where the client is knows better
        session.inbox.clear();
        if (const auto connection = from_other->second.connection.lock())
            connection->send_back(client_of(id));
        return;
    }
    begin_waiting(id, session);
    if (to.way == Way::Move)
        return move(id, session, to.address);
    session.asking = std::make_shared<Asking>();
    session.asking->re = request.id;
    session.asking->destination = to;
    if (to.way == Way::Find)
        return find_seat(id, session);
    gather(id, session, request);
}

void RelayedSessions::lag(SessionId id, std::chrono::milliseconds round_trip) {
    if (Session* const session = find(id); session && session->relay)
        session->relay->lag(round_trip);
}

void RelayedSessions::drained(SessionId id) {
    if (Session* const session = find(id); session && session->relay)
        session->relay->read_on();
}

void RelayedSessions::ended(SessionId id) {
    from_others_.erase(id);
    const auto found = sessions_.find(id);
    if (found == sessions_.end())
        return;
    if (found->second.relay) {
        handed_on(id, found->second, found->second.relay->is_welcomed());
        found->second.relay->abort();
    }
    stop_asking(id, found->second);
    sessions_.erase(found);
}

// ---- sessions of other servers -----------------------------------------------------------------

void RelayedSessions::accepted(net::Socket socket) {
    if (stopped_)
        return;
    if (strangers_.size() >= most_strangers)
        std::erase_if(strangers_, [](const auto& each) {
            const auto inbound = each.lock();
            return !inbound || inbound->is_introduced();
        });
    if (strangers_.size() >= most_strangers) { // the others are quick
        if (const auto oldest = strangers_.front().lock())
            oldest->turn_away();
        strangers_.pop_front();
    }
    host_.keep([&](std::shared_ptr<void> ticket) {
        Inbound::Setting setting{
            limits_, settings_.secret, core::draw<Nonce>(entropy_), {}, owners_.me(), {}, {}};
        setting.has = [this](const WhoHas& seat, const std::string& asker) {
            return has(seat, asker);
        };
        setting.introduced = [this](const std::shared_ptr<Inbound>& inbound, const Client& client) {
            introduced(inbound, client);
        };
        setting.refused = [this](std::string_view why) { refused(why); };
        const auto inbound =
            std::make_shared<Inbound>(std::move(socket), std::move(setting), std::move(ticket));
        inbound_.push_back(inbound);
        strangers_.push_back(inbound);
        inbound->begin();
        return inbound;
    });
}

void RelayedSessions::introduced(const std::shared_ptr<Inbound>& inbound, const Client& client) {
    const SessionId id = host_.begin(inbound, client);
    from_others_[id] = {inbound, client.asks_here, static_cast<int>(client.waited.count())};
}

void RelayedSessions::refused(std::string_view why) {
    ++refused_;
    if (!complaints_.emplace(why, seconds_between_complaints).second)
        return;
    log::warning("refused a connection at the port for other servers", {{"why", why}});
}

// ---- time --------------------------------------------------------------------------------------

void RelayedSessions::look_soon() {
    timer_.expires_after(std::chrono::seconds(1));
    timer_.async_wait([this](const boost::system::error_code& cancelled) {
        if (cancelled || stopped_) // it may have been due already when it was cancelled
            return;
        look();
        look_soon();
    });
}

void RelayedSessions::look() {
    const auto count_down = [](auto& seconds_left) {
        for (auto& [what, seconds] : seconds_left)
            --seconds;
        std::erase_if(seconds_left, [](const auto& each) { return each.second <= 0; });
    };
    count_down(complaints_);
    count_down(handed_on_);
    if (++locations_age_ >= seconds_to_keep_locations) {
        locations_.clear();
        locations_age_ = 0;
    }
    const auto look_at = [](auto& list) {
        std::erase_if(list, [](const auto& each) { return each.expired(); });
        for (const auto& each : list)
            if (const auto there = each.lock())
                there->look();
    };
    look_at(inbound_);
    look_at(outbound_);
    look_at_waiting();
}

} // namespace jaipur::server::relay