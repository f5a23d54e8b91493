#include "server/core/connection_quota.hpp"

#include "server/core/accounts.hpp"
#include "server/core/rate_limit.hpp"

#include <cassert>
#include <cstdint>

namespace jaipur::server::core {

namespace {

// How many more connections than sessions, in total and by address.
constexpr int reserve = 64;
constexpr int address_reserve = 16;

// How many files of the page count as one request.
constexpr int files_for_a_request = 10;

// How many bytes of answers may stay in memory for slow readers, in total and by address.
constexpr std::int64_t most_downloading = 64 << 20;
constexpr std::int64_t most_downloading_by_address = 4 << 20;

bool reached(std::int64_t count, int limit, int more = 0) {
    return limit > 0 && count >= limit + more;
}

} // namespace

struct ConnectionQuota::State {
    struct Account {
        std::int64_t connections = 0;
        std::int64_t sessions = 0;
        std::int64_t downloading = 0;
        SlidingWindow new_sessions;
        TokenBucket requests, files, handshakes;

        bool is_held() const { return connections > 0 || sessions > 0 || downloading > 0; }

        bool is_idle(Time now) const {
            return !is_held() && new_sessions.is_empty(now) && requests.is_full(now) &&
                   files.is_full(now) && handshakes.is_full(now);
        }
    };

    explicit State(const Limits& the_limits) : limits(the_limits) {}

    Account& account(const Address& address, Time now);
    void add(std::int64_t State::* total, std::int64_t Account::* by_address,
             const Address& address, std::int64_t amount);
    static Ticket count(std::shared_ptr<State> state, std::int64_t State::* total,
                        std::int64_t Account::* by_address, const Address& address,
                        std::int64_t amount = 1);

    Limits limits;
    std::int64_t connections = 0, sessions = 0, downloading = 0;
    Accounts<Account> accounts;
};

ConnectionQuota::State::Account& ConnectionQuota::State::account(const Address& address, Time now) {
    const auto make = [&] {
        const SlidingWindow new_sessions(limits.new_connections_per_address,
                                         limits.new_connections_window);
        const TokenBucket requests(limits.address_request_burst, limits.address_request_rate, now);
        const TokenBucket files(files_for_a_request * limits.address_request_burst,
                                files_for_a_request * limits.address_request_rate, now);
        return Account{0, 0, 0, new_sessions, requests, files, requests};
    };
    return accounts.of(address, now, make);
}

// The account exists: its limits were checked first, and a nonzero count keeps it from being
// removed.
void ConnectionQuota::State::add(std::int64_t State::* total, std::int64_t Account::* by_address,
                                 const Address& address, std::int64_t amount) {
    this->*total += amount;
    if (address.is_this_machine())
        return;
    Account* const account = accounts.find(address);
    assert(account != nullptr);
    account->*by_address += amount;
}

ConnectionQuota::Ticket ConnectionQuota::State::count(std::shared_ptr<State> state,
                                                      std::int64_t State::* total,
                                                      std::int64_t Account::* by_address,
                                                      const Address& address, std::int64_t amount) {
    State* const raw = state.get();
    raw->add(total, by_address, address, amount);
    return {raw, [state = std::move(state), total, by_address, address, amount](void*) {
                state->add(total, by_address, address, -amount);
            }};
}

ConnectionQuota::ConnectionQuota(const Limits& limits) : state_(std::make_shared<State>(limits)) {}

void ConnectionQuota::change(const Limits& limits, Time now) {
    state_->limits = limits;
    const int burst = limits.address_request_burst;
    const double rate = limits.address_request_rate;
    state_->accounts.for_each([&](State::Account& account) {
        account.new_sessions.change(limits.new_connections_per_address,
                                    limits.new_connections_window);
        account.requests.change(burst, rate, now);
        account.handshakes.change(burst, rate, now);
        account.files.change(files_for_a_request * burst, files_for_a_request * rate, now);
    });
}

ConnectionQuota::Ticket ConnectionQuota::connection(const Address& peer, Time now) {
    const Limits& limits = state_->limits;
    // Programs on this machine get a few more, so that a health check works during a flood.
    const int more = peer.is_this_machine() ? 2 * reserve : reserve;
    if (reached(state_->connections, limits.connections, more))
        return nullptr;
    if (!peer.is_this_machine() && reached(state_->account(peer, now).connections,
                                           limits.connections_per_address, address_reserve))
        return nullptr;
    return State::count(state_, &State::connections, &State::Account::connections, peer);
}

bool ConnectionQuota::may_shake_hands(const Address& client, Time now) {
    return client.is_this_machine() || state_->account(client, now).handshakes.take(now);
}

bool ConnectionQuota::may_ask(const Address& client, Time now) {
    return client.is_this_machine() || state_->account(client, now).requests.take(now);
}

bool ConnectionQuota::may_load(const Address& client, Time now) {
    return client.is_this_machine() || state_->account(client, now).files.take(now);
}

ConnectionQuota::Entry ConnectionQuota::session(const Address& client, Time now) {
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

ConnectionQuota::Entry ConnectionQuota::download(const Address& client, std::size_t bytes,
                                                 Time now) {
    const auto more = static_cast<std::int64_t>(bytes);
    if (state_->downloading + more > most_downloading)
        return Refusal::Full;
    if (!client.is_this_machine()) {
        const std::int64_t downloading = state_->account(client, now).downloading;
        if (downloading > 0 && downloading + more > most_downloading_by_address)
            return Refusal::TooMany;
    }
    return State::count(state_, &State::downloading, &State::Account::downloading, client, more);
}

} // namespace jaipur::server::core
