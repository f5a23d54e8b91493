#include "server/core/chance.hpp"
#include "tests/server/core/world.hpp"

#include <doctest/doctest.h>

#include <map>

using namespace jaipur::server::core;

TEST_CASE("every letter of a room code is equally likely") {
    jaipur::server::core::test::Random random(3);
    const Entropy entropy = [&random](std::span<std::uint8_t> bytes) {
        for (auto& byte : bytes)
            byte = static_cast<std::uint8_t>(random.next());
    };
    std::map<char, int> seen;
    constexpr int codes = 32000;
    for (int i = 0; i < codes; ++i) {
        const RoomCode code = draw_code(entropy);
        REQUIRE(code.size() == jaipur::protocol::room_code_length);
        for (char c : code)
            ++seen[c];
    }
    REQUIRE(seen.size() == jaipur::protocol::room_code_alphabet.size());
    const double expected = codes * double{jaipur::protocol::room_code_length} /
                            double{jaipur::protocol::room_code_alphabet.size()};
    double chi_square = 0;
    for (const auto& [letter, count] : seen) {
        CHECK(jaipur::protocol::room_code_alphabet.find(letter) != std::string_view::npos);
        chi_square += (count - expected) * (count - expected) / expected;
    }
    CHECK(chi_square < 61.1); // 31 degrees of freedom, one in a thousand
}

TEST_CASE("match id, seed and token are drawn independently") {
    std::uint8_t next = 0;
    const Entropy entropy = [&next](std::span<std::uint8_t> bytes) {
        for (auto& byte : bytes)
            byte = next++;
    };
    const FreshMatch fresh = draw_match(entropy);
    CHECK(fresh.match.front() == 0);
    CHECK(fresh.server_seed.front() == 16);
    CHECK(draw<Token>(entropy).front() == 48);
}
