#include "server/core/gate.hpp"

#include <doctest/doctest.h>

#include <optional>
#include <vector>

namespace jaipur::server::core {

namespace {

using namespace std::chrono_literals;

Address address(std::uint64_t number) {
    return {Address::Kind::V4, number};
}

std::optional<Gate::Refusal> refusal(const Gate::Entry& entered) {
    const auto* refused = std::get_if<Gate::Refusal>(&entered);
    return refused ? std::optional(*refused) : std::nullopt;
}

// As many sessions as the gate admits from this address.
std::vector<Gate::Entry> sessions(Gate& gate, const Address& from, Time now = {}) {
    std::vector<Gate::Entry> all;
    for (auto next = gate.session(from, now); !refusal(next); next = gate.session(from, now))
        all.push_back(std::move(next));
    return all;
}

// How often in a row the gate agrees, up to a hundred times.
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
    Gate gate(limits);
    auto first = sessions(gate, address(1));
    CHECK(first.size() == 3);
    CHECK(refusal(gate.session(address(1), {})) == Gate::Refusal::TooMany);
    auto second = sessions(gate, {}); // loopback sessions count towards the total
    CHECK(second.size() == 2);
    CHECK(refusal(gate.session(address(2), {})) == Gate::Refusal::Full);
    CHECK(refusal(gate.session(address(1), {})) == Gate::Refusal::Full);
    second.clear();
    first.pop_back();
    CHECK(sessions(gate, address(1)).size() == 1);
}

TEST_CASE("a class behind one address can open sixteen browsers at once") {
    constexpr int per_browser = 7; // six for the page's files, and the WebSocket
    Gate gate{Limits{}};
    std::vector<Gate::Ticket> connections;
    std::vector<Gate::Entry> entered;
    for (int browser = 0; browser < 16; ++browser) {
        for (int i = 0; i < per_browser; ++i) {
            connections.push_back(gate.connection(address(1), {}));
            CHECK(connections.back());
        }
        entered.push_back(gate.session(address(1), {}));
        CHECK_FALSE(refusal(entered.back()));
    }
    const auto before = connections.size();
    for (auto next = gate.connection(address(1), {}); next; next = gate.connection(address(1), {}))
        connections.push_back(std::move(next));
    CHECK(connections.size() - before <
          per_browser); // any more are refused until some of these close
}

TEST_CASE("memory for slow readers is limited in total and per address") {
    constexpr std::size_t mebibyte = 1 << 20;
    Gate gate{Limits{}};
    std::vector<Gate::Entry> tickets;
    const auto download = [&](const Address& from, std::size_t bytes) {
        auto entry = gate.download(from, bytes, {});
        const auto refused = refusal(entry);
        if (!refused)
            tickets.push_back(std::move(entry));
        return refused;
    };
    CHECK_FALSE(download(address(1), 6 * mebibyte)); // a single one may be any size
    CHECK(download(address(1), 1) == Gate::Refusal::TooMany);
    for (int i = 0; i < 4; ++i)
        CHECK_FALSE(download(address(2), mebibyte));
    CHECK(download(address(2), 1) == Gate::Refusal::TooMany);
    CHECK_FALSE(download({}, 54 * mebibyte)); // loopback gets the rest
    CHECK(download(address(3), 1) == Gate::Refusal::Full);
    CHECK(download({}, 1) == Gate::Refusal::Full);
    tickets.erase(tickets.begin());
    CHECK_FALSE(download(address(1), 1));
    CHECK(download(address(1), 4 * mebibyte) == Gate::Refusal::TooMany);
    CHECK_FALSE(download(address(1), 4 * mebibyte - 1));
    CHECK(download(address(2), 1) == Gate::Refusal::TooMany);
}

TEST_CASE("never more than sixty new sessions per address in any ten seconds") {
    Gate gate{Limits{}};
    Time now{};
    const auto opens = [&](const Address& from) { return !refusal(gate.session(from, now)); };
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

TEST_CASE("the connection limit exceeds the session limit; a ticket may outlive the gate") {
    Limits limits;
    limits.connections_per_address = 3;
    std::vector<Gate::Ticket> tickets;
    {
        Gate gate(limits);
        while (auto ticket = gate.connection(address(1), {}))
            tickets.push_back(std::move(ticket));
        CHECK(tickets.size() == 3 + 16);
        tickets.pop_back();
        CHECK(gate.connection(address(1), {}));
        CHECK(gate.connection(address(2), {}));
    }
    tickets.clear();
    limits.connections = 2;
    Gate gate(limits);
    for (std::uint64_t i = 1; auto ticket = gate.connection(address(i), {}); ++i)
        tickets.push_back(std::move(ticket));
    CHECK(tickets.size() == 2 + 64);
    while (auto ticket = gate.connection({}, {})) // a health check gets through
        tickets.push_back(std::move(ticket));
    CHECK(tickets.size() == 2 + 2 * 64);
}

TEST_CASE("page files are counted per address, at a tenth of other requests") {
    Limits limits;
    limits.address_request_burst = 3;
    limits.address_request_rate = 1;
    Gate gate(limits);
    const auto loaded = [&](const Address& from, Time now) {
        return times([&] { return gate.may_load(from, now); });
    };
    CHECK(loaded(address(1), Time{}) == 30);
    CHECK(gate.may_ask(address(1), Time{}));
    CHECK(loaded(address(1), Time{std::chrono::seconds(1)}) == 10);
    CHECK(loaded(address(2), Time{}) == 30);
    CHECK(loaded({}, {}) == 100); // loopback
}

TEST_CASE("HTTP requests are counted per address") {
    Limits limits;
    limits.address_request_burst = 3;
    limits.address_request_rate = 1;
    Gate gate(limits);
    const auto asked = [&](const Address& from, Time now) {
        return times([&] { return gate.may_ask(from, now); });
    };
    CHECK(asked(address(1), Time{}) == 3);
    CHECK(asked(address(1), Time{2s}) == 2);
    CHECK(asked({}, Time{}) == 100);
}

TEST_CASE("TLS handshakes are counted per address, and apart from requests") {
    Limits limits;
    limits.address_request_burst = 3;
    limits.address_request_rate = 1;
    Gate gate(limits);
    const auto shaken = [&](const Address& from, Time now) {
        return times([&] { return gate.may_shake_hands(from, now); });
    };
    CHECK(shaken(address(1), Time{}) == 3);
    CHECK(gate.may_ask(address(1), Time{}));
    CHECK(shaken(address(1), Time{2s}) == 2);
    CHECK(shaken(address(2), Time{}) == 3);
    CHECK(shaken({}, Time{}) == 100); // loopback
}

TEST_CASE("what counts on an address isn't forgotten, however many others come") {
    constexpr Time now{};
    const Address from = address(1);
    Limits limits;
    limits.address_request_burst = limits.connections_per_address = 1;
    const auto others_come = [](Gate& gate) {
        for (std::uint64_t i = 0; i < 300; ++i) // idle accounts are dropped from 256 on
            CHECK(gate.connection(address(1000 + i), now));
    };
    {
        Gate gate(limits);
        CHECK(gate.may_ask(from, now));
        others_come(gate);
        CHECK_FALSE(gate.may_ask(from, now));
    }
    {
        Gate gate(limits);
        CHECK(times([&] { return gate.may_load(from, now); }) == 10);
        others_come(gate);
        CHECK_FALSE(gate.may_load(from, now));
    }
    {
        Gate gate(limits);
        std::vector<Gate::Ticket> tickets;
        tickets.push_back(gate.connection(from, now));
        others_come(gate);
        while (auto ticket = gate.connection(from, now))
            tickets.push_back(std::move(ticket));
        CHECK(tickets.size() == 1 + 16);
    }
    {
        Gate gate(limits);
        const auto slow = gate.download(from, 1, now);
        others_come(gate);
        CHECK(refusal(gate.download(from, 4 << 20, now)) == Gate::Refusal::TooMany);
    }
}

TEST_CASE("0 lifts every limit") {
    Limits limits;
    limits.connections = limits.connections_per_address = 0;
    limits.new_connections_per_address = limits.address_request_burst = 0;
    Gate gate(limits);
    std::vector<Gate::Entry> all;
    for (int i = 0; i < 20000; ++i)
        all.push_back(gate.session(address(1), {}));
    CHECK_FALSE(refusal(all.back()));
    CHECK(gate.connection(address(1), {}));
    CHECK(gate.may_ask(address(1), {}));
}

TEST_CASE("sessions count although they are old, and new ones although they have ended") {
    const Address from = address(1);
    Limits limits;
    limits.connections_per_address = 2;
    const auto others_come = [](Gate& gate, Time now) {
        for (std::uint64_t i = 0; i < 300; ++i)
            CHECK(gate.connection(address(1000 + i), now));
    };
    {
        Gate gate(limits);
        const auto old = gate.session(from, {});
        others_come(gate, Time{1h});
        CHECK(sessions(gate, from, Time{1h}).size() == 1);
    }
    {
        Gate gate(limits);
        const auto opened = times([&] { return !refusal(gate.session(from, {})); });
        CHECK(opened == 60);
        others_come(gate, {});
        CHECK(refusal(gate.session(from, {})) == Gate::Refusal::TooMany);
    }
}

TEST_CASE("a limit of one session is one session") {
    Limits limits;
    limits.connections = 1;
    Gate gate(limits);
    CHECK(sessions(gate, address(1)).size() == 1);
    limits.connections = 2;
    limits.connections_per_address = 1;
    Gate by_address(limits);
    CHECK(sessions(by_address, address(1)).size() == 1);
}

TEST_CASE("other limits hold at once, for those who are in as well, but throw nobody out") {
    Limits limits;
    limits.connections_per_address = 5;
    limits.new_connections_per_address = 0;
    limits.address_request_burst = 10;
    limits.address_request_rate = 0.001;
    Gate gate(limits);
    auto in = sessions(gate, address(1));
    CHECK(in.size() == 5);
    CHECK(times([&] { return gate.may_ask(address(1), {}); }) == 10);
    CHECK(times([&] { return gate.may_shake_hands(address(1), {}); }) == 10);
    limits.connections_per_address = 2;
    limits.address_request_burst = 12;
    gate.change(limits, {});
    CHECK(times([&] { return gate.may_ask(address(1), {}); }) == 2);
    CHECK(times([&] { return gate.may_shake_hands(address(1), {}); }) == 2);
    CHECK(sessions(gate, address(2)).size() == 2);
    in.resize(3);
    CHECK(sessions(gate, address(1)).empty());
    in.resize(1);
    CHECK(sessions(gate, address(1)).size() == 1);
    limits.connections_per_address = 4;
    limits.new_connections_per_address = 2;
    gate.change(limits, {});
    CHECK(sessions(gate, address(1)).size() == 2);
    CHECK(sessions(gate, address(3)).size() == 2);
}

} // namespace jaipur::server::core
