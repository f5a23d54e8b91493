#include "tests/support/replays.hpp"

#include "common/match.hpp"
#include "tests/support/players.hpp"
#include "tests/support/random.hpp"

#include <algorithm>
#include <stdexcept>

namespace jaipur::test {

namespace {

using protocol::Replay;

template <class Bytes>
Bytes random_bytes(Random& random) {
    Bytes bytes{};
    for (auto& byte : bytes)
        byte = static_cast<std::uint8_t>(random.below(256));
    return bytes;
}

// Each seat contributes in half of all matches.
protocol::Proof random_proof(Random& random) {
    protocol::Proof proof;
    proof.commitments.match = random_bytes<protocol::MatchId>(random);
    proof.server_seed = random_bytes<protocol::Secret>(random);
    const auto& match = proof.commitments.match;
    proof.commitments.server = protocol::server_commit(match, proof.server_seed);
    for (const Seat seat : all_seats) {
        if (random.one_in(2))
            continue;
        proof.nonces[seat] = random_bytes<protocol::Secret>(random);
        proof.commitments.seats[seat] =
            protocol::seat_commit(match, proof.commitments.server, seat, *proof.nonces[seat]);
    }
    proof.transcript = protocol::transcript_hash(proof.commitments, proof.nonces);
    return proof;
}

class Playing {
  public:
    Playing(std::uint64_t seed, Ending ending) : random_(seed), ending_(ending) {
        replay_.proof = random_proof(random_);
        replay_.match = replay_.proof.commitments.match;
        replay_.room = "K7QX2M";
        replay_.names = {{"Asha", "Ben"}};
        replay_.options.seals = static_cast<int>(1 + random_.below(3));
        if (ending == Ending::ResignedBetween || ending == Ending::ResignedAtOnce)
            replay_.options.seals = 3;
        if (ending == Ending::Timeout)
            replay_.options.clock = protocol::ClockOptions{300, 5};
        replay_.starter = random_.one_in(2) ? protocol::draw_starter(replay_.proof.server_seed,
                                                                     replay_.proof.transcript)
                                            : random_.pick(all_seats); // a rematch
        match_.seals_to_win = static_cast<std::uint8_t>(replay_.options.seals);
    }

    Replay play() {
        const std::size_t wanted = 5 + random_.below(25); // actions before it ends early
        while (match_.phase != Phase::MatchOver && !ends_now(wanted)) {
            if (match_.phase == Phase::Playing)
                act();
            else
                deal();
        }
        if (match_.phase != Phase::MatchOver)
            end();
        replay_.rounds = match_.results;
        replay_.result = *match_.result;
        return replay_;
    }

  private:
    void deal() {
        const auto round = static_cast<std::uint8_t>(match_.round + 1);
        const auto shuffle =
            protocol::shuffle_round(replay_.proof.server_seed, replay_.proof.transcript, round);
        start_round(match_, {shuffle.deck, shuffle.bonus3, shuffle.bonus4, shuffle.bonus5},
                    round == 1 ? replay_.starter : next_starter(match_));
        habit_ = random_.one_in(2) ? Habit::Sells : Habit::AnyKind;
        moved_ = false;
    }

    void act() {
        std::vector<Action> actions;
        legal_actions(match_.state, actions);
        const Seat seat = match_.state.turn;
        const Action action = shuffled(random_, choose(random_, actions, habit_));
        now_ += static_cast<std::int64_t>(random_.below(9000));
        replay_.actions.push_back({match_.ply, seat, action, now_});
        if (!jaipur::play(match_, seat, action))
            throw std::logic_error("a legal action was refused");
        moved_ = true;
    }

    bool ends_now(std::size_t wanted) const {
        switch (ending_) {
        case Ending::Seals:
            return false;
        case Ending::ResignedAtOnce:
            return match_.round > 1 && match_.phase == Phase::Playing && !moved_;
        case Ending::ResignedBetween:
            return match_.phase == Phase::RoundOver;
        default:
            return match_.phase == Phase::Playing && match_.ply >= wanted;
        }
    }

    void end() {
        const Seat winner = random_.pick(all_seats);
        if (ending_ == Ending::Timeout)
            end_match(match_, EndReason::Timeout, other(match_.state.turn));
        else if (ending_ == Ending::Claimed)
            end_match(match_, EndReason::Claimed, winner);
        else if (ending_ == Ending::Abandoned)
            end_match(match_, EndReason::Abandoned, std::nullopt);
        else
            end_match(match_, EndReason::Resigned, winner);
    }

    Random random_;
    Ending ending_;
    Replay replay_;
    Match match_;
    Habit habit_{};
    bool moved_ = false; // this round
    std::int64_t now_ = 1'763'640'000'000;
};

} // namespace

Replay played_replay(std::uint64_t seed, Ending ending) {
    return Playing(seed, ending).play();
}

Replay rich_replay() {
    for (std::uint64_t seed = 1;; ++seed) {
        Replay replay = played_replay(seed);
        if (replay.actions.size() > 200)
            continue;
        const bool bonus = replay.rounds[0].traders[Seat::Zero].bonus_tokens > 0;
        if (replay.options.seals == 3 && replay.proof.nonces[Seat::Zero] &&
            replay.proof.nonces[Seat::One] && bonus && replay.rounds[0].winner &&
            replay.rounds[0].camel_token)
            return replay;
    }
}

} // namespace jaipur::test
