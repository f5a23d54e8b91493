// Rounds, seals and the end of a match.
#include "common/match.hpp"

#include "common/scoring.hpp"

#include <cassert>

namespace jaipur {
namespace {

void finish(Match& match, std::optional<Seat> winner, EndReason reason, Events& events) {
    match.phase = Phase::MatchOver;
    match.result = MatchResult{winner, reason};
    events.push_back(MatchEnded{winner, reason});
}

// Scores a round that ended by the rules: its winner gets a seal, which may end the match (R18).
void count_round(Match& match, Events& events) {
    const RoundResult& round = match.results.emplace_back(score(match.state));
    events.push_back(RoundEnded{match.round, round.reason, round.winner});
    if (round.winner && ++match.seals[*round.winner] == match.seals_to_win)
        finish(match, round.winner, EndReason::Seals, events);
    else if (match.round == max_rounds)
        finish(match, std::nullopt, EndReason::Abandoned, events);
    else
        match.phase = Phase::RoundOver;
}

} // namespace

Event start_round(Match& match, const Deal& deal, Seat starter) {
    assert(match.phase == Phase::Waiting || match.phase == Phase::RoundOver);
    match.phase = Phase::Playing;
    ++match.round;
    match.state = set_up(deal, starter);
    return RoundStarted{match.round, starter};
}

Seat next_starter(const Match& match) {
    assert(match.phase == Phase::RoundOver);
    if (const auto winner = match.results.back().winner)
        return other(*winner);         // R5
    return other(match.state.starter); // R17
}

Result<Events, Refusal> play(Match& match, Seat seat, const Action& action) {
    if (match.phase != Phase::Playing)
        return Refusal{RuleError::NotPlaying, {}};
    const auto event = apply(match.state, seat, action);
    if (!event)
        return event.error();
    ++match.ply;
    Events events{*event};
    if (match.state.ended)
        count_round(match, events);
    return events;
}

Events end_match(Match& match, EndReason reason, std::optional<Seat> winner) {
    assert(match.phase == Phase::Playing || match.phase == Phase::RoundOver);
    Events events;
    if (match.phase == Phase::Playing) {
        match.results.push_back(score_cut_short(match.state, reason));
        events.push_back(RoundEnded{match.round, reason, std::nullopt});
    }
    finish(match, winner, reason, events);
    return events;
}

Seat rematch_starter(const Match& finished) {
    assert(finished.phase == Phase::MatchOver && finished.result);
    if (const auto winner = finished.result->winner)
        return other(*winner);
    return other(finished.state.starter);
}

} // namespace jaipur
