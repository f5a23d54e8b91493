#include "server/gate.hpp"

#include "server/rate_limit.hpp"

#include <algorithm>
#include <chrono>
#include <unordered_map>

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
    void forget_old(Time now);
    static Ticket count(std::shared_ptr<State> state, int State::* total, int Account::* by_address,
                        const Address& address);

    const Limits limits;
    int connections = 0, sessions = 0;
    std::unordered_map<Address, Account> accounts;
    std::size_t forget_at = 256;
};

Gate::State::Account& Gate::State::account(const Address& address, Time now) {
    if (const auto found = accounts.find(address); found != accounts.end())
        return found->second;
    forget_old(now);
    const std::chrono::duration<double> window = limits.new_connections_window;
    const int news = limits.new_connections_per_address;
    const TokenBucket new_sessions(news, news / window.count(), now);
    const TokenBucket requests(limits.address_request_burst, limits.address_request_rate, now);
    return accounts.emplace(address, Account{0, 0, new_sessions, requests}).first->second;
}

// Now and then, so that it costs little by account: an account that says no more than a new one.
void Gate::State::forget_old(Time now) {
    if (accounts.size() < forget_at)
        return;
    std::erase_if(accounts, [&](const auto& entry) {
        const Account& account = entry.second;
        return account.connections == 0 && account.sessions == 0 &&
               account.new_sessions.is_full(now) && account.requests.is_full(now);
    });
    forget_at = std::max<std::size_t>(256, 2 * accounts.size());
}

// An account that is counted in is not forgotten.
Gate::Ticket Gate::State::count(std::shared_ptr<State> state, int State::* total,
                                int Account::* by_address, const Address& address) {
    State* const raw = state.get();
    ++(raw->*total);
    if (!address.is_this_machine())
        ++(raw->accounts.at(address).*by_address);
    return {raw, [state = std::move(state), total, by_address, address](void*) {
                --(*state.*total);
                if (!address.is_this_machine())
                    --(state->accounts.at(address).*by_address);
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
