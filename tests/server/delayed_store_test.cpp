// Store, then tell, over many random matches.
#include "common/rules.hpp"
#include "tests/server/world.hpp"
#include "tests/support/proof.hpp"

#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <vector>

using namespace jaipur;
using namespace jaipur::server;
using namespace jaipur::server::test;
using protocol::Ready;

namespace {

// How many random matches P5 is tried on.
std::uint64_t matches_to_play() {
    const char* text = std::getenv("JAIPUR_DELAYED_MATCHES");
    return text ? std::strtoull(text, nullptr, 10) : 300;
}

// Everybody's ears, so to say.
std::size_t heard_by_all(const World& world) {
    std::size_t heard = 0;
    for (const auto& [session, peer] : world.peers)
        heard += peer.heard.size();
    return heard;
}

} // namespace

TEST_CASE("P5 random matches over a store that delays: nobody hears what it does not have") {
    std::uint64_t held = 0;
    for (std::uint64_t seed = 1; seed <= matches_to_play(); ++seed) {
        CAPTURE(seed);
        World world(seed);
        protocol::CreateOptions options;
        options.seals = 1;
        options.spectators =
            seed % 2 == 0 ? protocol::SpectatorMode::Public : protocol::SpectatorMode::Open;
        const Table2 table = sit_down(world, options);
        const SessionId watcher = world.connect();
        world.enter(watcher, protocol::Spectate{table.room, {}, {}});
        deal(world, table);
        world.mode = StoreMode::WhenTold;
        while (world.state(table.room).match.phase != Phase::MatchOver) {
            const Match& match = world.state(table.room).match;
            const auto before = heard_by_all(world);
            if (match.phase == Phase::RoundOver) { // a drawn round
                world.send(table.host, Ready{});
                world.send(table.guest, Ready{});
            } else {
                std::vector<Action> actions;
                legal_actions(match.state, actions);
                world.send(
                    table.at(match.state.turn),
                    protocol::Act{match.ply, actions[world.random.below(actions.size())], {}});
            }
            world.pass(milliseconds(world.random.below(50)));
            REQUIRE(heard_by_all(world) == before);
            while (!world.unstored.empty()) {
                ++held;
                world.answer_store(Stored::Durable); // looks at all that is told now
            }
            REQUIRE(heard_by_all(world) > before);
        }
    }
    REQUIRE(held > 20 * matches_to_play());
    jaipur::test::proved("P5", "delaying store",
                         std::to_string(matches_to_play()) + " matches, " + std::to_string(held) +
                             " records held back");
}
