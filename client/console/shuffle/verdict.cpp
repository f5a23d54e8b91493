// How the verifier judges a finished match: everything it has seen against the proof.
#include "client/console/shuffle/verifier.hpp"

#include <algorithm>

namespace jaipur::client::shuffle {

namespace {

bool was_followed_to_its_end(const protocol::SeenRound& round) {
    return round.result.has_value();
}

std::string rounds(std::size_t count) {
    return count == 1 ? "the one round" : "all " + std::to_string(count) + " rounds";
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
    const std::string passed_over = " was skipped";
    for (std::size_t i = 0; i + 1 < results.size(); ++i)
        if (!is_by_play(results[i].reason))
            return "round " + std::to_string(i + 1) + passed_over;
    std::size_t before = 0;
    for (const protocol::SeenRound& round : seen) {
        const std::string name = "round " + std::to_string(round.number);
        if (round.number <= before)
            return name + " was dealt out of order";
        if (round.number > results.size())
            return name + " was dealt but doesn't count";
        if (was_cut_short(round) && round.number < results.size())
            return name + passed_over;
        before = round.number;
    }
    return {};
}

} // namespace

void Verifier::report_mismatch(const std::string& what) {
    if (verdict_.status == ShuffleVerdict::Status::Mismatch)
        return;
    verdict_ = {ShuffleVerdict::Status::Mismatch,
                "THE SHUFFLE WAS NOT FAIR: " + what + ". DO NOT TRUST THIS SERVER!"};
}

void Verifier::judge(const protocol::View& view) {
    if (!view.result || !view.result->proof) {
        report_mismatch("the server gave no proof");
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
        return "its proof contradicts itself (" + wrong + ")";
    const protocol::Commitments& proven = proof.commitments;
    if (proven.match != fair_.match)
        return "its proof is for a different match";
    if (proven.server != fair_.server_commit)
        return "the server had committed to a different shuffle";
    if (fair_.seat_commits && *fair_.seat_commits != proven.seats)
        return "its proof doesn't have the players' commitments that were on the table";
    if (seat_ && fair_.nonce && proof.nonces[*seat_] != fair_.nonce)
        return "your own secret number is not in its proof";
    return rounds_mismatch(proof);
}

std::string Verifier::rounds_mismatch(const protocol::Proof& proof) const {
    for (const protocol::SeenRound& round : rounds_) {
        const std::string in_round = "in round " + std::to_string(round.number) + ", ";
        const auto* start = start_of(round.events);
        if (round.number == 1 && start && fair_.opening.kind != Opening::Kind::Unknown) {
            const Seat starter = fair_.opening.kind == Opening::Kind::Drawn
                                     ? protocol::draw_starter(proof.server_seed, proof.transcript)
                                     : fair_.opening.starter;
            if (start->starter != starter)
                return in_round + "the wrong player started";
        }
        if (const std::string wrong = round_mismatch(round, proof); !wrong.empty())
            return in_round + wrong;
    }
    return {};
}

std::string Verifier::verified_text(const protocol::Proof& proof, std::size_t rounds_played) const {
    const auto seen = static_cast<std::size_t>(
        std::count_if(rounds_.begin(), rounds_.end(), was_followed_to_its_end));
    const bool all_seen = seen >= rounds_played;
    const bool own_part = seat_ && fair_.nonce;
    const bool table_seen = fair_.seat_commits.has_value();

    std::string words = own_part && table_seen && all_seen ? "The shuffle was fair: "
                                                           : "The shuffle matches its proof: ";
    if (own_part)
        words += "your secret number is in it, and ";
    if (all_seen)
        words += rounds(rounds_played) + " went exactly as the proof says.";
    else if (seen == 0)
        words +=
            "but no round was seen from its first card to its last, so only the proof was checked.";
    else
        words += "everything seen went as the proof says, but that was " + std::to_string(seen) +
                 " of " + std::to_string(rounds_played) + " rounds from first card to last.";

    const bool somebody = proof.nonces[Seat::Zero] || proof.nonces[Seat::One];
    if (!somebody)
        words += " No player contributed to it: the server alone chose the cards.";
    else if (!own_part)
        words += seat_ ? " As far as is known, it contains no secret number of this program."
                       : " This program only watched and didn't contribute.";
    if (!table_seen && somebody)
        words += " The players had committed before it could watch.";
    if (fair_.opening.kind == Opening::Kind::Unknown)
        words += " This program wasn't there when the match was agreed on, so it couldn't check "
                 "who had to start.";
    return words;
}

} // namespace jaipur::client::shuffle
