#include "server/core/hash_queue.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <map>
#include <vector>

namespace jaipur::server::core {

namespace {

using namespace std::chrono_literals;

constexpr Time start{1000h};

Address v4(std::uint64_t number) {
    return {Address::Kind::V4, number};
}

Address v6(std::uint64_t network) {
    return {Address::Kind::V6, network};
}

std::vector<SessionId> all(HashQueue& queue, Time now = start) {
    std::vector<SessionId> sessions;
    while (const auto next = queue.next(now))
        sessions.push_back(*next);
    return sessions;
}

} // namespace

TEST_CASE("networks take turns, in them their parts, in an address its sessions") {
    const Limits limits;
    const auto turns = [&](const Address& own, const Address& near, const Address& far) {
        HashQueue queue(limits);
        SessionId session = 0;
        for (const Address& from : {own, own, own, near, far})
            CHECK_FALSE(queue.add(++session, from, start));
        return all(queue);
    };
    // IPv6 by /32 and /48, IPv4 by /16 and /24.
    const std::vector<SessionId> by_network{5, 4, 1, 2, 3};
    CHECK(turns(v6(0x20010db8'00010001), v6(0x20010db8'80010001), v6(0x20010db9'00010001)) ==
          by_network);
    CHECK(turns(v6(0x20010db8'00010001), v6(0x20010db8'00018001), v6(0x20010db8'00000001)) ==
          by_network);
    CHECK(turns(v4(0x01020304), v4(0x01028304), v4(0x01030304)) == by_network);
    CHECK(turns(v4(0x01020304), v4(0x01020384), v4(0x01020204)) == by_network);
    CHECK(turns(v4(1), v4(2), {}) == by_network); // programs on this machine count, too
    CHECK(turns({}, {Address::Kind::ThisMachine, 0x7f000001}, v6(0)) ==
          std::vector<SessionId>{5, 1, 4, 2, 3});
}

TEST_CASE("turns alternate between the fewest hashes, newest first, and the longest wait") {
    const Limits limits;
    HashQueue queue(limits);
    const auto add = [&](SessionId session, Time now) {
        CHECK_FALSE(queue.add(session, v4((session % 10) << 16), now));
    };
    for (const SessionId session : {1U, 2U, 3U, 4U, 5U, 6U})
        add(session, start);
    CHECK(all(queue) == std::vector<SessionId>{6, 1, 5, 2, 4, 3});
    // 6 was served first, 3 last. Networks with a hash go behind a new one, and then by turns.
    for (const SessionId session : {13U, 11U, 16U, 7U})
        add(session, start + 59min);
    CHECK(all(queue, start + 59min) == std::vector<SessionId>{7, 16, 11, 13});
    // An hour after their first hash, all but 7 count as new.
    for (const SessionId session : {17U, 23U, 22U, 21U})
        add(session, start + 60min);
    CHECK(all(queue, start + 60min) == std::vector<SessionId>{21, 17, 22, 23});
}

TEST_CASE("a network that left without a turn goes behind those that wait") {
    const Limits limits;
    HashQueue queue(limits);
    for (SessionId session = 1; session <= 3; ++session)
        CHECK_FALSE(queue.add(session, v4(session << 16), start));
    queue.remove(1);
    queue.remove(99); // doesn't wait
    CHECK_FALSE(queue.add(4, v4(1 << 16), start));
    CHECK(queue.size() == 3);
    CHECK(all(queue) == std::vector<SessionId>{4, 2, 3});
    CHECK_FALSE(queue.pop());
    CHECK_FALSE(queue.add(5, v4(1), start));
    CHECK(queue.pop() == SessionId{5});
    CHECK(queue.size() == 0);
}

TEST_CASE("the hashes of an address aren't forgotten, however many others come") {
    const Limits limits;
    HashQueue queue(limits);
    for (SessionId session = 1; session <= 2; ++session) {
        CHECK_FALSE(queue.add(session, v4(1), start));
        CHECK(queue.next(start) == session);
    }
    for (SessionId session = 1000; session < 1300; ++session) {
        CHECK_FALSE(queue.add(session, v4(session << 16), start));
        queue.remove(session);
    }
    CHECK_FALSE(queue.add(3, v4(2 << 16), start));
    CHECK_FALSE(queue.add(4, v4(1), start)); // newer, which would give it the turn
    CHECK(queue.next(start) == SessionId{3});
}

TEST_CASE("too many passwords wait: the newest of the network with most is refused") {
    Limits limits;
    limits.waiting_passwords = 8;
    limits.waiting_passwords_per_address = 3;
    HashQueue queue(limits);
    const auto add = [&](SessionId session, const Address& from) {
        return queue.add(session, from, start);
    };
    for (SessionId session = 1; session <= 3; ++session)
        CHECK_FALSE(add(session, v4(1)));
    CHECK(add(4, v4(1)) == SessionId{4});
    CHECK_FALSE(add(5, v4(2)));
    CHECK_FALSE(add(6, v4(2)));
    CHECK_FALSE(add(7, v4(9 << 16)));
    CHECK_FALSE(add(8, v4(9 << 16)));
    CHECK_FALSE(add(9, v6(1)));
    CHECK(add(10, v6(2)) == SessionId{3}); // 1 and 2 are in one /16, and 1 has more of it
    CHECK(add(11, v4(3)) == SessionId{6});
    queue.remove(5);
    CHECK_FALSE(add(12, v6(3)));
    CHECK(queue.size() == 8);
    limits.waiting_passwords_per_address = 0;
    CHECK(add(13, v4(1)) == SessionId{13});
    limits.waiting_passwords = 100;
    for (SessionId session = 14; session <= 50; ++session)
        CHECK_FALSE(add(session, v4(1)));
}

TEST_CASE("of networks with equally many, the one with most hashes is refused, then the newest") {
    Limits limits;
    limits.waiting_passwords = 4;
    HashQueue queue(limits);
    const auto add = [&](SessionId session, Time now) {
        return queue.add(session, v4((session % 10) << 16), now);
    };
    for (const SessionId session : {1U, 2U, 1U}) { // two hashes of network 1
        CHECK_FALSE(add(session, start));
        CHECK(queue.next(start) == session);
    }
    for (const SessionId session : {2U, 1U, 3U, 4U})
        CHECK_FALSE(add(session, start));
    CHECK(add(5, start) == SessionId{1});
    CHECK(add(6, start) == SessionId{2});
    CHECK(add(7, start) == SessionId{7});        // all are new
    CHECK(add(13, start + 2h) == SessionId{13}); // its network has two
}

TEST_CASE("by default, every connection can wait") {
    const Limits limits;
    CHECK(limits.waiting_passwords >= static_cast<std::size_t>(limits.connections));
}

} // namespace jaipur::server::core
