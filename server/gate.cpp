#include "server/gate.hpp"

#include "server/accounts.hpp"
#include "server/rate_limit.hpp"

#include <chrono>

namespace jaipur::server {

namespace {

// Connections that are taken in above the limit of sessions, in all and by address.
constexpr int reserve = 64;
constexpr int address_reserve = 16;

bool reached(int count, int limit, int more = 0) {
    return limit > 0 && count >= limit + more;
}

} // namespace

struct Gate::State {
    struct Account {
        int connections = 0;
        int sessions = 0;
        TokenBucket new_sessions, requests;
    };

    explicit State(const Limits& the_limits) : limits(the_limits) {}

    Account& account(const Address& address, Time now);
    static Ticket count(std::shared_ptr<State> state, int State::* total, int Account::* by_address,
                        const Address& address);

    const Limits limits;
    int connections = 0, sessions = 0;
    Accounts<Account> accounts;
};

Gate::State::Account& Gate::State::account(const Address& address, Time now) {
    const auto make = [&] {
        const std::chrono::duration<double> window = limits.new_connections_window;
        const int news = limits.new_connections_per_address;
        const TokenBucket new_sessions(news, news / window.count(), now);
        const TokenBucket requests(limits.address_request_burst, limits.address_request_rate, now);
        return Account{0, 0, new_sessions, requests};
    };
    return accounts.of(address, make, [now](const Account& account) {
        return account.connections == 0 && account.sessions == 0 &&
               account.new_sessions.is_full(now) && account.requests.is_full(now);
    });
}

// An account that is counted in is not forgotten.
Gate::Ticket Gate::State::count(std::shared_ptr<State> state, int State::* total,
                                int Account::* by_address, const Address& address) {
    State* const raw = state.get();
    ++(raw->*total);
    if (!address.is_this_machine())
        ++(raw->accounts.find(address)->*by_address);
    return {raw, [state = std::move(state), total, by_address, address](void*) {
                --(*state.*total);
                if (!address.is_this_machine())
                    --(state->accounts.find(address)->*by_address);
            }};
}

Gate::Gate(const Limits& limits) : state_(std::make_shared<State>(limits)) {}

Gate::Ticket Gate::connection(const Address& peer, Time now) {
    const Limits& limits = state_->limits;
    // Programs on this machine have some more: a health check has to get through whoever floods.
    const int more = peer.is_this_machine() ? 2 * reserve : reserve;
    if (reached(state_->connections, limits.connections, more))
        return nullptr;
    if (!peer.is_this_machine() && reached(state_->account(peer, now).connections,
                                           limits.connections_per_address, address_reserve))
        return nullptr;
    return State::count(state_, &State::connections, &State::Account::connections, peer);
}

bool Gate::may_ask(const Address& client, Time now) {
    return client.is_this_machine() || state_->account(client, now).requests.take(now);
}

std::variant<Gate::Ticket, Gate::Refusal> Gate::session(const Address& client, Time now) {
    const Limits& limits = state_->limits;
    if (reached(state_->sessions, limits.connections))
        return Refusal::Full;
    if (!client.is_this_machine()) {
        State::Account& account = state_->account(client, now);
        if (reached(account.sessions, limits.connections_per_address) ||
            !account.new_sessions.take(now))
            return Refusal::TooMany;
    }
    return State::count(state_, &State::sessions, &State::Account::sessions, client);
}

} // namespace jaipur::server
