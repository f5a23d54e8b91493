#include "server/core/connection_quota.hpp"

#include <doctest/doctest.h>

#include <optional>
#include <vector>

namespace jaipur::server::core {

namespace {

using namespace std::chrono_literals;

Address address(std::uint64_t number) {
    return {Address::Kind::V4, number};
}

std::optional<ConnectionQuota::Refusal> refusal(const ConnectionQuota::Entry& entered) {
    const auto* refused = std::get_if<ConnectionQuota::Refusal>(&entered);
    return refused ? std::optional(*refused) : std::nullopt;
}

// As many sessions as the quota admits from this address.
std::vector<ConnectionQuota::Entry> sessions(ConnectionQuota& quota, const Address& from,
                                             Time now = {}) {
    std::vector<ConnectionQuota::Entry> all;
    for (auto next = quota.session(from, now); !refusal(next); next = quota.session(from, now))
        all.push_back(std::move(next));
    return all;
}

// How often in a row the quota agrees, up to a hundred times.
int times(const auto& may) {
    int count = 0;
    while (count < 100 && may())
        ++count;
    return count;
}

} // namespace

TEST_CASE("sessions are limited in total and per address; closing one frees a place") {
    Limits limits;
    limits.connections = 5;
    limits.connections_per_address = 3;
    ConnectionQuota quota(limits);
    auto first = sessions(quota, address(1));
    CHECK(first.size() == 3);
    CHECK(refusal(quota.session(address(1), {})) == ConnectionQuota::Refusal::TooMany);
    auto second = sessions(quota, {}); // loopback sessions count towards the total
    CHECK(second.size() == 2);
    CHECK(refusal(quota.session(address(2), {})) == ConnectionQuota::Refusal::Full);
    CHECK(refusal(quota.session(address(1), {})) == ConnectionQuota::Refusal::Full);
    second.clear();
    first.pop_back();
    CHECK(sessions(quota, address(1)).size() == 1);
}

TEST_CASE("a class behind one address can open sixteen browsers at once") {
    constexpr int per_browser = 7; // six for the page's files, and the WebSocket
    ConnectionQuota quota{Limits{}};
    std::vector<ConnectionQuota::Ticket> connections;
    std::vector<ConnectionQuota::Entry> entered;
    for (int browser = 0; browser < 16; ++browser) {
        for (int i = 0; i < per_browser; ++i) {
            connections.push_back(quota.connection(address(1), {}));
            CHECK(connections.back());
        }
        entered.push_back(quota.session(address(1), {}));
        CHECK_FALSE(refusal(entered.back()));
    }
    const auto before = connections.size();
    for (auto next = quota.connection(address(1), {}); next;
         next = quota.connection(address(1), {}))
        connections.push_back(std::move(next));
    CHECK(connections.size() - before <
          per_browser); // any more are refused until some of these close
}

TEST_CASE("memory for slow readers is limited in total and per address") {
    constexpr std::size_t mebibyte = 1 << 20;
    ConnectionQuota quota{Limits{}};
    std::vector<ConnectionQuota::Entry> tickets;
    const auto download = [&](const Address& from, std::size_t bytes) {
        auto entry = quota.download(from, bytes, {});
        const auto refused = refusal(entry);
        if (!refused)
            tickets.push_back(std::move(entry));
        return refused;
    };
    CHECK_FALSE(download(address(1), 6 * mebibyte)); // a single one may be any size
    CHECK(download(address(1), 1) == ConnectionQuota::Refusal::TooMany);
    for (int i = 0; i < 4; ++i)
        CHECK_FALSE(download(address(2), mebibyte));
    CHECK(download(address(2), 1) == ConnectionQuota::Refusal::TooMany);
    CHECK_FALSE(download({}, 54 * mebibyte)); // loopback gets the rest
    CHECK(download(address(3), 1) == ConnectionQuota::Refusal::Full);
    CHECK(download({}, 1) == ConnectionQuota::Refusal::Full);
    tickets.erase(tickets.begin());
    CHECK_FALSE(download(address(1), 1));
    CHECK(download(address(1), 4 * mebibyte) == ConnectionQuota::Refusal::TooMany);
    CHECK_FALSE(download(address(1), 4 * mebibyte - 1));
    CHECK(download(address(2), 1) == ConnectionQuota::Refusal::TooMany);
}

TEST_CASE("never more than sixty new sessions per address in any ten seconds") {
    ConnectionQuota quota{Limits{}};
    Time now{};
    const auto opens = [&](const Address& from) { return !refusal(quota.session(from, now)); };
    const auto opened = [&](const Address& from) { return times([&] { return opens(from); }); };
    CHECK(opened(address(1)) == 60); // even if closed at once
    CHECK(opened(address(2)) == 60);
    CHECK(opened({}) == 100);
    now += 9999ms;
    CHECK(opened(address(1)) == 0);
    now += 1ms;
    CHECK(opened(address(1)) == 60);
    now += 1min;
    for (int i = 0; i < 60; ++i, now += 100ms)
        CHECK(opens(address(1)));
    for (int i = 0; i < 60; ++i, now += 100ms) {
        CHECK(opens(address(1)) == (i >= 40)); // ten seconds after one of the sixty
        CHECK_FALSE(opens(address(1)));
    }
}

TEST_CASE("the connection limit exceeds the session limit; a ticket may outlive the quota") {
    Limits limits;
    limits.connections_per_address = 3;
    std::vector<ConnectionQuota::Ticket> tickets;
    {
        ConnectionQuota quota(limits);
        while (auto ticket = quota.connection(address(1), {}))
            tickets.push_back(std::move(ticket));
        CHECK(tickets.size() == 3 + 16);
        tickets.pop_back();
        CHECK(quota.connection(address(1), {}));
        CHECK(quota.connection(address(2), {}));
    }
    tickets.clear();
    limits.connections = 2;
    ConnectionQuota quota(limits);
    for (std::uint64_t i = 1; auto ticket = quota.connection(address(i), {}); ++i)
        tickets.push_back(std::move(ticket));
    CHECK(tickets.size() == 2 + 64);
    while (auto ticket = quota.connection({}, {})) // a health check gets through
        tickets.push_back(std::move(ticket));
    CHECK(tickets.size() == 2 + 2 * 64);
}

TEST_CASE("page files are counted per address, at a tenth of other requests") {
    Limits limits;
    limits.address_request_burst = 3;
    limits.address_request_rate = 1;
    ConnectionQuota quota(limits);
    const auto loaded = [&](const Address& from, Time now) {
        return times([&] { return quota.may_load(from, now); });
    };
    CHECK(loaded(address(1), Time{}) == 30);
    CHECK(quota.may_ask(address(1), Time{}));
    CHECK(loaded(address(1), Time{std::chrono::seconds(1)}) == 10);
    CHECK(loaded(address(2), Time{}) == 30);
    CHECK(loaded({}, {}) == 100); // loopback
}

TEST_CASE("HTTP requests are counted per address") {
    Limits limits;
    limits.address_request_burst = 3;
    limits.address_request_rate = 1;
    ConnectionQuota quota(limits);
    const auto asked = [&](const Address& from, Time now) {
        return times([&] { return quota.may_ask(from, now); });
    };
    CHECK(asked(address(1), Time{}) == 3);
    CHECK(asked(address(1), Time{2s}) == 2);
    CHECK(asked({}, Time{}) == 100);
}

TEST_CASE("TLS handshakes are counted per address, and apart from requests") {
    Limits limits;
    limits.address_request_burst = 3;
    limits.address_request_rate = 1;
    ConnectionQuota quota(limits);
    const auto shaken = [&](const Address& from, Time now) {
        return times([&] { return quota.may_shake_hands(from, now); });
    };
    CHECK(shaken(address(1), Time{}) == 3);
    CHECK(quota.may_ask(address(1), Time{}));
    CHECK(shaken(address(1), Time{2s}) == 2);
    CHECK(shaken(address(2), Time{}) == 3);
    CHECK(shaken({}, Time{}) == 100); // loopback
}

TEST_CASE("what counts on an address isn't forgotten, however many others come") {
    constexpr Time now{};
    const Address from = address(1);
    Limits limits;
    limits.address_request_burst = limits.connections_per_address = 1;
    const auto others_come = [](ConnectionQuota& quota) {
        for (std::uint64_t i = 0; i < 300; ++i) // idle accounts are dropped from 256 on
            CHECK(quota.connection(address(1000 + i), now));
    };
    {
        ConnectionQuota quota(limits);
        CHECK(quota.may_ask(from, now));
        others_come(quota);
        CHECK_FALSE(quota.may_ask(from, now));
    }
    {
        ConnectionQuota quota(limits);
        CHECK(times([&] { return quota.may_load(from, now); }) == 10);
        others_come(quota);
        CHECK_FALSE(quota.may_load(from, now));
    }
    {
        ConnectionQuota quota(limits);
        std::vector<ConnectionQuota::Ticket> tickets;
        tickets.push_back(quota.connection(from, now));
        others_come(quota);
        while (auto ticket = quota.connection(from, now))
            tickets.push_back(std::move(ticket));
        CHECK(tickets.size() == 1 + 16);
    }
    {
        ConnectionQuota quota(limits);
        const auto slow = quota.download(from, 1, now);
        others_come(quota);
        CHECK(refusal(quota.download(from, 4 << 20, now)) == ConnectionQuota::Refusal::TooMany);
    }
}

TEST_CASE("0 lifts every limit") {
    Limits limits;
    limits.connections = limits.connections_per_address = 0;
    limits.new_connections_per_address = limits.address_request_burst = 0;
    ConnectionQuota quota(limits);
    std::vector<ConnectionQuota::Entry> all;
    for (int i = 0; i < 20000; ++i)
        all.push_back(quota.session(address(1), {}));
    CHECK_FALSE(refusal(all.back()));
    CHECK(quota.connection(address(1), {}));
    CHECK(quota.may_ask(address(1), {}));
}

TEST_CASE("sessions count although they are old, and new ones although they have ended") {
    const Address from = address(1);
    Limits limits;
    limits.connections_per_address = 2;
    const auto others_come = [](ConnectionQuota& quota, Time now) {
        for (std::uint64_t i = 0; i < 300; ++i)
            CHECK(quota.connection(address(1000 + i), now));
    };
    {
        ConnectionQuota quota(limits);
        const auto old = quota.session(from, {});
        others_come(quota, Time{1h});
        CHECK(sessions(quota, from, Time{1h}).size() == 1);
    }
    {
        ConnectionQuota quota(limits);
        const auto opened = times([&] { return !refusal(quota.session(from, {})); });
        CHECK(opened == 60);
        others_come(quota, {});
        CHECK(refusal(quota.session(from, {})) == ConnectionQuota::Refusal::TooMany);
    }
}

TEST_CASE("a limit of one session is one session") {
    Limits limits;
    limits.connections = 1;
    ConnectionQuota quota(limits);
    CHECK(sessions(quota, address(1)).size() == 1);
    limits.connections = 2;
    limits.connections_per_address = 1;
    ConnectionQuota by_address(limits);
    CHECK(sessions(by_address, address(1)).size() == 1);
}

TEST_CASE("other limits hold at once, for those who are in as well, but throw nobody out") {
    Limits limits;
    limits.connections_per_address = 5;
    limits.new_connections_per_address = 0;
    limits.address_request_burst = 10;
    limits.address_request_rate = 0.001;
    ConnectionQuota quota(limits);
    auto in = sessions(quota, address(1));
    CHECK(in.size() == 5);
    CHECK(times([&] { return quota.may_ask(address(1), {}); }) == 10);
    CHECK(times([&] { return quota.may_shake_hands(address(1), {}); }) == 10);
    limits.connections_per_address = 2;
    limits.address_request_burst = 12;
    quota.change(limits, {});
    CHECK(times([&] { return quota.may_ask(address(1), {}); }) == 2);
    CHECK(times([&] { return quota.may_shake_hands(address(1), {}); }) == 2);
    CHECK(sessions(quota, address(2)).size() == 2);
    in.resize(3);
    CHECK(sessions(quota, address(1)).empty());
    in.resize(1);
    CHECK(sessions(quota, address(1)).size() == 1);
    limits.connections_per_address = 4;
    limits.new_connections_per_address = 2;
    quota.change(limits, {});
    CHECK(sessions(quota, address(1)).size() == 2);
    CHECK(sessions(quota, address(3)).size() == 2);
}

} // namespace jaipur::server::core
