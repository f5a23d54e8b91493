// This server's side of relays.
#include "server/log/log.hpp"
#include "server/relay/relayed_sessions.hpp"

#include <boost/asio/post.hpp>

#include <algorithm>
#include <array>
#include <utility>

namespace jaipur::server::relay {

namespace asio = boost::asio;
using core::SessionId;
using protocol::CloseCode;

namespace {

// Handshakes at a time with one server: less than the strangers that it lets wait.
constexpr std::size_t most_dials = 64;

// Other codes don't come from our servers, or not to clients.
CloseCode close_code(std::uint16_t code) {
    constexpr std::array passed_on{
        CloseCode::ProtocolError, CloseCode::BinaryFrame,   CloseCode::InvalidText,
        CloseCode::TooBig,        CloseCode::InternalError, CloseCode::PolicyViolation,
        CloseCode::Replaced,      CloseCode::TooSlow,       CloseCode::Removed};
    const auto known = std::ranges::find(passed_on, static_cast<CloseCode>(code));
    return known == passed_on.end() ? CloseCode::ServiceRestart : *known;
}

} // namespace

Client RelayedSessions::client_of(SessionId id) const {
    const auto visitor = host_.visitor(id);
    return visitor ? visitor->client : Client{};
}

std::shared_ptr<Outbound> RelayedSessions::dial(const std::string& address,
                                                std::variant<Client, WhoHas> purpose,
                                                Outbound::Hooks hooks) {
    const auto to = std::ranges::find(owners_.others(), address,
                                      [](const auto& other) { return other.second; });
    const bool is_question =
        !std::holds_alternative<Client>(purpose) || std::get<Client>(purpose).asks_here;
    Introduction introduction{owners_.me(), to == owners_.others().end() ? owners_.me() : to->first,
                              std::move(purpose)};
    Outbound::Setting setting{limits_,
                              address,
                              {},
                              std::move(introduction),
                              settings_.secret,
                              core::draw<Nonce>(entropy_),
                              is_question};
    if (const auto known = locations_.find(address); known != locations_.end())
        setting.endpoint = known->second;
    hooks.located = [this, address](const auto& endpoint) { located(address, endpoint); };
    hooks.settled = [this, address] {
        --dials_[address].under_way;
        dial_next(address);
    };
    auto outbound = std::make_shared<Outbound>(executor_, std::move(setting), std::move(hooks));
    outbound_.push_back(outbound);
    dials_[address].waiting.push_back(outbound);
    dial_next(address);
    return outbound;
}

void RelayedSessions::located(const std::string& address,
                              const std::optional<boost::asio::ip::tcp::endpoint>& endpoint) {
    if (endpoint)
        locations_[address] = *endpoint;
    else
        locations_.erase(address);
}

// A few at a time, so that the other server can tell us from strangers. Posted, because the code
// that dials isn't ready for an answer.
void RelayedSessions::dial_next(const std::string& address) {
    asio::post(executor_, [this, address] {
        const auto dials = dials_.find(address);
        if (dials == dials_.end())
            return;
        auto& [under_way, waiting] = dials->second;
        while (under_way < most_dials && !waiting.empty()) {
            const auto next = waiting.front().lock();
            waiting.pop_front();
            if (!next || next->is_over())
                continue;
            ++under_way;
            next->begin();
        }
        if (under_way == 0 && waiting.empty())
            dials_.erase(dials);
    });
}

// ---- a relay -----------------------------------------------------------------------------------

void RelayedSessions::move(SessionId id, Session& session, const std::string& address) {
    Outbound::Hooks hooks;
    hooks.text = [this, id](std::string_view text) { return pass_on(id, text); };
    hooks.paused = [this, id] { return flush(id); };
    hooks.drained = [this, id] { safely(id, [&] { proceed(id); }); };
    hooks.learned = [this, id](const Client& client) { host_.learned(id, client); };
    hooks.ended = [this, id](Outbound::End why, std::uint16_t code) {
        safely(id, [&] { relay_ended(id, why, code); });
    };
    Client client = client_of(id);
    client.waited = std::chrono::seconds(session.waited.value_or(0));
    session.relay = dial(address, std::move(client), std::move(hooks));
    session.moved = true;
    if (!session.noted) // it is another attempt to begin the same relay
        ++begun_;
}

bool RelayedSessions::pass_on(SessionId id, std::string_view text) {
    Session* const session = find(id);
    auto* const client = host_.connection(id);
    if (!session || !client)
        return false;
    client->send({nullptr, std::make_shared<const std::string>(text)});
    if (is_answer(text) && !session->unanswered.empty()) {
        session->unanswered.pop_front();
        handed_on(id, *session, true);
        end_waiting(*session);
    }
    if (client->is_blocked())
        client->flush(); // what is too long to gather waits until then
    return !client->is_blocked();
}

// Whether the client can take more.
bool RelayedSessions::flush(SessionId id) {
    auto* const client = host_.connection(id);
    if (!client)
        return false;
    client->flush();
    proceed(id); // it may have fewer unanswered requests now
    return !client->is_blocked();
}

void RelayedSessions::relay_ended(SessionId id, Outbound::End why, std::uint16_t code) {
    Session* const session = find(id);
    if (!session || !session->relay)
        return;
    handed_on(id, *session, why != Outbound::End::Elsewhere && session->relay->is_welcomed());
    if (why == Outbound::End::Elsewhere || why == Outbound::End::Unreachable) {
        const std::string address = session->relay->address();
        session->relay.reset();
        session->inbox.insert(session->inbox.begin(), session->unanswered.begin(),
                              session->unanswered.end());
        session->unanswered.clear();
        if (why == Outbound::End::Elsewhere)
            return proceed(id);
        if (!std::exchange(session->noted, true))
            note_lost(why, address);
        return wait_again(id, *session);
    }
    if (why != Outbound::End::Closed)
        note_lost(why, session->relay->address());
    session->relay.reset();
    session->unanswered.clear();
    close(id, why == Outbound::End::Closed ? close_code(code) : CloseCode::ServiceRestart);
}

void RelayedSessions::note_lost(Outbound::End why, const std::string& address) {
    ++lost_;
    constexpr std::array reasons{"out of reach", "not trusted", "lost"};
    log::info("a relay ended",
              {{"why", reasons.at(static_cast<std::size_t>(why))}, {"server", address}});
}

} // namespace jaipur::server::relay
