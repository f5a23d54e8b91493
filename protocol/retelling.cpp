#include "protocol/retelling.hpp"

#include "common/rules.hpp"
#include "common/state.hpp"

#include <cstdint>

namespace jaipur::protocol {

namespace {

class Teller {
  public:
    Teller(const Replay& replay, const std::function<void(const Change&)>& each)
        : replay_(replay), each_(each) {
        retelling_.match.seals_to_win = static_cast<std::uint8_t>(replay.options.seals);
    }

    Retelling tell() {
        deal(); // every replay has at least one deal
        while (retelling_.played < replay_.actions.size() && match().phase != Phase::MatchOver)
            if (!act(replay_.actions[retelling_.played]))
                return std::move(retelling_);
        if (match().phase != Phase::MatchOver && is_from_outside(replay_.result.reason))
            cut_short();
        return std::move(retelling_);
    }

  private:
    Match& match() { return retelling_.match; }

    void deal() {
        const auto round = static_cast<std::uint8_t>(match().round + 1);
        const Seat starter = round == 1 ? replay_.starter : next_starter(match()); // R5, R17
        const Deal shuffle =
            shuffle_round(replay_.proof.server_seed, replay_.proof.transcript, round);
        happened(Events{start_round(match(), shuffle, starter)}, nullptr);
    }

    bool act(const Replay::Step& step) {
        if (match().phase == Phase::RoundOver)
            deal();
        const auto events = play(match(), step.seat, step.action);
        if (!events) {
            retelling_.refusal = events.error();
            return false;
        }
        ++retelling_.played;
        happened(*events, &step);
        return true;
    }

    // If the replay has one more round, it was dealt, and nobody acted in it.
    void cut_short() {
        if (match().phase == Phase::RoundOver && replay_.rounds.size() > match().results.size())
            deal();
        retelling_.cut_short = match().phase;
        if (match().phase == Phase::Playing)
            retelling_.turn_when_cut = match().state.turn;
        happened(end_match(match(), replay_.result.reason, replay_.result.winner), nullptr);
    }

    void happened(const Events& events, const Replay::Step* step) {
        each_({match(), events, step});
    }

    const Replay& replay_;
    const std::function<void(const Change&)>& each_;
    Retelling retelling_;
};

} // namespace

Retelling retell(const Replay& replay, const std::function<void(const Change&)>& each) {
    return Teller(replay, each).tell();
}

} // namespace jaipur::protocol
