// Rooms and the people in them, in sentences.
#include "client/console/words/words.hpp"
#include "tests/client/words/sample_room.hpp"

#include <doctest/doctest.h>

namespace jaipur::client::test {

using namespace words;

namespace {

std::vector<std::string> changes(const std::optional<protocol::RoomInfo>& before,
                                 const protocol::RoomInfo& after,
                                 std::optional<Seat> you = Seat::Zero) {
    std::vector<std::string> texts;
    for (const LogLine& line : words::room_changes(before, after, you))
        texts.push_back(line.text);
    return texts;
}

using Texts = std::vector<std::string>;

} // namespace

TEST_CASE("the log says who may write in the chat, to newcomers and when it changes") {
    const auto all = room_of("Asha", "Ravi");
    auto players = all, nobody = all;
    players.options.chat = protocol::ChatFrom::Players;
    nobody.options.chat = protocol::ChatFrom::Nobody;
    CHECK(changes(all, players) == Texts{"Only the players may write in this chat."});
    CHECK(changes(players, nobody) == Texts{"The room's owner has turned the chat off."});
    CHECK(changes(nobody, all) == Texts{"Everyone may write in this chat."});
    CHECK(changes(players, players) == Texts{});
    CHECK(changes(std::nullopt, players).back() == "Only the players may write in this chat.");
}

TEST_CASE("players entering and leaving a room") {
    const auto alone = room_of("Asha", nullptr), both = room_of("Asha", "Ravi");
    CHECK(changes(std::nullopt, alone) == Texts{});
    CHECK(changes(std::nullopt, both) == Texts{"Ravi is here."});
    CHECK(changes(std::nullopt, both, std::nullopt) == Texts{"Asha is here.", "Ravi is here."});
    CHECK(changes(alone, both) == Texts{"Ravi joined."});
    CHECK(changes(both, alone) == Texts{"Ravi left the room."});
    CHECK(changes(both, room_of("Asha", "Mira")) == Texts{"Ravi left, and Mira took the seat."});
    CHECK(changes(both, both) == Texts{});

    auto away = both;
    away.players[Seat::One]->connected = false;
    away.players[Seat::One]->claim_in = 120000;
    CHECK(changes(both, away) == Texts{"Ravi is away. Time left to come back: 2:00."});
    CHECK(changes(away, both) == Texts{"Ravi is back."});
    auto too_long = away;
    too_long.players[Seat::One]->claim_in = 0;
    CHECK(changes(away, too_long) == Texts{"Ravi has been away too long: you can claim the win."});
    CHECK(changes(away, too_long, std::nullopt) ==
          Texts{"Ravi has been away too long: Asha can claim the win."});
    CHECK(changes(away, too_long, Seat::One) == Texts{}); // they aren't there to hear it
    CHECK(words::room_changes(away, too_long, Seat::Zero).at(0).to_type == "Type claim.");
    CHECK(changes(std::nullopt, too_long).back() ==
          "Ravi has been away too long: you can claim the win.");
    CHECK(changes(too_long, too_long) == Texts{});

    auto overdue = both;
    overdue.options.patience = 7200;
    overdue.players[Seat::One]->overdue = true;
    CHECK(changes(both, overdue) ==
          Texts{"Ravi has taken more than 2 hours for this move: you can claim the win."});
    CHECK(words::room_changes(both, overdue, Seat::Zero).at(0).to_type == "Type claim.");
    CHECK(words::room_changes(both, overdue, std::nullopt).at(0).to_type.empty());
    CHECK(changes(overdue, overdue) == Texts{});
    CHECK(changes(overdue, both) == Texts{});
    overdue.players[Seat::One]->overdue = false;
    overdue.players[Seat::Zero]->overdue = true;
    CHECK(changes(both, overdue) == Texts{"Your time for this move (2 hours) is up: your opponent "
                                          "can claim the win. You can still move."});

    auto ready = both;
    ready.players[Seat::Zero]->ready = ready.players[Seat::One]->ready = true;
    CHECK(changes(both, ready) == Texts{}); // joining says it
    CHECK(changes(ready, both) == Texts{});
    auto decided = ready;
    decided.options.open_after = protocol::OpenAfter::Actions;
    CHECK(changes(both, decided) == Texts{"Ravi is ready."}); // the frontends show one's own
    auto round_over = ready;
    round_over.phase = Phase::RoundOver;
    CHECK(changes(both, round_over) == Texts{"Ravi is ready."});
    auto rematch = both;
    rematch.players[Seat::One]->rematch = true;
    CHECK(changes(both, rematch) == Texts{"Ravi asks for a rematch."});
    CHECK(words::room_changes(both, rematch, Seat::Zero).at(0).to_type ==
          "Type rematch to play again.");

    auto watched = both;
    watched.spectators = 2;
    CHECK(changes(both, watched) == Texts{"2 spectators are watching."});
    CHECK(changes(watched, both) == Texts{"Nobody is watching any more."});
    auto aborted = both;
    aborted.fair.aborted = 1;
    CHECK(changes(both, aborted).at(0).find("cancelled") != std::string::npos);
    auto late = both;
    late.players[Seat::One]->missed_reveals = 1;
    CHECK(changes(both, late) == Texts{"Ravi didn't reveal their number in time (once)."});
    auto again = late;
    again.players[Seat::Zero]->missed_reveals = 1;
    again.players[Seat::One]->missed_reveals = 2;
    CHECK(changes(late, again) == Texts{"You didn't reveal your number in time (once).",
                                        "Ravi didn't reveal their number in time (2 times)."});
    CHECK(changes(again, late) == Texts{});
    CHECK(changes(alone, again).back().find("Ravi didn't reveal") == 0); // they joined
}

TEST_CASE("confusable names are told apart") {
    Model model;
    model.room = room_of("You", "your");
    CHECK(player_names(model).of[Seat::Zero] == "\"You\"");
    CHECK(player_names(model).of[Seat::One] == "\"your\"");
    model.room = room_of("Asha", "Asha");
    CHECK(player_names(model).of[Seat::Zero] == "Asha (first seat)");
    CHECK(player_names(model).of[Seat::One] == "Asha (second seat)");
    model.room = room_of("Asha", nullptr);
    CHECK(player_names(model).of[Seat::One] == "Seat 2");
}

TEST_CASE("chat says who speaks") {
    CHECK(words::chat({Seat::Zero, "Asha", "hi", 0}, Seat::Zero).text == "You: hi");
    CHECK(words::chat({Seat::One, "Ravi", "hi", 0}, Seat::Zero).text == "Ravi: hi");
    CHECK(words::chat({std::nullopt, "Mira", "hi", 0}, Seat::Zero).text == "Mira (watching): hi");
    CHECK(words::chat({std::nullopt, std::nullopt, "hi", 0}, Seat::Zero).text == "A spectator: hi");
    CHECK(words::chat({Seat::One, "Ravi", "hi", 0}, {}).kind == LogLine::Kind::Chat);
}

TEST_CASE("the options of a room") {
    protocol::RoomOptions options;
    CHECK(words::options(options) == "A private room. First to 2 seals. Spectators see only "
                                     "face-up cards. A player who is away for "
                                     "more than 2 minutes in total can lose the match.");
    options.patience = 3600;
    CHECK(
        words::options(options) ==
        "A private room. First to 2 seals. Spectators see only face-up cards. A player who is away "
        "for "
        "more than 2 minutes in total, or takes more than 1 hour for a move, can lose the match.");
    options.patience = 86400;
    CHECK(words::options(options) ==
          "A private room. First to 2 seals. Spectators see only face-up cards. You can come and "
          "go: only "
          "a player who takes more than 1 day for a move can lose by it.");
    options.is_public = options.has_password = true;
    options.spectators = protocol::SpectatorMode::Open;
    options.open_after = protocol::OpenAfter::Round;
    options.delay = 6;
    options.clock = protocol::ClockOptions{300, 5};
    options.seals = 1;
    options.grace = 60;
    CHECK(
        words::options(options) ==
        "A public room with a password. First to 1 seal. Clock: 5 minutes for each player, plus 5 "
        "seconds for each move. Spectators see both hands after each round. A player who is away "
        "for more than 1 minute in total can lose the match.");
    options.clock = protocol::ClockOptions{75, 0};
    CHECK(words::options(options).find("Clock: 75 seconds for each player. ") != std::string::npos);
}

TEST_CASE("what spectators see, and whether it was agreed") {
    protocol::RoomInfo room;
    auto& options = room.options;
    options.spectators = protocol::SpectatorMode::None;
    CHECK(words::spectators_see(options) == "No spectators.");
    options.spectators = protocol::SpectatorMode::Open; // by a server of release 0.1.0
    CHECK(words::spectators_see(options) == "Spectators see both hands 4 moves late.");
    CHECK(words::spectators_are_late(room));
    CHECK(words::agreement(room).empty());
    options.open_after = protocol::OpenAfter::Round;
    CHECK_FALSE(words::spectators_are_late(room));
    CHECK(words::agreement(room).empty());
    options.open_after = protocol::OpenAfter::Actions;
    CHECK(words::spectators_see(options) ==
          "Spectators see both hands 4 moves late if both players agree.");
    CHECK(words::agreement(room).find("could then know your exact hand") != std::string::npos);
    for (Seat seat : all_seats) {
        CHECK_FALSE(words::spectators_are_late(room));
        const auto before = room;
        auto& player = room.players[seat].emplace();
        player.name = seat == Seat::Zero ? "Asha" : "Ravi";
        auto waiting = room;
        player.agreed = true;
        const auto lines = words::room_changes(waiting, room, Seat::Zero);
        REQUIRE(lines.size() == 1);
        CHECK(lines[0].text == (seat == Seat::Zero ? "You agreed to the spectator delay."
                                                   : "Ravi agreed to the spectator delay."));
    }
    CHECK(words::spectators_are_late(room));
    auto dealt = room;
    dealt.phase = Phase::Playing;
    CHECK(words::room_changes(room, dealt, Seat::Zero).at(0).text ==
          "Both players agreed: spectators see both hands 4 moves late.");
    dealt.players[Seat::One]->agreed = false;
    CHECK(words::room_changes(room, dealt, Seat::Zero).back().text ==
          "Spectators see both hands after each round.");
}

TEST_CASE("a listing says what spectators see") {
    protocol::RoomListing listing;
    listing.room = "K7QX2M";
    CHECK(words::listing(listing).find("spectators") == std::string::npos);
    listing.spectator_mode = protocol::SpectatorMode::Open;
    CHECK(words::listing(listing).find(", spectators see both hands after each round.") !=
          std::string::npos);
    listing.spectator_mode = protocol::SpectatorMode::None;
    CHECK(words::listing(listing).find(", no spectators.") != std::string::npos);
}

TEST_CASE("what the server's operator does and says is told once, and made safe") {
    const auto both = room_of("Asha", "Ravi");
    auto ended = both;
    ended.ended_by_operator = "";
    CHECK(changes(both, ended) == Texts{"The server's operator ended the match."});
    ended.ended_by_operator = "Rude\x1b[31m names.";
    const auto shown = words::made_safe(ended);
    CHECK(changes(both, shown).front().find('\x1b') == std::string::npos);
    CHECK(changes(shown, shown) == Texts{});

    const auto told = [](const std::optional<protocol::Notice>& before,
                         const std::optional<protocol::Notice>& after) {
        std::vector<std::string> texts;
        for (const LogLine& line : words::notice_changes(before, after))
            texts.push_back(line.text);
        return texts;
    };
    const protocol::Notice noon{protocol::Announcement{"Restart at noon.", 1}, false};
    auto restarting = noon;
    restarting.restarting = true;
    CHECK(told({}, noon) == Texts{"Announcement from the server's operator: Restart at noon."});
    CHECK(told(noon, noon) == Texts{});
    CHECK(told(noon, restarting) ==
          Texts{"The server will restart once the running matches are over. "
                "Until then, no new match can begin."});
    CHECK(told(restarting, {}) ==
          Texts{"The server doesn't restart after all. New matches can begin."});
}

} // namespace jaipur::client::test
