// Seats that are kept: between programs, over crashes, and until their owner returns.
#include "client/console/session/session.hpp"
#include "protocol/codec.hpp"
#include "server/core/room/state.hpp"
#include "tests/client/network.hpp"

#include <doctest/doctest.h>

#include <algorithm>

namespace jaipur::client::test {

using State = ShuffleVerdict::Status;

TEST_CASE("what is asked before the server has let a player in again doesn't cost the seat") {
    Network network(16);
    Couple couple = sit_down(network);
    both_ready(network, couple);
    network.refuse([refused = false](const Client&, const std::string& text) mutable {
        const bool refuses = is<protocol::Resume>(text) && !std::exchange(refused, true);
        return refuses ? std::optional(protocol::ErrorCode::RateLimited) : std::nullopt;
    });
    network.cut(*couple.guest);
    network.pass(800ms);
    REQUIRE(couple.guest->model().link.state == LinkState::Online);
    CHECK_FALSE(couple.guest->model().joined);
    couple.guest->session.request(protocol::AskRematch{});
    network.settle();
    CHECK(couple.guest->told("You aren't in a room."));
    network.pass(5s);
    CHECK(couple.guest->model().joined);
    CHECK(couple.guest->model().room_code == couple.room);
}

TEST_CASE("kept seats whose match is over are known as such") {
    Network network(14);
    Couple couple = sit_down(network);
    both_ready(network, couple);
    couple.guest.reset(); // killed
    {
        auto again = network.client("somebody", "Ravi");
        network.settle();
        REQUIRE(again->model().kept.size() == 1);
        CHECK_FALSE(again->model().kept[0].over);
    }
    couple.host->session.request(protocol::Resign{});
    network.settle();
    auto again = network.client("somebody", "Ravi");
    network.settle();
    REQUIRE(again->model().kept.size() == 1);
    CHECK(again->model().kept[0].over);
    CHECK(seats_to_offer(again->model()).empty());
    CHECK_FALSE(kept_seat(again->model(), std::nullopt));
    CHECK(kept_seat(again->model(), couple.room)); // for a rematch
    CHECK_FALSE(again->model().checks_kept);
}

TEST_CASE("the user is told how to come back, at the table and in the menu") {
    for (const bool leave_first : {false, true})
        for (const bool plain : {false, true}) {
            CAPTURE(leave_first);
            CAPTURE(plain);
            Network network(51);
            Couple couple = sit_down(network);
            both_ready(network, couple);
            if (leave_first)
                couple.host->session.request(protocol::LeaveRoom{});
            network.settle();
            CHECK(couple.host->model().room_code.has_value() != leave_first);
            if (plain)
                couple.host->session.use_plain_mode();
            couple.host->session.quit();
            network.settle();
            CHECK(couple.host->session.ended());
            CHECK(couple.host->session.farewell() ==
                  "Your seat in room " + couple.room +
                      " is kept. To return, run: jaipur-client --server example:7777 resume" +
                      (plain ? " --plain" : ""));
        }
    // Of a seat that was given up nothing is said, nor of one that was forgotten.
    Network network(52);
    Couple couple = sit_down(network);
    both_ready(network, couple);
    couple.host->session.request(protocol::LeaveRoom{});
    network.settle();
    REQUIRE(couple.host->model().kept.size() == 1);
    couple.host->session.forget(KeptSeat(couple.host->model().kept[0]));
    couple.host->session.quit();
    CHECK(couple.host->session.farewell().empty());
}

TEST_CASE("after a crash the seat is offered, resumed, and the shuffle still judged in full") {
    Network network(10);
    Couple couple = sit_down(network);
    both_ready(network, couple);
    for (int i = 0; i < 5; ++i)
        play_one(network, couple);
    couple.guest.reset(); // no farewell
    network.settle();
    CHECK(couple.host->told("Ravi is away"));

    couple.guest = network.client("somebody", "Ravi");
    REQUIRE(couple.guest->model().kept.size() == 1);
    const KeptSeat kept = couple.guest->model().kept[0];
    CHECK(kept == KeptSeat{couple.room, Seat::One, "Ravi", kept.token});
    couple.guest->session.resume(kept);
    network.settle();
    CHECK(couple.guest->model().room_code == couple.room);
    CHECK(couple.guest->model().name == "Ravi");
    CHECK(couple.guest->model().kept.empty());
    CHECK(couple.host->told("Ravi is back"));
    play_round(network, couple);
    while (couple.host->view().phase == Phase::RoundOver) {
        both_ready(network, couple);
        play_round(network, couple);
    }
    CHECK(couple.guest->model().shuffle.status == State::Verified);
    CHECK(couple.guest->model().shuffle.text.find("The shuffle was fair: ") == 0);
}

TEST_CASE("a crash between commit and reveal voids nothing") {
    Network network(11);
    Couple couple = sit_down(network, undecided());
    couple.guest->session.ready();
    network.settle();
    bool lost = false;
    network.to_server = [&](Client& client, std::string text) -> std::optional<std::string> {
        if (&client != couple.guest.get() || !is<protocol::Reveal>(text) ||
            std::exchange(lost, true))
            return text;
        return std::nullopt;
    };
    couple.host->session.ready();
    network.settle();
    REQUIRE(lost);
    couple.guest.reset();
    network.to_server = {};
    couple.guest = network.client("Ravi");
    REQUIRE(couple.guest->model().kept.size() == 1);
    couple.guest->session.resume(couple.guest->model().kept[0]);
    network.settle();
    CHECK(network.room(couple.room).match.phase == Phase::Playing);
    CHECK(network.room(couple.room).aborted == 0);
}

TEST_CASE("a player who quits a moment before the match begins is told how to return") {
    Network network(17);
    Couple couple = sit_down(network, undecided());
    couple.guest->session.ready();
    network.settle();
    int reveals = 0;
    network.to_server = [&](Client&, std::string text) -> std::optional<std::string> {
        if (is<protocol::Reveal>(text) && ++reveals == 2)
            couple.guest->session.quit(); // the last message before the deal is on its way
        return text;
    };
    couple.host->session.ready();
    network.settle();
    REQUIRE(reveals == 2);
    CHECK(network.room(couple.room).match.phase == Phase::Playing);
    CHECK(couple.guest->session.ended());
    CHECK(couple.guest->session.farewell() ==
          "Your seat in room " + couple.room +
              " is kept. To return, run: jaipur-client --server example:7777 resume");
    network.to_server = {};
    couple.guest.reset();
    couple.guest = network.client("Ravi");
    REQUIRE(couple.guest->model().kept.size() == 1);
    couple.guest->session.resume(couple.guest->model().kept[0]);
    network.settle();
    CHECK(couple.guest->view().phase == Phase::Playing);
}

TEST_CASE("a player who quits unanswered is told that the match may have begun") {
    for (const bool cut : {false, true}) {
        CAPTURE(cut);
        Network network(18);
        Couple couple = sit_down(network, undecided());
        if (cut) {
            network.to_server = [&](Client&, std::string text) -> std::optional<std::string> {
                if (is<protocol::LeaveRoom>(text))
                    return std::nullopt;
                return text;
            };
        } else {
            network.frozen = true;
        }
        couple.guest->session.quit();
        network.settle();
        network.pass(10s);
        CHECK(couple.guest->session.ended());
        CHECK(couple.guest->session.farewell() ==
              "The server didn't answer. If the match in room " + couple.room +
                  " has begun, your seat is kept. To return, run: "
                  "jaipur-client --server example:7777 resume");
    }
    // Nothing can have begun once the seat was given up.
    Network network(19);
    Couple couple = sit_down(network, undecided());
    couple.guest->session.quit();
    network.settle();
    CHECK(couple.guest->session.farewell().empty());
}

TEST_CASE("quitting before a match over days keeps the seat") {
    Network network(16);
    protocol::CreateOptions options;
    options.patience = protocol::days_patience;
    auto host = network.client("Asha");
    host->session.request(protocol::CreateRoom{"Asha", options});
    network.settle();
    const std::string room = *host->model().room_code;
    host->session.quit();
    network.settle();
    CHECK(host->session.ended());
    CHECK(host->told("is kept"));
    host.reset();
    network.pass(10min);
    auto guest = network.client("Ravi"); // the host has been ready from the start
    guest->session.request(protocol::JoinRoom{room, "Ravi", std::nullopt});
    network.settle();
    CHECK(network.room(room).table_published);
    host = network.client("Asha");
    REQUIRE(host->model().kept.size() == 1);
    host->session.resume(host->model().kept[0]);
    network.settle();
    CHECK(network.room(room).match.phase == Phase::Playing);
    CHECK(network.room(room).aborted == 0);
}

TEST_CASE("quitting gives up a waiting seat and keeps one in a running match") {
    Network network(16);
    Couple couple = sit_down(network, undecided());
    couple.guest->session.quit();
    network.settle();
    CHECK(couple.guest->session.ended());
    CHECK(couple.host->told("Ravi left the room."));
    couple.guest.reset();
    couple.guest = network.client("Ravi");
    CHECK(couple.guest->model().kept.empty());

    couple.guest->session.request(protocol::JoinRoom{couple.room, "Ravi", std::nullopt});
    network.settle();
    both_ready(network, couple);
    couple.guest->session.quit();
    network.settle();
    CHECK(couple.guest->session.ended());
    CHECK(couple.guest->told("is kept"));
    couple.guest.reset();
    couple.guest = network.client("Ravi");
    REQUIRE(couple.guest->model().kept.size() == 1);
}

TEST_CASE("joining a room with a kept seat resumes that seat") {
    Network network(17);
    Couple couple = sit_down(network);
    both_ready(network, couple);
    couple.guest->session.request(protocol::LeaveRoom{});
    network.settle();
    REQUIRE_FALSE(couple.guest->model().room_code);
    REQUIRE(couple.guest->model().kept.size() == 1);
    std::string lower = couple.room;
    std::transform(lower.begin(), lower.end(), lower.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
    couple.guest->session.request(protocol::JoinRoom{lower, "Ravi", std::nullopt});
    network.settle();
    CHECK(couple.guest->model().seat == Seat::One);
    CHECK(couple.guest->view().phase == Phase::Playing);
}

TEST_CASE("a kept seat that is gone does not prevent joining") {
    Network network(18);
    Couple couple = sit_down(network);
    // The guest's program dies, the room waits on, and after a minute the seat is free again.
    couple.guest.reset();
    network.pass(70s);
    couple.guest = network.client("Ravi");
    REQUIRE(couple.guest->model().kept.size() == 1);
    int joined = 0, refused = 0;
    couple.guest->session.request(
        protocol::JoinRoom{couple.room, "Ravi", std::nullopt}, [&](const auto& reply) {
            ++(std::holds_alternative<protocol::Ok>(reply) ? joined : refused);
        });
    network.settle();
    CHECK(couple.guest->model().seat == Seat::One);
    CHECK(couple.guest->model().kept.empty());
    CHECK(joined == 1);
    CHECK(refused == 0);
}

TEST_CASE("two programs of one user leave each other's seats alone") {
    Network network(19);
    Couple couple = sit_down(network);
    both_ready(network, couple);
    couple.host->session.request(protocol::LeaveRoom{});
    network.settle();
    auto second = network.client("Asha", "Asha"); // the same files as the host's
    REQUIRE(second->model().kept.size() == 1);
    const KeptSeat seat = second->model().kept[0];
    couple.host->session.resume(seat);
    network.settle();
    second->session.resume(seat);
    network.settle();
    CHECK_FALSE(second->model().room_code);
    CHECK(couple.host->model().link.state == LinkState::Online);
    couple.host.reset(); // crashed: now it is free
    second->session.resume(seat);
    network.settle();
    CHECK(second->model().room_code == couple.room);
}

TEST_CASE("a seat that is refused late takes nobody out of the room they watch") {
    for (const auto code : {protocol::ErrorCode::AlreadyInRoom, protocol::ErrorCode::BadToken}) {
        CAPTURE(static_cast<int>(code));
        Network network(20);
        Couple couple = sit_down(network),
               others{network.client("Mira"), network.client("Noor"), {}};
        both_ready(network, couple);
        couple.guest->session.request(protocol::LeaveRoom{});
        others.host->session.request(protocol::CreateRoom{"Mira", {}});
        network.settle();
        REQUIRE(couple.guest->model().kept.size() == 1);
        const std::string watched = others.host->model().room_code.value();

        // The seat is refused twice: at first for a moment, and then for good.
        std::vector<std::uint64_t> resumes;
        network.to_server = [&](Client&, std::string text) -> std::optional<std::string> {
            if (!is<protocol::Resume>(text))
                return text;
            resumes.push_back(protocol::decode(text)->id);
            return protocol::encode(protocol::Request{resumes.back(), protocol::Ping{}});
        };
        network.to_client = [&](Client&, std::string text) -> std::optional<std::string> {
            const auto message = protocol::decode_server(text);
            const auto* ok = std::get_if<protocol::Ok>(&*message);
            if (!ok || resumes.empty() || ok->re != resumes.back())
                return text;
            const auto why = resumes.size() == 1 ? protocol::ErrorCode::RateLimited : code;
            return protocol::encode(protocol::ServerMessage(protocol::Error{ok->re, why, {}}));
        };
        couple.guest->session.resume(KeptSeat(couple.guest->model().kept[0]));
        couple.guest->session.request(protocol::Spectate{watched, "Ravi", std::nullopt});
        network.settle();
        CHECK(couple.guest->model().room_code == watched);
        network.pass(2s);
        REQUIRE(resumes.size() == 2);
        CHECK(couple.guest->model().room_code == watched);
        CHECK(couple.guest->model().kept.size() == 1);

        network.cut(*couple.guest);
        network.pass(5s);
        CHECK(resumes.size() == 2);
        others.guest->session.request(protocol::JoinRoom{watched, "Noor", std::nullopt});
        network.settle();
        CHECK(couple.guest->model().room->players[Seat::One].has_value()); // it watches again
    }
}

} // namespace jaipur::client::test
