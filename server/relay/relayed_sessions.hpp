// The sessions here that concern other servers, as one server sees them.
#pragma once

#include "server/net/listener.hpp"
#include "server/relay/destination.hpp"
#include "server/relay/gathering.hpp"
#include "server/relay/inbound.hpp"
#include "server/relay/outbound.hpp"
#include "server/relay/relays.hpp"
#include "server/relay/waiting_sessions.hpp"

#include <boost/asio/steady_timer.hpp>

#include <deque>
#include <list>
#include <map>
#include <unordered_map>
#include <utility>

namespace jaipur::server::relay {

// How long a request waits for the next owner of a slot, or for a certain answer: the default lease
// and a bit more, but less than clients wait for an answer.
inline constexpr int seconds_until_owned = 6;

class RelayedSessions final : public Relays, private WaitingSessions {
  public:
    RelayedSessions(const net::Executor& executor, const Settings& settings,
                    const core::Limits& limits, const core::Owners& owners, core::Entropy entropy,
                    Host host);

    void start() override;
    void stop() override;

    std::optional<bool> received(core::SessionId id, std::string_view text) override;
    std::optional<bool> received(core::SessionId id, const protocol::RequestBody& request,
                                 std::string_view text) override;
    void lag(core::SessionId id, std::chrono::milliseconds round_trip) override;
    void drained(core::SessionId id) override;
    void ended(core::SessionId id) override;

    void settled() override { look_at_answers(); }

    void owners_changed() override;
    Figures figures() const override;

    boost::asio::ip::tcp::endpoint endpoint() const override { return listener_.endpoint(); }

  private:
    using Way = Destination::Way;

    // Other servers are asked about its first request.
    struct Asking {
        std::uint64_t re = 0;
        Destination destination;
        std::vector<std::shared_ptr<Outbound>> to; // null: it has answered
        Answers answers;                           // at the same places
        std::size_t due = 0;
        std::size_t said = 0;  // how many have said whether they have the seat
        bool gave_way = false; // to another server that has the same request
        bool in_vain = false;  // a server can't be reached
    };

    struct Session {
        std::deque<std::string> inbox; // read, and not yet served or relayed
        std::shared_ptr<Asking> asking;
        std::shared_ptr<Outbound> relay;
        std::deque<std::string> unanswered; // by the relay's other end
        bool moved = false;                 // nothing has been sent to the relay yet
        bool reads = true;
        std::optional<core::TokenHash> handed_on; // the request for a seat that the relay is about
        // How many seconds its first request has waited until somebody has what it asks for, and
        // then for an answer.
        std::optional<int> waited;
        bool in_vain = false; // the last attempt; the next one waits
        bool noted = false;   // that a relay was lost before it began
        // Until it asks again, if another server has the same request. Zero: not now.
        std::chrono::milliseconds pause{0};
        bool pauses = false;
    };

    using Sessions = std::unordered_map<core::SessionId, Session>;

    Session* find(core::SessionId id);
    Destination destination(core::SessionId id, const protocol::RequestBody& request);
    bool goes_on(core::SessionId id);
    void proceed(core::SessionId id) override;

    void give_up(core::SessionId) override {} // `ended` follows

    bool proceed_once(core::SessionId id, Session& session);
    void stop_waiting(core::SessionId id, Session& session, const Destination& destination);
    void begin_waiting(core::SessionId id, Session& session);
    void end_waiting(Session& session);
    void give_up_on_answers();
    void look_at_waiting();
    template <class Which, class Do>
    void for_all(Which which, Do what);
    void wait_again(core::SessionId id, Session& session);
    void serve_first(core::SessionId id, Session& session);
    void serve_unowned(core::SessionId id, Session& session);
    void answer_first(core::SessionId id, Session& session, std::string answer);
    void take(core::SessionId id, Session& session, const Destination& destination,
              const protocol::Request& request);

    // Relays.
    void move(core::SessionId id, Session& session, const std::string& address);
    bool pass_on(core::SessionId id, std::string_view text);
    bool flush(core::SessionId id);
    void relay_ended(core::SessionId id, Outbound::End why, std::uint16_t code);
    void note_lost(Outbound::End why, const std::string& address);

    // Questions.
    void find_seat(core::SessionId id, Session& session);
    void gather(core::SessionId id, Session& session, const protocol::Request& request);
    Asking* still_asking(core::SessionId id, const std::shared_ptr<Asking>& asking,
                         std::size_t place);
    void answered(core::SessionId id, Asking& asking, std::size_t place,
                  std::optional<std::string> answer);
    void found(core::SessionId id, const std::string& address);
    bool is_certain(const Asking& asking) const;
    bool are_known(const Asking& asking) const;
    bool knows_all_but_abandoned() const;
    void ask_soon(core::SessionId id, Session& session);
    void stop_asking(core::SessionId id, Session& session);
    void hand_on(core::SessionId id, Session& session, const core::TokenHash& token);
    void handed_on(core::SessionId id, Session& session, bool arrived);
    bool is_handed_on(const core::TokenHash& token) const;
    std::optional<bool> has(const WhoHas& seat, const std::string& asker);
    void gathered(core::SessionId id);
    std::shared_ptr<Outbound> dial(const std::string& address, std::variant<Client, WhoHas> purpose,
                                   Outbound::Hooks hooks);
    void dial_next(const std::string& address);
    void located(const std::string& address,
                 const std::optional<boost::asio::ip::tcp::endpoint>& endpoint);
    Client client_of(core::SessionId id) const;

    // Sessions of other servers.
    void accepted(net::Socket socket);
    void introduced(const std::shared_ptr<Inbound>& inbound, const Client& client);
    void refused(std::string_view why);

    void look_soon();
    void look();
    void proceed_with_waiting();
    void give_up_on_lost_servers();

    const Settings settings_;
    const core::Limits& limits_;
    const core::Owners& owners_;
    const core::Entropy entropy_;
    net::Listener listener_;
    boost::asio::steady_timer timer_;
    Sessions sessions_;

    struct FromOther {
        std::weak_ptr<Inbound> connection;
        bool asks_here = false;
        int waited = 0; // seconds, of its first request at the other server
    };

    std::unordered_map<core::SessionId, FromOther> from_others_;
    std::list<std::weak_ptr<Inbound>> inbound_, strangers_; // all; those without a proof
    std::list<std::weak_ptr<Outbound>> outbound_;

    struct Dials {
        std::size_t under_way = 0;
        std::deque<std::weak_ptr<Outbound>> waiting{};
    };

    std::map<std::string, Dials> dials_; // by address

    // Where names of servers lead, so that not every dial looks them up, and for how many seconds
    // they have been kept.
    std::map<std::string, boost::asio::ip::tcp::endpoint> locations_;
    int locations_age_ = 0;
    // Requests for a seat that this server will carry out if nobody else has; and those that it
    // has handed on or carried out, with the seconds during which it doesn't deny having their
    // seat.
    std::multimap<core::TokenHash, core::SessionId> seeking_;
    std::map<std::pair<core::TokenHash, core::SessionId>, int> handed_on_;
    std::uint64_t begun_ = 0, lost_ = 0, refused_ = 0;
    std::map<std::string_view, int> complaints_; // seconds until the next one may follow
    bool stopped_ = false;
};

} // namespace jaipur::server::relay
