#include "server/core/hash_queue.hpp"

#include <doctest/doctest.h>

#include <map>
#include <vector>

namespace jaipur::server::core {

namespace {

Address v4(std::uint64_t number) {
    return {Address::Kind::V4, number};
}

Address v6(std::uint64_t network) {
    return {Address::Kind::V6, network};
}

std::vector<SessionId> all(HashQueue& queue) {
    std::vector<SessionId> sessions;
    while (const auto next = queue.next())
        sessions.push_back(*next);
    return sessions;
}

} // namespace

TEST_CASE("networks take turns, in them their parts, in an address its sessions") {
    const Limits limits;
    HashQueue queue(limits);
    const Address house = v6(0x20010db8'00010001), next_door = v6(0x20010db8'00010002),
                  town = v6(0x20010db8'00020000), elsewhere = v6(0x20010db9'00000000);
    for (SessionId session = 1; session <= 3; ++session)
        CHECK_FALSE(queue.add(session, house));
    CHECK_FALSE(queue.add(4, next_door));
    CHECK_FALSE(queue.add(5, town));
    CHECK_FALSE(queue.add(6, elsewhere));
    CHECK_FALSE(queue.add(7, v4(1)));
    CHECK_FALSE(queue.add(8, {})); // programs on this machine count, too
    CHECK(all(queue) == std::vector<SessionId>{1, 6, 7, 8, 5, 4, 2, 3});
    CHECK(queue.size() == 0);

    // IPv6 by /32 and /48, IPv4 by /16 and /24.
    const auto turns = [&](const Address& own, const Address& near, const Address& far) {
        SessionId session = 0;
        for (const Address& from : {own, own, near, far})
            CHECK_FALSE(queue.add(++session, from));
        return all(queue);
    };
    const std::vector<SessionId> by_network{1, 4, 3, 2};
    CHECK(turns(v6(0x20010db8'00010001), v6(0x20010db8'80010001), v6(0x20010db9'00010001)) ==
          by_network);
    CHECK(turns(v6(0x20010db8'00010001), v6(0x20010db8'00018001), v6(0x20010db8'00020001)) ==
          by_network);
    CHECK(turns(v4(0x01020304), v4(0x01028304), v4(0x01030304)) == by_network);
    CHECK(turns(v4(0x01020304), v4(0x01020384), v4(0x01020404)) == by_network);
}

TEST_CASE("a network that comes back goes behind those that wait") {
    const Limits limits;
    HashQueue queue(limits);
    for (SessionId session = 1; session <= 4; ++session)
        CHECK_FALSE(queue.add(session, v4(session << 16)));
    CHECK(queue.next() == SessionId{1});
    CHECK_FALSE(queue.add(5, v4(1 << 16)));
    CHECK(all(queue) == std::vector<SessionId>{2, 3, 4, 5});
    CHECK_FALSE(queue.add(6, v4(6 << 16)));
    CHECK_FALSE(queue.add(7, v4(2 << 16))); // served before, but that is forgotten
    CHECK(all(queue) == std::vector<SessionId>{6, 7});
}

TEST_CASE("too many passwords wait: the newest of the network with most is refused") {
    Limits limits;
    limits.waiting_passwords = 8;
    limits.waiting_passwords_per_address = 3;
    HashQueue queue(limits);
    for (SessionId session = 1; session <= 3; ++session)
        CHECK_FALSE(queue.add(session, v4(1)));
    CHECK(queue.add(4, v4(1)) == SessionId{4});
    CHECK_FALSE(queue.add(5, v4(2)));
    CHECK_FALSE(queue.add(6, v4(2)));
    CHECK_FALSE(queue.add(7, v4(9 << 16)));
    CHECK_FALSE(queue.add(8, v4(9 << 16)));
    CHECK_FALSE(queue.add(9, v6(1)));
    CHECK(queue.add(10, v6(2)) == SessionId{3}); // 1 and 2 are in one /16, and 1 has more of it
    CHECK(queue.add(11, v4(3)) == SessionId{6});
    queue.remove(5);
    queue.remove(99); // doesn't wait
    CHECK_FALSE(queue.add(12, v6(3)));
    CHECK(queue.size() == 8);
    limits.waiting_passwords_per_address = 0;
    CHECK(queue.add(13, v4(1)) == SessionId{13});
    limits.waiting_passwords = 100;
    for (SessionId session = 14; session <= 50; ++session)
        CHECK_FALSE(queue.add(session, v4(1)));
}

TEST_CASE("however many wait, a network that has none waits for one of each other network") {
    const Limits limits;
    HashQueue queue(limits);
    std::map<SessionId, int> refused;
    for (SessionId session = 1; session <= 10000; ++session)
        if (const auto one = queue.add(session, v4((session % 5) << 16 | session)))
            ++refused[*one];
    CHECK(queue.size() == 256);
    CHECK(refused.size() == 10000 - 256);
    CHECK_FALSE(queue.add(20000, v6(7)).value_or(0) == 20000);
    int before = 0;
    while (queue.next() != SessionId{20000})
        ++before;
    CHECK(before == 5);
}

TEST_CASE("suspects share every other turn, and of networks with equally many, they give way") {
    Limits limits;
    limits.waiting_passwords = 4;
    HashQueue queue(limits);
    const auto is_suspect = [](const Address& from) { return from.network >= 100 << 16; };
    for (SessionId session = 101; session <= 104; ++session)
        CHECK_FALSE(queue.add(session, v4(session << 16), is_suspect));
    CHECK(queue.add(1, v4(1 << 16), is_suspect) == SessionId{104}); // each network has one
    CHECK(queue.add(2, v4(2 << 16), is_suspect) == SessionId{103});
    CHECK(queue.add(3, v4(1 << 16 | 1), is_suspect) == SessionId{3}); // its network has two
    for (const SessionId session : {1U, 101U, 2U, 102U})
        CHECK(queue.next(is_suspect) == session);
}

} // namespace jaipur::server::core
