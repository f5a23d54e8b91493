#include "protocol/verify.hpp"

#include "protocol/retelling.hpp"
#include "protocol/text.hpp"

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <utility>

namespace jaipur::protocol {

namespace {

std::string number(std::int64_t value) {
    return std::to_string(value);
}

std::string text_of(std::optional<Seat> seat) {
    return !seat ? "nobody" : *seat == Seat::Zero ? "seat 0" : "seat 1";
}

std::string text_of(EndReason reason) {
    return std::string(name(reason));
}

class Judge {
  public:
    explicit Judge(const Replay& replay) : replay_(replay) {}

    Verification judge() {
        check_head();
        check_options();
        check_proof();
        check_order();
        const Retelling told = retell(replay_, [](const Change&) {});
        found_.actions = told.played;
        found_.rounds = told.match.round;
        if (told.refusal)
            object(
                action_at(told.played) + " is refused as " +
                std::string(name(error_code(told.refusal->error))) +
                (told.refusal->rule.empty() ? "" : " (" + std::string(told.refusal->rule) + ")") +
                "; nothing after it could be checked");
        check_rounds(told);
        if (!told.refusal)
            check_end(told);
        return std::move(found_);
    }

  private:
    void object(std::string fault) {
        if (found_.faults.size() < most_faults)
            found_.faults.push_back(std::move(fault));
        else
            ++found_.more_faults;
    }

    void require(bool fits, std::string_view fault) {
        if (!fits)
            object(std::string(fault));
    }

    // `due`: by the rules; `told`: by the replay.
    void compare(const std::string& what, const std::string& due, const std::string& told) {
        if (due != told)
            object(what + ": " + due + " by the rules, " + told + " by the replay");
    }

    void require_range(std::string_view what, int value, Bounds bounds) {
        if (!bounds.hold(value))
            object(std::string(what) + " is " + number(value) + ", but must be " +
                   number(bounds.min) + " to " + number(bounds.max));
    }

    // "action 13 (ply 12)": people count from one.
    static std::string action_at(std::size_t index) {
        return "action " + std::to_string(index + 1) + " (ply " + std::to_string(index) + ")";
    }

    void check_head() {
        require(room_code(replay_.room) == replay_.room, "invalid room code");
        require(replay_.match == replay_.proof.commitments.match,
                "the proof belongs to a different match");
        for (const Seat seat : all_seats)
            require(is_name(replay_.names[seat]),
                    "the name of " + text_of(seat) + " is not a valid player name");
    }

    void check_options() {
        const RoomOptions& options = replay_.options;
        require_range("the option delay", options.delay, delay_bounds);
        require_range("the option seals", options.seals, seals_bounds);
        require_range("the option grace", options.grace, grace_bounds);
        if (options.clock) {
            require_range("the clock's initial time", options.clock->initial, clock_initial_bounds);
            require_range("the clock's increment", options.clock->increment,
                          clock_increment_bounds);
        }
    }

    void check_proof() {
        for (std::string& wrong : mismatches(replay_.proof))
            object(std::move(wrong));
        for (const Seat seat : all_seats)
            found_.contributed[seat] = replay_.proof.commitments.seats[seat].has_value();
        found_.starter_drawn =
            draw_starter(replay_.proof.server_seed, replay_.proof.transcript) == replay_.starter;
    }

    void check_order() {
        std::int64_t before = 0;
        for (std::size_t i = 0; i < replay_.actions.size(); ++i) {
            const Replay::Step& step = replay_.actions[i];
            if (step.ply != i)
                object(action_at(i) + " is numbered ply " + number(step.ply));
            if (step.at < before)
                object(action_at(i) + (step.at < 0 ? " has an invalid time"
                                                   : " is earlier than the previous action"));
            before = std::max(before, step.at);
        }
    }

    void check_trader(const std::string& where, const TraderResult& due, const TraderResult& told) {
        compare(where + "rupees", number(due.rupees), number(told.rupees));
        compare(where + "goods tokens", number(due.goods_tokens), number(told.goods_tokens));
        compare(where + "bonus tokens", number(due.bonus_tokens), number(told.bonus_tokens));
        compare(where + "camels in the herd", number(due.herd), number(told.herd));
        for (const Good good : all_goods)
            compare(where + std::string(name(good)) + " left in the hand", number(due.hand[good]),
                    number(told.hand[good]));
    }

    void check_rounds(const Retelling& told) {
        const std::vector<RoundResult>& due = told.match.results;
        const std::size_t both = std::min(due.size(), replay_.rounds.size());
        for (std::size_t i = 0; i < both; ++i) {
            const RoundResult& round = replay_.rounds[i];
            const std::string where = "round " + std::to_string(i + 1) + ", ";
            compare(where + "how it ended", text_of(due[i].reason), text_of(round.reason));
            compare(where + "winner", text_of(due[i].winner), text_of(round.winner));
            compare(where + "camel token", text_of(due[i].camel_token), text_of(round.camel_token));
            for (const Seat seat : all_seats)
                check_trader(where + text_of(seat) + ", ", due[i].traders[seat],
                             round.traders[seat]);
        }
        if (!told.refusal)
            compare("rounds that have ended", std::to_string(due.size()),
                    std::to_string(replay_.rounds.size()));
    }

    void check_end(const Retelling& told) {
        const std::size_t left = replay_.actions.size() - told.played;
        if (left > 0)
            object("actions after the end of the match: " + std::to_string(left));
        if (!told.match.result) {
            object("the match isn't over after its last action, so actions are missing");
            return;
        }
        const MatchResult& due = *told.match.result;
        compare("how the match ended", text_of(due.reason), text_of(replay_.result.reason));
        compare("winner of the match", text_of(due.winner), text_of(replay_.result.winner));
        if (told.cut_short)
            check_cut(told);
    }

    // An end outside the rules can't be proven, but it must be possible.
    void check_cut(const Retelling& told) {
        const MatchResult& end = replay_.result;
        if (end.reason == EndReason::Abandoned)
            return require(!end.winner, "an abandoned match can't have a winner");
        if (!end.winner)
            return object("the match must have a winner, but the replay names none");
        if (end.reason != EndReason::Timeout)
            return;
        require(replay_.options.clock.has_value(), "time ran out in a match without a clock");
        require(told.cut_short == Phase::Playing, "time ran out between two rounds");
        require(told.turn_when_cut != end.winner, "the player who timed out was not to move");
    }

    const Replay& replay_;
    Verification found_;
};

} // namespace

Verification verify(const Replay& replay) {
    return Judge(replay).judge();
}

} // namespace jaipur::protocol
