// The proofs of two servers: what is accepted, and everything else.
#include "server/relay/handshake.hpp"

#include <doctest/doctest.h>

#include <string>
#include <variant>

using namespace jaipur::server;
using namespace jaipur::server::relay;
using From = core::Address::Kind;

namespace {

const std::string secret(40, 's');

Nonce nonce(std::uint8_t first) {
    Nonce nonce{};
    nonce[0] = first;
    return nonce;
}

Introduction a_client() {
    return {"entry", "owner",
            Client{{From::V4, 0xC0000201},
                   7,
                   std::chrono::milliseconds(1500),
                   std::chrono::milliseconds(35),
                   std::chrono::seconds(4),
                   true}};
}

Introduction a_question() {
    WhoHas question{WhoHas::What::Key, {}};
    question.hash[3] = 9;
    return {"entry", "owner", question};
}

Distrust distrust(const std::variant<Introduction, Distrust>& checked) {
    REQUIRE(std::holds_alternative<Distrust>(checked));
    return std::get<Distrust>(checked);
}

} // namespace

TEST_CASE("two servers with the same secret understand each other") {
    for (const Introduction& said :
         {a_client(), a_question(), Introduction{"x", "y", Client{{From::V6, ~std::uint64_t{0}}}},
          Introduction{"x", "y", Client{{From::ThisMachine, 1}}}})
        for (const bool found : {false, true}) {
            const auto first = challenge(nonce(1));
            const auto second = introduce(first, said, nonce(2), secret);
            REQUIRE(second);
            CHECK(second->find(secret) == std::string::npos);
            const auto heard = check(*second, first, secret);
            REQUIRE(std::holds_alternative<Introduction>(heard));
            CHECK(std::get<Introduction>(heard) == said);
            const auto third = welcome(*second, first, secret, found);
            const auto accepted = accept(third, *second, first, secret);
            REQUIRE(accepted);
            CHECK(accepted->found == found);
        }
}

TEST_CASE("another secret proves nothing, to neither side") {
    const std::string other(40, 'o');
    const auto first = challenge(nonce(1));
    const auto second = introduce(first, a_client(), nonce(2), other);
    REQUIRE(second);
    CHECK(distrust(check(*second, first, secret)) == Distrust::WrongProof);
    CHECK_FALSE(accept(welcome(*second, first, secret), *second, first, other));
}

TEST_CASE("what was recorded is of no use in another connection") {
    const auto first = challenge(nonce(1));
    const auto second = introduce(first, a_client(), nonce(2), secret);
    CHECK(distrust(check(*second, challenge(nonce(3)), secret)) == Distrust::WrongProof);
    const auto third = welcome(*second, first, secret);
    const auto other = introduce(first, a_client(), nonce(4), secret);
    CHECK_FALSE(accept(third, *other, first, secret));
    // Neither does a message stand for one of the other direction.
    CHECK_FALSE(accept(*second, *second, first, secret));
    CHECK(distrust(check(third, first, secret)) == Distrust::WrongProof);
}

TEST_CASE("no byte of a message can be changed") {
    const auto first = challenge(nonce(1));
    const auto second = introduce(first, a_client(), nonce(2), secret);
    const auto third = welcome(*second, first, secret);
    for (std::size_t at = 0; at < second->size(); ++at) {
        auto changed = *second;
        changed[at] = changed[at] == 'A' ? 'B' : 'A';
        CHECK(std::holds_alternative<Distrust>(check(changed, first, secret)));
    }
    for (std::size_t at = 0; at < third.size(); ++at) {
        auto changed = third;
        changed[at] = changed[at] == 'A' ? 'B' : 'A';
        CHECK_FALSE(accept(changed, *second, first, secret));
    }
    for (std::size_t size = 0; size < second->size(); ++size)
        CHECK(std::holds_alternative<Distrust>(check(second->substr(0, size), first, secret)));
}

TEST_CASE("garbage is not a challenge") {
    for (const std::string text :
         {"", "\n", "jaipur-relay 1 1", "jaipur-relay 1 1\n", "nonce x\n",
          "jaipur-relay 1\nnonce x\n", "jaipur-relay x y\nnonce x\n",
          "jaipur-relay 1 1\njaipur-relay 1 1\nnonce x\n", "HTTP/1.1 400 Bad Request\n\n"})
        CHECK_FALSE(introduce(text, a_client(), nonce(2), secret));
}

TEST_CASE("servers of different versions take the highest that both speak") {
    const auto speaks = [](Versions owner, Versions entry) {
        const auto first = challenge(nonce(1), owner);
        const auto second = introduce(first, a_client(), nonce(2), secret, entry);
        return second && std::holds_alternative<Introduction>(check(*second, first, secret, owner));
    };
    CHECK(speaks({1, 1}, {1, 3}));
    CHECK(speaks({1, 3}, {1, 1}));
    CHECK(speaks({2, 3}, {1, 2}));
    CHECK_FALSE(speaks({2, 3}, {1, 1}));
    CHECK_FALSE(speaks({1, 1}, {2, 3}));
    // Somebody who doesn't keep to that.
    const auto first = challenge(nonce(1), {1, 5});
    const auto second = introduce(first, a_client(), nonce(2), secret, {1, 5});
    CHECK(distrust(check(*second, first, secret, {1, 1})) == Distrust::WrongVersion);
}

TEST_CASE("a later version may add lines to its challenge") {
    const auto first = challenge(nonce(1)) + "more of it\n";
    const auto second = introduce(first, a_client(), nonce(2), secret);
    REQUIRE(second);
    CHECK(std::holds_alternative<Introduction>(check(*second, first, secret)));
}
