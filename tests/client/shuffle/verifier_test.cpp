// The verifier on what real clients received in real matches, whole or in part.
#include "tests/client/shuffle/transcripts.hpp"

#include <doctest/doctest.h>

namespace jaipur::client::test {

using namespace shuffle;

TEST_CASE("real proofs verify for every viewer") {
    CHECK(judge(recorded().host).text ==
          judge(recorded().guest).text); // players see different things and agree
    for (const Transcript* transcript : {&recorded().host, &recorded().guest}) {
        const auto verdict = judge(*transcript);
        CHECK(verdict.status == Status::Verified);
        CHECK(verdict.text.find("The shuffle was fair: your secret number is in it, and all ") ==
              0);
    }
    for (const Transcript* transcript : {&recorded().spectator, &recorded().open_spectator}) {
        const auto verdict = judge(*transcript);
        CHECK(verdict.status == Status::Verified);
        CHECK(verdict.text.find("The shuffle matches its proof: all ") == 0);
        CHECK(verdict.text.find("didn't contribute") != std::string::npos);
    }
}

TEST_CASE("many matches verify") {
    for (std::uint64_t seed = 100; seed < 102; ++seed) {
        const Recorded some = record(seed);
        CAPTURE(seed);
        for (const Transcript* transcript :
             {&some.host, &some.guest, &some.spectator, &some.open_spectator})
            CHECK(judge(*transcript).status == Status::Verified);
    }
}

TEST_CASE("a late spectator says so and does not call the shuffle fair") {
    Transcript late = recorded().spectator;
    // From the middle of the first round on, without what a newcomer is told of it.
    std::size_t views = 0;
    Heard rest;
    for (auto& message : late.heard) {
        views += view_at(message) ? 1u : 0u;
        if (views > 5 || std::holds_alternative<protocol::RoomInfo>(message))
            rest.push_back(message);
    }
    late.heard = rest;
    const auto verdict = judge(late);
    CHECK(verdict.status == Status::Verified);
    CHECK(verdict.text.find("was fair") == std::string::npos);
    CHECK(verdict.text.find("rounds from first card to last") != std::string::npos);

    Transcript only_the_end = recorded().spectator;
    Heard end;
    for (auto& message : only_the_end.heard) // the last room and the last view
        if (std::holds_alternative<protocol::RoomInfo>(message))
            end = {message};
    end.emplace_back(last_view(only_the_end.heard));
    last_view(end).events.clear();
    only_the_end.heard = end;
    const auto nothing = judge(only_the_end);
    CHECK(nothing.status == Status::Verified);
    CHECK(nothing.text.find("no round was seen") != std::string::npos);
}

TEST_CASE("a round that changes after a disconnect is found") {
    const Transcript& transcript = recorded().host;
    Verifier verifier;
    verifier.enter(Verifier::Entrance::SatDown, transcript.seat);
    std::vector<protocol::ObservedEvent> events;
    protocol::View last;
    int views = 0;
    for (const protocol::ServerMessage& message : transcript.heard) {
        if (const auto* room = std::get_if<protocol::RoomInfo>(&message))
            verifier.saw(*room);
        const auto* view = std::get_if<protocol::View>(&message);
        if (!view || views > 8)
            continue;
        verifier.saw(*view, views++ == 0 ? Verifier::Telling::WholeRound
                                         : Verifier::Telling::SinceLastView);
        events.insert(events.end(), view->events.begin(), view->events.end());
        last = *view;
    }
    last.events = events;
    Verifier same = verifier;
    same.reconnected();
    same.saw(last, Verifier::Telling::WholeRound);
    CHECK(same.verdict().status != Status::Mismatch);

    Verifier different = verifier;
    different.reconnected();
    last.events.pop_back();
    different.saw(last, Verifier::Telling::WholeRound);
    CHECK(different.verdict().status == Status::Mismatch);
}

TEST_CASE("a match without players' secrets says who chose the cards") {
    Network network(30);
    Couple couple = sit_down(network, undecided());
    const auto ready = [&] { // like a client that doesn't know the shuffle
        couple.host->session.request(protocol::Ready{});
        couple.guest->session.request(protocol::Ready{});
        network.settle();
    };
    do {
        ready();
        play_round(network, couple);
    } while (couple.host->view().phase == Phase::RoundOver);
    const auto& verdict = couple.host->model().shuffle;
    CHECK(verdict.status == Status::Verified);
    CHECK(verdict.text.find("was fair") == std::string::npos);
    CHECK(verdict.text.find("the server alone chose the cards") != std::string::npos);
}

TEST_CASE("an endless round cannot fill the verifier's memory") {
    Verifier verifier;
    verifier.enter(Verifier::Entrance::Late, std::nullopt);
    protocol::RoomInfo room;
    room.fair.match.fill(1);
    verifier.saw(room);
    protocol::View view;
    view.match = room.fair.match;
    view.phase = Phase::Playing;
    view.round = 1;
    view.events = {RoundStarted{1, Seat::Zero}};
    verifier.saw(view, Verifier::Telling::WholeRound);
    view.events.assign(1000, TookCamels{Seat::Zero, 1, {}});
    for (int i = 0; i < 100; ++i)
        verifier.saw(view, Verifier::Telling::SinceLastView);
    CHECK(verifier.verdict().status == Status::Unknown);
    view.phase = Phase::MatchOver;
    verifier.saw(view, Verifier::Telling::SinceLastView);
    CHECK(verifier.verdict().status == Status::Mismatch); // no proof
}

} // namespace jaipur::client::test
