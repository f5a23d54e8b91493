// What this server asks others, and answers them: who has a seat, and which rooms and games there
// are.
#include "protocol/codec.hpp"
#include "server/relay/relayed_sessions.hpp"

#include <algorithm>
#include <memory>
#include <utility>

namespace jaipur::server::relay {

using namespace std::chrono_literals;
using core::SessionId;
using protocol::CloseCode;

namespace {

constexpr std::chrono::milliseconds first_pause{50}, longest_pause{800};
constexpr int seconds_to_hand_on = 7;   // longer than any server asks
constexpr int seconds_after_answer = 2; // the most by which questions to two servers arrive apart

} // namespace

// Null: the session has ended, or has its answer already.
RelayedSessions::Asking* RelayedSessions::still_asking(SessionId id,
                                                       const std::shared_ptr<Asking>& asking,
                                                       std::size_t place) {
    Session* const session = find(id);
    return session && session->asking == asking && asking->to.at(place) ? asking.get() : nullptr;
}

// Asks all others. One that doesn't answer may have the seat.
void RelayedSessions::find_seat(SessionId id, Session& session) {
    const auto asking = session.asking;
    if (asking->destination.takes_seat)
        seeking_.emplace(asking->destination.seats.front().hash, id);
    for (const auto& [name, address] : owners_.others())
        for (const WhoHas& seat : asking->destination.seats) {
            const std::size_t place = asking->to.size();
            Outbound::Hooks hooks;
            hooks.text = [](std::string_view) { return true; };
            hooks.welcomed = [this, id, asking, there = address](bool found) {
                ++asking->said;
                if (Session* const asks = find(id); found && asks && asks->asking == asking)
                    this->found(id, there);
            };
            hooks.ended = [this, id, asking, place](Outbound::End why, std::uint16_t) {
                asking->in_vain = asking->in_vain || why == Outbound::End::Unreachable;
                if (still_asking(id, asking, place) && --asking->due == 0)
                    safely(id, [&] { found(id, {}); });
            };
            asking->to.push_back(dial(address, seat, std::move(hooks)));
            ++asking->due;
        }
    if (asking->due == 0) // until this server has all slots
        found(id, {});
}

void RelayedSessions::found(SessionId id, const std::string& address) {
    Session& session = sessions_.at(id);
    const auto asking = session.asking;
    const Destination& destination = asking->destination;
    stop_asking(id, session);
    if (address.empty() && !is_certain(*asking)) {
        if (asking->in_vain || !are_known(*asking))
            wait_again(id, session);
        else if (session.waited.value_or(0) < seconds_until_owned)
            ask_soon(id, session);
        else
            stop_waiting(id, session, destination);
        return;
    }
    const std::string& to = address.empty() ? destination.address : address;
    if (to.empty()) {
        if (destination.takes_seat) // a password may have to be hashed first
            handed_on_[{destination.seats.front().hash, id}] = seconds_after_answer;
        serve_first(id, session);
    } else {
        move(id, session, to);
        if (address.empty() && destination.takes_seat)
            hand_on(id, session, destination.seats.front().hash);
    }
    proceed(id);
}

// That nobody has the seat.
bool RelayedSessions::is_certain(const Asking& asking) const {
    return asking.said == asking.to.size() && !asking.gave_way && are_known(asking);
}

// Whether it is known which seats there are. Nobody knows those of an abandoned slot, so none of
// them is denied. But a request for a new seat is carried out: otherwise nobody could open a room
// until the slot is repaired. It isn't one that the slot's last server carried out just before it
// crashed: that server's lease had to end, and takeovers take less time than it takes until a slot
// is abandoned. Only a client that has asked again and again for all of that time gets a second
// seat. The first one is lost to it anyway unless the slot is repaired.
bool RelayedSessions::are_known(const Asking& asking) const {
    return knows_all_but_abandoned() &&
           (asking.destination.takes_seat || owners_.abandoned().empty());
}

// Whether every slot has an owner, except abandoned ones.
bool RelayedSessions::knows_all_but_abandoned() const {
    return host_.knows_all() && std::ranges::none_of(core::all_slots, [this](core::Slot slot) {
               return owners_.is_awaited(slot);
           });
}

// Another server has the same request, or had it a moment ago.
void RelayedSessions::ask_soon(SessionId id, Session& session) {
    session.pauses = true;
    session.pause = std::clamp(2 * session.pause, first_pause, longest_pause);
    const auto timer = std::make_shared<boost::asio::steady_timer>(executor_, session.pause);
    timer->async_wait([this, id, timer](boost::system::error_code) {
        Session* const waits = find(id);
        if (!waits || !std::exchange(waits->pauses, false))
            return;
        safely(id, [&] { proceed(id); });
    });
}

void RelayedSessions::stop_asking(SessionId id, Session& session) {
    const auto asking = std::exchange(session.asking, nullptr);
    if (!asking)
        return;
    for (const auto& asked : asking->to)
        if (asked)
            asked->abort();
    if (asking->destination.takes_seat) {
        const auto [first, last] = seeking_.equal_range(asking->destination.seats.front().hash);
        seeking_.erase(
            std::find_if(first, last, [&](const auto& each) { return each.second == id; }));
    }
}

void RelayedSessions::hand_on(SessionId id, Session& session, const core::TokenHash& token) {
    session.handed_on = token;
    handed_on_[{token, id}] = seconds_to_hand_on;
}

// It was answered, or never will be.
void RelayedSessions::handed_on(SessionId id, Session& session, bool arrived) {
    if (!session.handed_on)
        return;
    if (arrived)
        handed_on_[{*session.handed_on, id}] = seconds_after_answer;
    else
        handed_on_.erase({*session.handed_on, id});
    session.handed_on.reset();
}

// By any session: clients may repeat a request on another connection.
bool RelayedSessions::is_handed_on(const core::TokenHash& token) const {
    const auto first = handed_on_.lower_bound({token, 0});
    return first != handed_on_.end() && first->first.first == token;
}

// Of two servers that have the same request for a seat at the same moment, the one whose name comes
// first carries it out. The other one gives way: it asks again, and finds the seat.
std::optional<bool> RelayedSessions::has(const WhoHas& seat, const std::string& asker) {
    if (host_.has(seat))
        return true;
    if (!knows_all_but_abandoned() || is_handed_on(seat.hash))
        return std::nullopt;
    const auto [first, last] = seeking_.equal_range(seat.hash);
    if (first != last && owners_.me() < asker)
        return std::nullopt;
    for (auto each = first; each != last; ++each)
        sessions_.at(each->second).asking->gave_way = true;
    return false;
}

// Asks all servers, this one as well: so the answers are alike, and nothing is said twice.
void RelayedSessions::gather(SessionId id, Session& session, const protocol::Request& request) {
    const auto asking = session.asking;
    std::vector<std::string> addresses;
    if (asking->destination.way == Way::Ask) {
        addresses.push_back(asking->destination.address);
    } else {
        addresses.emplace_back(); // this server
        for (const auto& [name, address] : owners_.others())
            addresses.push_back(address);
    }
    Client client = client_of(id);
    client.asks_here = true;
    if (!asking->destination.all_can_answer) // so nobody needs to wait
        client.waited = std::chrono::seconds(seconds_until_owned);
    const auto* games = protocol::as<protocol::ListGames>(request.body);
    for (const std::string& address : addresses) {
        const std::size_t place = asking->to.size();
        const auto answer = [this, id, asking, place](std::optional<std::string> text) {
            if (auto* const still = still_asking(id, asking, place))
                answered(id, *still, place, std::move(text));
        };
        Outbound::Hooks hooks;
        hooks.text = [answer](std::string_view text) {
            if (is_answer(text))
                answer(std::string(text));
            return true;
        };
        hooks.ended = [this, id, asking, answer](Outbound::End why, std::uint16_t) {
            asking->in_vain = asking->in_vain || why == Outbound::End::Unreachable;
            safely(id, [&] { answer(std::nullopt); });
        };
        auto asked =
            dial(address.empty() ? host_.own_address() : address, client, std::move(hooks));
        asked->send(games ? question_about(*games, request.id, address, owners_)
                          : session.inbox.front());
        asking->to.push_back(std::move(asked));
    }
    asking->answers.resize(addresses.size());
    asking->due = addresses.size();
}

void RelayedSessions::answered(SessionId id, Asking& asking, std::size_t place,
                               std::optional<std::string> answer) {
    asking.to[place]->abort();
    asking.to[place] = nullptr;
    asking.answers[place] = std::move(answer);
    if (--asking.due == 0)
        gathered(id);
}

// Some may not have answered.
void RelayedSessions::gathered(SessionId id) {
    Session& session = sessions_.at(id);
    const auto asking = session.asking;
    stop_asking(id, session);
    const bool unreachable =
        asking->destination.way == Way::Ask && !asking->answers.front() && asking->in_vain;
    if (unreachable)
        return wait_again(id, session);
    auto answer = answer_of(asking->destination, asking->answers, asking->re);
    if (answer) {
        answer_first(id, session, *std::move(answer));
    } else {
        session.inbox.clear();
        close(id, CloseCode::ServiceRestart); // the client comes back, and asks again
    }
    proceed(id);
}

} // namespace jaipur::server::relay
