// The verifier against lying servers: it detects every falsification of what real clients received.
#include "tests/client/shuffle/transcripts.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <functional>

namespace jaipur::client::test {

using namespace shuffle;

namespace {

Card another(Card card) {
    return card == Card::Leather ? Card::Cloth : Card::Leather;
}

// Changes each place in a transcript that concerns the shuffle, one at a time; returns how many
// there were.
using Change = std::function<bool(protocol::View&, std::size_t n)>; // false: no n-th place here

int check_each_place(const Transcript& transcript, const Change& change) {
    int places = 0;
    for (std::size_t i = 0; i < transcript.heard.size(); i += 7)
        for (std::size_t n = 0;; ++n) {
            bool changed = false;
            const auto verdict = judge_falsified(transcript, [&](Heard& heard) {
                if (auto* view = view_at(heard[i]))
                    changed = change(*view, n);
            });
            if (!changed)
                break;
            ++places;
            CAPTURE(i);
            CAPTURE(n);
            CHECK(verdict.status == Status::Mismatch);
        }
    return places;
}

bool change_refill(protocol::View& view, std::size_t n) {
    for (auto& event : view.events) {
        FixedVector<Card, market_size>* refill = nullptr;
        if (auto* took = std::get_if<Took>(&event))
            refill = &took->refill;
        if (auto* camels = std::get_if<TookCamels>(&event))
            refill = &camels->refill;
        if (refill && n < refill->size()) {
            (*refill)[n] = another((*refill)[n]);
            return true;
        }
        n -= refill ? refill->size() : 0;
    }
    return false;
}

bool change_market(protocol::View& view, std::size_t n) {
    if (n >= view.market.size() || !view.market[n])
        return false;
    view.market[n] = another(*view.market[n]);
    return true;
}

bool change_hand(protocol::View& view, std::size_t n) {
    if (n >= 2 || view.market.empty() || !view.players.values[n].hand)
        return false;
    GoodCounts& hand = *view.players.values[n].hand;
    const Good from = hand[Good::Leather] > 0 ? Good::Leather : Good::Cloth;
    if (hand[from] == 0) // neither leather nor cloth: adds a cloth
        ++hand[from];
    else {
        --hand[from];
        ++hand[Good::Diamond];
    }
    return true;
}

bool change_herd(protocol::View& view, std::size_t n) {
    if (n >= 2 || view.market.empty() || !view.players.values[n].herd)
        return false;
    ++*view.players.values[n].herd;
    return true;
}

bool change_bonus(protocol::View& view, std::size_t n) {
    for (auto& trader : view.players.values)
        for (auto& token : trader.bonus_tokens)
            if (token.value && n-- == 0) {
                ++*token.value;
                return true;
            }
    return false;
}

bool change_deck(protocol::View& view, std::size_t n) {
    if (n > 0 || view.market.empty())
        return false;
    ++view.deck;
    return true;
}

Heard::iterator deal_of_first_round(Heard& heard) {
    return std::ranges::find_if(heard, [](protocol::ServerMessage& message) {
        const auto* view = view_at(message);
        return view && view->phase == Phase::Playing;
    });
}

// Messages of a server that deals round 1, dislikes it, and continues with round 2.
void pass_over_first_round(Heard& heard) {
    const protocol::Proof proof = proof_in(heard);
    const auto deck = protocol::shuffle_round(proof.server_seed, proof.transcript, 1).deck;
    RoundResult result{EndReason::Abandoned, std::nullopt, std::nullopt, {}};
    for (std::size_t i = 0; i < 10; ++i) {
        TraderResult& trader = result.traders[i < 5 ? Seat::Zero : Seat::One];
        if (const auto good = good_of(deck[i]))
            ++trader.hand[*good];
        else
            ++trader.herd;
    }
    protocol::View end = *view_at(*deal_of_first_round(heard));
    std::erase_if(heard, [first = true](protocol::ServerMessage& message) mutable {
        const auto* view = view_at(message);
        return view && view->round == 1 && view->phase != Phase::Waiting &&
               !std::exchange(first, false);
    });
    end.events = {RoundEnded{1, EndReason::Abandoned, std::nullopt}};
    heard.insert(std::next(deal_of_first_round(heard)), end);
    for (auto& message : heard)
        if (auto* view = view_at(message); view && view->result)
            view->result->rounds[0] = result;
}

} // namespace

TEST_CASE("every falsified card, count and bonus is found") {
    for (const Transcript* transcript :
         {&recorded().host, &recorded().spectator, &recorded().open_spectator}) {
        CHECK(check_each_place(*transcript, change_refill) > 3);
        CHECK(check_each_place(*transcript, change_market) > 20);
        CHECK(check_each_place(*transcript, change_deck) > 5);
    }
    CHECK(check_each_place(recorded().host, change_hand) > 5);
    CHECK(check_each_place(recorded().host, change_herd) > 5);
    CHECK(check_each_place(recorded().open_spectator, change_hand) > 10);
    int bonuses = 0;
    for (const Transcript* transcript : {&recorded().guest, &recorded().open_spectator})
        bonuses += check_each_place(*transcript, change_bonus);
    CHECK(bonuses > 0);
}

TEST_CASE("a starter the shuffle did not draw is found") {
    for (const Transcript* transcript : {&recorded().host, &recorded().guest}) {
        const auto verdict = judge_falsified(*transcript, [](Heard& heard) {
            for (auto& message : heard)
                if (auto* view = view_at(message))
                    for (auto& event : view->events)
                        if (auto* start = std::get_if<RoundStarted>(&event))
                            start->starter = other(start->starter);
        });
        CHECK(verdict.status == Status::Mismatch);
        CHECK(verdict.text.find("the wrong player started") != std::string::npos);
    }
}

TEST_CASE("a discarded round is found") {
    for (const Transcript* transcript : {&recorded().host, &recorded().spectator}) {
        const auto passed_over = judge_falsified(*transcript, pass_over_first_round);
        CHECK(passed_over.status == Status::Mismatch);
        CHECK(passed_over.text.find("round 1 was skipped") != std::string::npos);

        const auto twice = judge_falsified(*transcript, [](Heard& heard) {
            const auto deal = deal_of_first_round(heard);
            heard.insert(deal, *deal);
        });
        CHECK(twice.status == Status::Mismatch);

        const auto uncounted = judge_falsified(*transcript, [](Heard& heard) {
            protocol::View& end = last_view(heard);
            const auto round = static_cast<std::uint8_t>(end.result->rounds.size() + 1);
            end.events.emplace_back(RoundStarted{round, Seat::Zero});
            end.events.emplace_back(RoundEnded{round, EndReason::Abandoned, std::nullopt});
        });
        CHECK(uncounted.status == Status::Mismatch);
    }
}

TEST_CASE("a round with two numbers is found") {
    for (const Transcript* transcript : {&recorded().host, &recorded().spectator}) {
        const auto verdict = judge_falsified(*transcript, [](Heard& heard) {
            for (auto& message : heard)
                if (auto* view = view_at(message))
                    view->round = static_cast<std::uint8_t>(view->round + 1);
        });
        CHECK(verdict.status == Status::Mismatch);
        CHECK(verdict.text.find("by a different number") != std::string::npos);
    }
}

TEST_CASE("everything revealed at the end of a round is checked") {
    for (const Seat seat : all_seats) {
        CHECK(judge_falsified(recorded().spectator, [&](Heard& heard) {
                  for (auto& message : heard)
                      if (auto* view = view_at(message); view && view->result)
                          ++view->result->rounds[0].traders[seat].herd;
              }).status == Status::Mismatch);
        CHECK(judge_falsified(recorded().spectator, [&](Heard& heard) {
                  for (auto& message : heard)
                      if (auto* view = view_at(message); view && view->result)
                          ++view->result->rounds[0].traders[seat].hand[Good::Gold];
              }).status == Status::Mismatch);
    }
    CHECK(judge_falsified(recorded().host,
                          [](Heard& heard) { // told differently later
                              ++last_view(heard).result->rounds[0].traders[Seat::Zero].herd;
                          })
              .status == Status::Mismatch);
}

TEST_CASE("every part of a proof is checked") {
    using Falsify = void (*)(protocol::Proof&);
    const Falsify parts[] = {
        [](protocol::Proof& proof) { proof.server_seed[31] ^= 1; },
        [](protocol::Proof& proof) { proof.transcript[0] ^= 1; },
        [](protocol::Proof& proof) { proof.commitments.match[0] ^= 1; },
        [](protocol::Proof& proof) { proof.commitments.server[0] ^= 1; },
        [](protocol::Proof& proof) { (*proof.commitments.seats[Seat::Zero])[0] ^= 1; },
        [](protocol::Proof& proof) { (*proof.commitments.seats[Seat::One])[0] ^= 1; },
        [](protocol::Proof& proof) { (*proof.nonces[Seat::Zero])[0] ^= 1; },
        [](protocol::Proof& proof) { (*proof.nonces[Seat::One])[0] ^= 1; },
        [](protocol::Proof& proof) { proof.nonces[Seat::One].reset(); },
        [](protocol::Proof& proof) { proof.commitments.seats[Seat::One].reset(); },
        [](protocol::Proof& proof) { proof.version = "jaipur-fair-0"; },
        [](protocol::Proof& proof) { proof.params += ";b6=1"; },
        [](protocol::Proof& proof) { // consistent in itself, but with another seed
            proof.server_seed.fill(9);
            proof.commitments.server =
                protocol::server_commit(proof.commitments.match, proof.server_seed);
            for (const Seat seat : all_seats)
                proof.commitments.seats[seat] = protocol::seat_commit(
                    proof.commitments.match, proof.commitments.server, seat, *proof.nonces[seat]);
            proof.transcript = protocol::transcript_hash(proof.commitments, proof.nonces);
        },
        [](protocol::Proof& proof) { // consistent in itself, but with another opponent's secret
            proof.nonces[Seat::One]->fill(7);
            proof.commitments.seats[Seat::One] =
                protocol::seat_commit(proof.commitments.match, proof.commitments.server, Seat::One,
                                      *proof.nonces[Seat::One]);
            proof.transcript = protocol::transcript_hash(proof.commitments, proof.nonces);
        },
        [](protocol::Proof& proof) { // consistent in itself, but nobody took part
            proof.nonces = {};
            proof.commitments.seats = {};
            proof.transcript = protocol::transcript_hash(proof.commitments, proof.nonces);
        },
    };
    for (const Transcript* transcript : {&recorded().host, &recorded().spectator})
        for (const Falsify falsify : parts) {
            CAPTURE(&falsify - parts);
            const auto verdict =
                judge_falsified(*transcript, [&](Heard& heard) { falsify(proof_in(heard)); });
            CHECK(verdict.status == Status::Mismatch);
            CHECK(verdict.text.find("THE SHUFFLE WAS NOT FAIR: ") == 0);
        }
    const auto verdict = judge_falsified(
        recorded().host, [](Heard& heard) { last_view(heard).result->proof.reset(); });
    CHECK(verdict.status == Status::Mismatch);
    CHECK(verdict.text.find("no proof") != std::string::npos);
}

TEST_CASE("wrong commitments are refused before anything is revealed") {
    using Falsify = void (*)(protocol::Commitments&);
    const Falsify parts[] = {
        [](protocol::Commitments& table) { table.match[0] ^= 1; },
        [](protocol::Commitments& table) { table.server[0] ^= 1; },
        [](protocol::Commitments& table) { (*table.seats[Seat::Zero])[0] ^= 1; },
        [](protocol::Commitments& table) { table.seats[Seat::Zero].reset(); },
        [](protocol::Commitments& table) { table.seats[Seat::One] = table.seats[Seat::Zero]; },
    };
    for (const Falsify falsify : parts) {
        CAPTURE(&falsify - parts);
        Verifier verifier;
        verifier.enter(Verifier::Entrance::SatDown, Seat::Zero);
        protocol::RoomInfo room;
        room.fair.match.fill(1);
        room.fair.server_commit.fill(2);
        room.players[Seat::Zero].emplace();
        room.players[Seat::One].emplace();
        verifier.saw(room);
        protocol::Secret nonce;
        nonce.fill(3);
        protocol::Commitments table{room.fair.match, room.fair.server_commit, {}};
        table.seats[Seat::Zero] = verifier.commit(nonce);
        table.seats[Seat::One].emplace().fill(4);
        protocol::Commitments good = table;
        falsify(table);
        CHECK_FALSE(verifier.saw(table).empty());
        CHECK(verifier.verdict().status == Status::Mismatch);

        Verifier content;
        content.enter(Verifier::Entrance::SatDown, Seat::Zero);
        content.saw(room);
        content.commit(nonce);
        CHECK(content.saw(good).empty());
        CHECK(content.verdict().status == Status::Committed);
        CHECK(content.saw(good).empty()); // sent again after a resume
        protocol::Commitments changed = good;
        (*changed.seats[Seat::One])[0] ^= 1;
        CHECK_FALSE(content.saw(changed).empty());
    }
}

TEST_CASE("a server commitment that changes in the middle of a match is found") {
    const auto verdict = judge_falsified(recorded().spectator, [](Heard& heard) {
        bool first = true;
        for (auto& message : heard)
            if (auto* room = std::get_if<protocol::RoomInfo>(&message))
                if (!std::exchange(first, false))
                    room->fair.server_commit[5] ^= 1;
    });
    CHECK(verdict.status == Status::Mismatch);
}

} // namespace jaipur::client::test
