// How the verifier judges a finished match: everything it has seen against the proof.
#include "client/console/shuffle/verifier.hpp"
#include "client/console/translation.hpp"

#include <algorithm>

namespace jaipur::client::shuffle {

namespace {

bool was_followed_to_its_end(const protocol::SeenRound& round) {
    return round.result.has_value();
}

bool was_cut_short(const protocol::SeenRound& round) {
    return std::any_of(round.events.begin(), round.events.end(), [](const auto& event) {
        const auto* end = std::get_if<RoundEnded>(&event);
        return end && !is_by_play(end->reason);
    });
}

// What is wrong with the order of the rounds; empty: nothing. Every round must be dealt and counted
// in turn, and a round cut short must end the match. Otherwise a server could discard deals until
// it likes one. Rounds may be missing if the connection was lost.
std::string order_mismatch(const std::vector<protocol::SeenRound>& seen,
                           const std::vector<RoundResult>& results) {
    for (std::size_t i = 0; i + 1 < results.size(); ++i)
        if (!is_by_play(results[i].reason))
            return _("round {0} was skipped", i + 1);
    std::size_t before = 0;
    for (const protocol::SeenRound& round : seen) {
        if (round.number <= before)
            return _("round {0} was dealt out of order", round.number);
        if (round.number > results.size())
            return _("round {0} was dealt but doesn't count", round.number);
        if (was_cut_short(round) && round.number < results.size())
            return _("round {0} was skipped", round.number);
        before = round.number;
    }
    return {};
}

} // namespace

void Verifier::report_mismatch(const std::string& what) {
    if (verdict_.status == ShuffleVerdict::Status::Mismatch)
        return;
    verdict_ = {ShuffleVerdict::Status::Mismatch,
                _("THE SHUFFLE WAS NOT FAIR: {0}. DO NOT TRUST THIS SERVER!", what)};
}

void Verifier::judge(const protocol::View& view) {
    if (!view.result || !view.result->proof) {
        report_mismatch(_("the server gave no proof"));
        return;
    }
    const protocol::Proof& proof = *view.result->proof;
    if (const std::string wrong = proof_mismatch(proof); !wrong.empty())
        report_mismatch(wrong);
    else if (const std::string skipped = order_mismatch(rounds_, view.result->rounds);
             !skipped.empty())
        report_mismatch(skipped);
    else
        verdict_ = {ShuffleVerdict::Status::Verified,
                    verified_text(proof, view.result->rounds.size())};
}

std::string Verifier::proof_mismatch(const protocol::Proof& proof) const {
    if (const std::string wrong = protocol::mismatch(proof); !wrong.empty())
        return _("its proof contradicts itself ({0})", wrong);
    const protocol::Commitments& proven = proof.commitments;
    if (proven.match != fair_.match)
        return _("its proof is for a different match");
    if (proven.server != fair_.server_commit)
        return _("the server had committed to a different shuffle");
    if (fair_.seat_commits && *fair_.seat_commits != proven.seats)
        return _("its proof doesn't have the players' commitments that were on the table");
    if (seat_ && fair_.nonce && proof.nonces[*seat_] != fair_.nonce)
        return _("your own secret number is not in its proof");
    return rounds_mismatch(proof);
}

std::string Verifier::rounds_mismatch(const protocol::Proof& proof) const {
    for (const protocol::SeenRound& round : rounds_) {
        const auto in_round = [&](const std::string& wrong) {
            return _("in round {0}, {1}", round.number, wrong);
        };
        const auto* start = start_of(round.events);
        if (round.number == 1 && start && fair_.opening.kind != Opening::Kind::Unknown) {
            const Seat starter = fair_.opening.kind == Opening::Kind::Drawn
                                     ? protocol::draw_starter(proof.server_seed, proof.transcript)
                                     : fair_.opening.starter;
            if (start->starter != starter)
                return in_round(_("the wrong player started"));
        }
        if (const std::string wrong = round_mismatch(round, proof); !wrong.empty())
            return in_round(wrong);
    }
    return {};
}

namespace {

// How the rounds went; follows a colon.
std::string rounds_in_words(std::size_t seen, std::size_t played) {
    if (seen >= played)
        return played == 1 ? _("the one round went exactly as the proof says.")
                           : n_("{0} round went exactly as the proof says.",
                                "all {0} rounds went exactly as the proof says.", played);
    if (seen == 0)
        return _("but no round was seen from its first card to its last, so only the proof was "
                 "checked.");
    return _(
        "everything seen went as the proof says, but that was {0} of {1} rounds from first card "
        "to last.",
        seen, played);
}

} // namespace

std::string Verifier::verified_text(const protocol::Proof& proof, std::size_t rounds_played) const {
    const auto seen = static_cast<std::size_t>(
        std::count_if(rounds_.begin(), rounds_.end(), was_followed_to_its_end));
    const bool own_part = seat_ && fair_.nonce;
    const bool table_seen = fair_.seat_commits.has_value();
    const std::string rounds = rounds_in_words(seen, rounds_played);

    std::string words =
        !own_part ? _("The shuffle matches its proof: {0}", rounds)
        : table_seen && seen >= rounds_played
            ? _("The shuffle was fair: your secret number is in it, and {0}", rounds)
            : _("The shuffle matches its proof: your secret number is in it, and {0}", rounds);
    const auto add = [&](const std::string& more) { words += " " + more; };

    const bool somebody = proof.nonces[Seat::Zero] || proof.nonces[Seat::One];
    if (!somebody)
        add(_("No player contributed to it: the server alone chose the cards."));
    else if (!own_part)
        add(seat_ ? _("As far as is known, it contains no secret number of this program.")
                  : _("This program only watched and didn't contribute."));
    if (!table_seen && somebody)
        add(_("The players had committed before it could watch."));
    if (fair_.opening.kind == Opening::Kind::Unknown)
        add(_(
            "This program wasn't there when the match was agreed on, so it couldn't check who had "
            "to start."));
    return words;
}

} // namespace jaipur::client::shuffle
