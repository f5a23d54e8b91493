// P24: how many hashes a friend waits for, whatever strangers send. Strangers send their next
// password at the moment when an earlier one is hashed.
#include "server/core/hash_queue.hpp"
#include "tests/support/proof.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace jaipur::server::core {

namespace {

using namespace std::chrono_literals;

constexpr milliseconds hash{40};
constexpr SessionId guest{1};
constexpr std::uint64_t strangers = 300; // networks
constexpr int few = 3;                   // one that has begun, one more, and the friend's

using InNetwork = Address (*)(std::uint64_t);

Address slash_16(std::uint64_t i) { // spread over all /8s
    return {Address::Kind::V4, (i % 200) << 24 | (i / 200) << 16 | 1};
}

Address in_slash_8(std::uint64_t i) {
    return {Address::Kind::V4, std::uint64_t{10} << 24 | i << 16 | 1};
}

Address in_slash_32(std::uint64_t i) {
    return {Address::Kind::V6, std::uint64_t{0x20010db8} << 32 | i};
}

Address in_slash_20(std::uint64_t i) {
    return {Address::Kind::V6, std::uint64_t{0x2a000} << 44 | i << 32};
}

enum class Then : std::uint8_t { Leave, SendAgain };

class Crowd {
  public:
    explicit Crowd(Then then) : then_(then) {}

    void send(const Address& from) {
        from_[++last_] = from;
        CHECK_MESSAGE(!queue_.add(last_, from, now_), "somebody was refused");
    }

    void send(InNetwork network, std::uint64_t first, std::uint64_t end) {
        for (std::uint64_t i = first; i < end; ++i)
            send(network(i));
    }

    // Hashes one password: whose?
    std::optional<SessionId> hash_one() {
        const auto session = queue_.next(now_);
        now_ += hash;
        if (session && session != guest && then_ == Then::SendAgain)
            send(from_.at(*session));
        return session;
    }

    void hash_for(milliseconds time) {
        for (const Time end = now_ + time; now_ < end;)
            hash_one();
    }

    // A friend comes, and `then` something else does. How many hashes until the friend's is ready?
    // One has just begun.
    int wait_of(const Address& from, const std::function<void()>& then = [] {}) {
        CHECK_MESSAGE(!queue_.add(guest, from, now_), "the friend was refused");
        then();
        int hashes = 2;
        while (hash_one() != guest)
            ++hashes;
        return hashes;
    }

  private:
    const Limits limits_;
    HashQueue queue_{limits_};
    Then then_;
    Time now_{1000h};
    SessionId last_ = guest;
    std::unordered_map<SessionId, Address> from_;
};

// Each from another network that nobody else uses.
Address one_friend(std::uint64_t number) {
    return {Address::Kind::V4, std::uint64_t{220} << 24 | number << 16};
}

int longest(int one, int other) {
    return std::max(one, other);
}

} // namespace

TEST_CASE("P24: a friend waits for three hashes after any number of networks sent a password") {
    int most = 0;
    for (const InNetwork network : {slash_16, in_slash_8, in_slash_32, in_slash_20})
        for (const std::uint64_t all : {1U, 256U, 300U, 5000U}) {
            Crowd crowd(Then::Leave);
            crowd.send(network, 0, all);
            for (std::uint64_t i = 0; i < 15; ++i)
                most = longest(most, crowd.wait_of(one_friend(i)));
        }
    CHECK(most == few);
    jaipur::test::proved("P24", "a full queue of passwords",
                         "a friend waited for at most 3 of up to 5,000 hashes, 240 times");
}

TEST_CASE("P24: a friend waits for three hashes while strangers send passwords again and again") {
    const std::chrono::seconds much(jaipur::test::quick_or_long(600, 3600));
    int most = 0;
    for (const InNetwork network : {slash_16, in_slash_8, in_slash_32, in_slash_20})
        for (const int at_once : {1, 5}) {
            Crowd crowd(Then::SendAgain);
            for (int i = 0; i < at_once; ++i)
                crowd.send(network, 0, strangers);
            std::uint64_t number = 0;
            for (const milliseconds time : {0s, 1s, 5s, 15s, 60s, much, 30s}) {
                crowd.hash_for(time);
                most = longest(most, crowd.wait_of(one_friend(++number)));
            }
        }
    CHECK(most == few);
}

TEST_CASE("P24: at worst a friend waits for one hash of each network, and then not for an hour") {
    int most = 0;
    for (std::uint64_t before = 0; before <= strangers; before += 10) {
        Crowd crowd(Then::SendAgain);
        crowd.send(slash_16, 0, before);
        const auto others = [&] { crowd.send(slash_16, before, strangers); };
        most = longest(most, crowd.wait_of(one_friend(0), others));
        crowd.hash_for(hash * strangers);
        CHECK(crowd.wait_of(one_friend(1)) <= few);
        CHECK(crowd.wait_of(one_friend(1)) <= few + 1); // mistyped, or a second friend
    }
    CHECK(most <= static_cast<int>(strangers) + few);
    CHECK(most >= 290);
}

TEST_CASE("P24: a friend in one of the strangers' networks waits for four hashes of each at most") {
    Crowd crowd(Then::SendAgain);
    crowd.send(slash_16, 0, strangers);
    crowd.hash_for(600s);
    int most = 0;
    for (std::uint64_t i = 0; i < 20; ++i) {
        const Address stranger = slash_16(i * 37 % strangers);
        most = longest(most, crowd.wait_of({stranger.kind, stranger.network + 0x100}));
        crowd.hash_for(i * 1300ms);
    }
    CHECK(most > few);
    CHECK(most <= 4 * static_cast<int>(strangers));
}

} // namespace jaipur::server::core
