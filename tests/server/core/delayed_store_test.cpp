// Store, then tell, over many random matches.
#include "common/rules.hpp"
#include "tests/server/core/world.hpp"
#include "tests/support/proof.hpp"

#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <vector>

using namespace jaipur;
using namespace jaipur::server::core;
using namespace jaipur::server::core::test;
using jaipur::test::asked_for;
using jaipur::test::grouped;
using jaipur::test::proved;
using protocol::Ready;

namespace {

// Everything that anyone was sent.
std::size_t heard_by_all(const World& world) {
    std::size_t heard = 0;
    for (const auto& [session, peer] : world.peers)
        heard += peer.heard.size();
    return heard;
}

} // namespace

TEST_CASE("P5 random matches with a delaying store: nothing is sent before it is stored") {
    const std::uint64_t matches = asked_for("JAIPUR_DELAYED_MATCHES", 300);
    std::uint64_t held = 0;
    for (std::uint64_t seed = 1; seed <= matches; ++seed) {
        CAPTURE(seed);
        World world(seed);
        protocol::CreateOptions options;
        options.seals = 1;
        options.spectators =
            seed % 2 == 0 ? protocol::SpectatorMode::Public : protocol::SpectatorMode::Open;
        if (seed % 4 == 1)
            options.delay = 4;
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
                world.answer_store(Stored::Durable); // checks everything sent now
            }
            REQUIRE(heard_by_all(world) > before);
        }
    }
    REQUIRE(held > 20 * matches);
    proved("P5", "delaying store",
           grouped(matches) + " matches, " + grouped(held) + " records held back");
}
