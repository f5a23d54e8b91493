// Replays with one fault each, which must be found and named.
#include "protocol/verify.hpp"
#include "tests/support/replays.hpp"
#include "tests/support/text.hpp"

#include <doctest/doctest.h>

#include <functional>
#include <string>
#include <utility>
#include <vector>

using namespace jaipur;
using namespace jaipur::protocol;
using test::rich_replay;

namespace {

template <class Bytes>
void flip(Bytes& bytes) {
    bytes[bytes.size() / 2] ^= 1;
}

struct Spoilt {
    const char* what;
    const char* fault; // a part of its text
    std::function<void(Replay&)> spoil;
};

const std::vector<Spoilt>& spoilt_heads() {
    static const std::vector<Spoilt> all{
        {"room: too short", "room code", [](Replay& r) { r.room = "K7QX2"; }},
        {"room: a letter that none has", "room code", [](Replay& r) { r.room[0] = 'I'; }},
        {"room: small letters", "room code", [](Replay& r) { r.room[0] = 'k'; }},
        {"match", "a different match", [](Replay& r) { flip(r.match); }},
        {"name: empty", "name of seat 0", [](Replay& r) { r.names[Seat::Zero].clear(); }},
        {"name: too long", "name of seat 1",
         [](Replay& r) { r.names[Seat::One] = std::string(21, 'x'); }},
        {"name: control", "name of seat 1", [](Replay& r) { r.names[Seat::One] = "\x1b[2J"; }},
        {"name: C1", "name of seat 0", [](Replay& r) { r.names[Seat::Zero] = "a\xC2\x9B"; }},
        {"option: delay small", "option delay", [](Replay& r) { r.options.delay = 1; }},
        {"option: delay large", "option delay", [](Replay& r) { r.options.delay = 21; }},
        {"option: seals none", "option seals", [](Replay& r) { r.options.seals = 0; }},
        {"option: seals many", "option seals", [](Replay& r) { r.options.seals = 4; }},
        {"option: seals beyond a byte", "option seals", [](Replay& r) { r.options.seals = 259; }},
        {"option: fewer seals", "after the end", [](Replay& r) { r.options.seals = 1; }},
        {"option: grace none", "option grace", [](Replay& r) { r.options.grace = 0; }},
        {"option: grace large", "option grace", [](Replay& r) { r.options.grace = 3601; }},
        {"option: clock none", "initial time",
         [](Replay& r) { r.options.clock = ClockOptions{0, 0}; }},
        {"option: clock increment", "increment",
         [](Replay& r) { r.options.clock = ClockOptions{1, 301}; }},
        {"starter", "not_your_turn", [](Replay& r) { r.starter = other(r.starter); }},
        {"proof: version", "version", [](Replay& r) { r.proof.version = "jaipur-fair-2"; }},
        {"proof: params", "parameters", [](Replay& r) { r.proof.params += " "; }},
        {"proof: match", "a different match", [](Replay& r) { flip(r.proof.commitments.match); }},
        {"proof: match and replay", "doesn't match its commitment",
         [](Replay& r) {
             flip(r.match);
             flip(r.proof.commitments.match);
         }},
        {"proof: server's commitment", "server's seed",
         [](Replay& r) { flip(r.proof.commitments.server); }},
        {"proof: server's seed", "server's seed", [](Replay& r) { flip(r.proof.server_seed); }},
        {"proof: commitment", "nonce of seat 0 doesn't match",
         [](Replay& r) { flip(*r.proof.commitments.seats[Seat::Zero]); }},
        {"proof: nonce", "nonce of seat 1 doesn't match",
         [](Replay& r) { flip(*r.proof.nonces[Seat::One]); }},
        {"proof: nonce missing", "nonce of seat 1 is missing",
         [](Replay& r) { r.proof.nonces[Seat::One].reset(); }},
        {"proof: commitment missing", "seat 0 revealed a nonce without a commitment",
         [](Replay& r) { r.proof.commitments.seats[Seat::Zero].reset(); }},
        {"proof: a contribution gone", "table doesn't match",
         [](Replay& r) {
             r.proof.nonces[Seat::One].reset();
             r.proof.commitments.seats[Seat::One].reset();
         }},
        {"proof: the same commitment twice", "same commitment",
         [](Replay& r) {
             r.proof.commitments.seats[Seat::One] = r.proof.commitments.seats[Seat::Zero];
             r.proof.nonces[Seat::One] = r.proof.nonces[Seat::Zero];
         }},
        {"proof: seats swapped", "nonce of seat 0 doesn't match",
         [](Replay& r) {
             std::swap(r.proof.commitments.seats[Seat::Zero], r.proof.commitments.seats[Seat::One]);
             std::swap(r.proof.nonces[Seat::Zero], r.proof.nonces[Seat::One]);
         }},
        {"proof: table", "table doesn't match", [](Replay& r) { flip(r.proof.transcript); }},
    };
    return all;
}

const std::vector<Spoilt>& spoilt_actions() {
    static const std::vector<Spoilt> all{
        {"ply of an action", "is numbered ply", [](Replay& r) { r.actions[3].ply = 4; }},
        {"ply beyond all", "is numbered ply",
         [](Replay& r) { r.actions.back().ply = 4'000'000'000u; }},
        {"plies from one", "is numbered ply",
         [](Replay& r) {
             for (auto& step : r.actions)
                 ++step.ply;
         }},
        {"seat of an action", "not_your_turn",
         [](Replay& r) { r.actions[2].seat = other(r.actions[2].seat); }},
        {"action: a camel taken alone", "not_in_market (R6)",
         [](Replay& r) { r.actions[0].action = Take{Card::Camel}; }},
        {"action: an exchange of nothing", "exchange_too_small (R8)",
         [](Replay& r) { r.actions[5].action = Exchange{}; }},
        {"action: a sale of nothing", "sale_too_small (R11)",
         [](Replay& r) { r.actions[1].action = Sell{Good::Cloth, 0}; }},
        {"action: a sale beyond any hand", "not_in_hand (R11)",
         [](Replay& r) { r.actions[1].action = Sell{Good::Cloth, 255}; }},
        {"action missing at the front", "is numbered ply",
         [](Replay& r) { r.actions.erase(r.actions.begin()); }},
        {"action missing in the middle", "is numbered ply",
         [](Replay& r) { r.actions.erase(r.actions.begin() + 4); }},
        {"last action missing", "actions are missing", [](Replay& r) { r.actions.pop_back(); }},
        {"all actions missing", "actions are missing", [](Replay& r) { r.actions.clear(); }},
        {"action twice", "is numbered ply",
         [](Replay& r) { r.actions.insert(r.actions.begin() + 2, r.actions[2]); }},
        {"actions swapped", "is numbered ply",
         [](Replay& r) { std::swap(r.actions[6], r.actions[7]); }},
        {"an action after the end", "after the end of the match: 1",
         [](Replay& r) {
             Replay::Step step = r.actions.back();
             ++step.ply;
             r.actions.push_back(step);
         }},
        {"time running back", "earlier than the previous action",
         [](Replay& r) { r.actions[9].at = r.actions[8].at - 1; }},
        {"time before all times", "an invalid time", [](Replay& r) { r.actions[0].at = -1; }},
    };
    return all;
}

const std::vector<Spoilt>& spoilt_results() {
    static const std::vector<Spoilt> all{
        {"round's reason", "how it ended",
         [](Replay& r) {
             auto& reason = r.rounds[0].reason;
             reason = reason == EndReason::Deck ? EndReason::Tokens : EndReason::Deck;
         }},
        {"round's winner", "round 1, winner",
         [](Replay& r) { r.rounds[0].winner = other(*r.rounds[0].winner); }},
        {"round drawn", "round 1, winner", [](Replay& r) { r.rounds[0].winner.reset(); }},
        {"camel token of the other", "camel token",
         [](Replay& r) { r.rounds[0].camel_token = other(*r.rounds[0].camel_token); }},
        {"no camel token", "camel token", [](Replay& r) { r.rounds[0].camel_token.reset(); }},
        {"rupees", "seat 0, rupees",
         [](Replay& r) { r.rounds[0].traders[Seat::Zero].rupees += 1; }},
        {"negative rupees", "seat 1, rupees",
         [](Replay& r) { r.rounds[0].traders[Seat::One].rupees = -5; }},
        {"goods tokens", "seat 1, goods tokens",
         [](Replay& r) { r.rounds[0].traders[Seat::One].goods_tokens ^= 1; }},
        {"bonus tokens", "seat 0, bonus tokens",
         [](Replay& r) { r.rounds[0].traders[Seat::Zero].bonus_tokens -= 1; }},
        {"herd", "camels in the herd",
         [](Replay& r) { r.rounds[1].traders[Seat::Zero].herd ^= 1; }},
        {"hand", "leather left in the hand",
         [](Replay& r) { r.rounds[1].traders[Seat::One].hand[Good::Leather] ^= 1; }},
        {"last round, rupees", "rupees",
         [](Replay& r) { r.rounds.back().traders[Seat::One].rupees += 10; }},
        {"round missing", "rounds that have ended", [](Replay& r) { r.rounds.pop_back(); }},
        {"round more", "rounds that have ended",
         [](Replay& r) { r.rounds.push_back(r.rounds[0]); }},
        {"rounds swapped", "round 1", [](Replay& r) { std::swap(r.rounds[0], r.rounds[1]); }},
        {"winner", "winner of the match",
         [](Replay& r) { r.result.winner = other(*r.result.winner); }},
        {"no winner", "winner of the match", [](Replay& r) { r.result.winner.reset(); }},
        {"reason", "how the match ended", [](Replay& r) { r.result.reason = EndReason::Resigned; }},
    };
    return all;
}

void check_all_found(const std::vector<Spoilt>& all) {
    const Replay honest = rich_replay();
    REQUIRE(verify(honest).is_consistent());
    REQUIRE(honest.rounds.size() > 2);
    for (const Spoilt& spoilt : all) {
        CAPTURE(spoilt.what);
        Replay replay = honest;
        spoilt.spoil(replay);
        REQUIRE_FALSE(replay == honest);
        const std::string found = test::lines(verify(replay).faults);
        CAPTURE(found);
        CHECK(found.find(spoilt.fault) != std::string::npos);
    }
}

} // namespace

TEST_CASE("every fault planted in a replay's head and proof is found and named") {
    check_all_found(spoilt_heads());
}

TEST_CASE("every fault planted in a replay's actions is found and named") {
    check_all_found(spoilt_actions());
}

TEST_CASE("every fault planted in a replay's results is found and named") {
    check_all_found(spoilt_results());
}
