#include "client/console/safe_text.hpp"
#include "client/console/words/words.hpp"
#include "tests/client/words/sample_room.hpp"

#include <doctest/doctest.h>

#include <set>

namespace jaipur::client::test {

using namespace words;

namespace {

using protocol::ErrorCode;

PlayerNames asha_is_you() {
    return {{{"Asha", "Ravi"}}, Seat::Zero};
}

PlayerNames watching() {
    return {{{"Asha", "Ravi"}}, std::nullopt};
}

std::vector<LogLine> lines_of(const protocol::ObservedEvent& event, const protocol::View& view,
                              const PlayerNames& names = asha_is_you()) {
    return words::event(event, view, names);
}

std::string said(const protocol::ObservedEvent& event, const PlayerNames& names = asha_is_you()) {
    const auto lines = lines_of(event, {}, names);
    REQUIRE(lines.size() == 1);
    return lines[0].text;
}

using Texts = std::vector<std::string>;

protocol::View view_in_play() {
    protocol::View view;
    view.you = Seat::Zero;
    view.phase = Phase::Playing;
    view.turn = Seat::Zero;
    view.round = 1;
    view.market = {Card::Cloth, Card::Leather, std::nullopt, Card::Silver, Card::Camel};
    view.deck = 22;
    auto& you = view.players[Seat::Zero];
    you.hand.emplace();
    (*you.hand)[Good::Cloth] = 2;
    (*you.hand)[Good::Diamond] = 1;
    you.hand_size = 3;
    you.herd = 4;
    you.seals = 1;
    you.goods_tokens = {{Good::Gold, 6}, {Good::Spice, 5}, {Good::Gold, 6}};
    you.bonus_tokens = {{BonusTier::Three, 2}};
    view.players[Seat::One].hand_size = 1;
    view.players[Seat::One].bonus_tokens = {{BonusTier::Five, std::nullopt}};
    view.goods_tokens[Good::Leather] = {4, 3};
    view.bonus_tokens = {{6, 5, 4}};
    return view;
}

} // namespace

TEST_CASE("a local address cannot be reached by friends") {
    for (const char* here : {"127.0.0.1:33367", "127.1.2.3", "localhost:7777", "[::1]:7777",
                             "ws://127.0.0.1:7777/ws", "ws://localhost"}) {
        const std::string words = words::out_of_reach(here);
        CHECK(words.find(std::string("can't reach ") + here + ".") != std::string::npos);
        CHECK(words.find("./jaipur serve") != std::string::npos);
        CHECK(words.find("./jaipur join CODE HOST:7777") != std::string::npos);
    }
    for (const char* elsewhere : {"192.168.1.20:7777", "jaipur.example:7777", "127.example:7777",
                                  "[2001:db8::1]:7777", "", "[", "localhost.example:1"})
        CHECK(words::out_of_reach(elsewhere).empty());
}

TEST_CASE("a kept seat is found by its room's code in any case") {
    Model model;
    CHECK_FALSE(kept_seat(model, std::nullopt));
    model.kept = {{"K7QX2M", Seat::One, "Asha"}, {"ABCDEF", Seat::Zero, "Ravi"}};
    CHECK(kept_seat(model, std::nullopt)->room == "K7QX2M");
    CHECK(kept_seat(model, "abcDEF")->name == "Ravi");
    CHECK_FALSE(kept_seat(model, "ABCDEG"));
}

TEST_CASE("cards are counted and listed") {
    CHECK(counted(Card::Gold, 1) == "gold");
    CHECK(counted(Card::Gold, 2) == "2 gold");
    CHECK(counted(Card::Camel, 1) == "a camel");
    CHECK(counted(Card::Camel, 3) == "3 camels");
    CHECK(counted(Card::Diamond, 2) == "2 diamonds");
    CHECK(words::cards(std::vector{Card::Camel, Card::Gold, Card::Camel, Card::Cloth}) ==
          "gold, cloth and 2 camels");
    CHECK(words::cards(std::vector<Card>{}) == "nothing");
    CHECK(listed({"a"}) == "a");
    CHECK(listed({"a", "b"}) == "a and b");
    CHECK(listed({"a", "b", "c"}) == "a, b and c");
}

TEST_CASE("what happens at the table") {
    CHECK(said(RoundStarted{1, Seat::Zero}) == "Round 1 begins. You start.");
    CHECK(said(RoundStarted{2, Seat::One}) == "Round 2 begins. Ravi starts.");
    CHECK(said(Took{Seat::Zero, Card::Gold, {Card::Leather}}) ==
          "You took gold. The market got leather.");
    CHECK(said(Took{Seat::Zero, Card::Gold, {Card::Leather}}, watching()) ==
          "Asha took gold. The market got leather.");
    CHECK(said(Took{Seat::One, Card::Diamond, {}}) == "Ravi took a diamond. The deck is empty.");
    CHECK(said(TookCamels{Seat::One, 3, {Card::Cloth, Card::Cloth, Card::Camel}}) ==
          "Ravi took 3 camels. The market got 2 cloth and a camel.");
    CHECK(said(Exchanged{Seat::Zero, {Card::Gold, Card::Silver}, {Card::Camel, Card::Leather}}) ==
          "You took gold and silver and gave leather and a camel.");
    CHECK(
        said(protocol::ObservedSold{
            Seat::Zero, Good::Cloth, 3, {5, 3, 3}, protocol::ObservedBonus{BonusTier::Three, 2}}) ==
        "You sold 3 cloth for 5 + 3 + 3 = 11 rupees and got a bonus token for three cards, worth "
        "2.");
    CHECK(said(protocol::ObservedSold{
              Seat::One, Good::Leather, 6, {1}, protocol::ObservedBonus{BonusTier::Five, {}}}) ==
          "Ravi sold 6 leather for 1 rupee and got a bonus token for five or more cards, value "
          "hidden.");
    CHECK(said(protocol::ObservedSold{Seat::One, Good::Spice, 2, {}, {}}) ==
          "Ravi sold 2 spice for nothing: no token was left.");
    CHECK(lines_of(TookCamels{Seat::One, 1, {}}, {}, watching()).at(0).seat == Seat::One);
}

TEST_CASE("the end of a round or a match is told in one sentence") {
    protocol::View view;
    view.round = 1;
    view.phase = Phase::RoundOver;
    view.result.emplace().rounds.resize(1);
    RoundResult& round = view.result->rounds[0];
    round.reason = EndReason::Deck;
    const auto lines = lines_of(RoundEnded{1, EndReason::Deck, std::nullopt}, view);
    CHECK(lines.at(0).text == "Round 1 is over: the deck can't fill the market. It's a draw, "
                              "because every tie-break is equal: nobody gets the seal.");
    int told = 0; // the others are details
    for (const LogLine& line : lines)
        told += line.kind == LogLine::Kind::Game ? 1 : 0;
    CHECK(told == 1);
    CHECK(lines_of(RoundEnded{3, EndReason::Resigned, std::nullopt}, view).empty());
    CHECK(said(MatchEnded{Seat::One, EndReason::Resigned}) == "You resigned. Ravi wins the match.");
    CHECK(said(MatchEnded{Seat::Zero, EndReason::Timeout}, watching()) ==
          "Ravi ran out of time. Asha wins the match.");
    CHECK(said(MatchEnded{std::nullopt, EndReason::Abandoned}) ==
          "The match was abandoned. Nobody won it.");
}

TEST_CASE("hand, market, tokens and score") {
    const protocol::View view = view_in_play();
    CHECK(words::market(view) == "Market: cloth, leather, an empty slot, silver, camel.");
    CHECK(words::hand(view, Seat::Zero, asha_is_you()) ==
          "Your hand: a diamond and 2 cloth (3 of 7). Camels: 4.");
    CHECK(words::hand(view, Seat::One, asha_is_you()) == "Ravi's hand: 1 card.");
    CHECK(words::score(view, Seat::Zero, asha_is_you()) ==
          Texts{"You have 1 seal and 19 rupees in tokens.", "Goods tokens: gold 6 6; spice 5.",
                "Bonus tokens: three cards 2."});
    CHECK(words::score(view, Seat::One, asha_is_you()) ==
          Texts{"Ravi has 0 seals and at least 0 rupees in tokens.", "Goods tokens: none.",
                "Bonus tokens: five or more cards hidden."});
    const Texts piles = words::piles(view);
    CHECK(piles.front() == "Tokens for diamond: none left.");
    CHECK(piles[5] == "Tokens for leather: 4, 3.");
    CHECK(piles[6] == "Bonus tokens left: 6 for three cards, 5 for four, 4 for five or more.");
    CHECK(piles.at(piles.size() - 2) == "Nothing sold yet.");
    CHECK(piles.back() == "Cards left in the deck: 22.");
    auto later = view;
    later.discard[Good::Diamond] = 2;
    later.discard[Good::Cloth] = 3;
    CHECK(words::piles(later).at(piles.size() - 2) == "Sold: 2 diamonds and 3 cloth.");
    LegalSummary legal;
    legal.take = {Good::Cloth, Good::Silver};
    legal.take_camels = true;
    legal.exchange = true;
    legal.sell[Good::Cloth] = {1, 2};
    legal.sell[Good::Diamond] = {2, 3};
    legal.sell[Good::Spice] = {1, 1};
    CHECK(words::legal(legal) ==
          "You can: take cloth; take silver; camels; exchange two or more cards; sell 3 diamonds; "
          "sell 2 cloth; sell spice.");
    CHECK(words::market(protocol::View{}) == "There is no market yet.");
}

TEST_CASE("the results of a round and a match") {
    RoundResult round;
    round.reason = EndReason::Tokens;
    round.winner = Seat::Zero;
    round.camel_token = Seat::Zero;
    round.traders[Seat::Zero] = {60, 12, 2, 6, {}};
    round.traders[Seat::One] = {54, 11, 1, 1, {}};
    round.traders[Seat::One].hand[Good::Cloth] = 2;
    protocol::View view = view_in_play();
    const auto words = [&] {
        Texts texts;
        for (LogLine& line : words::round(round, 1, view, asha_is_you()))
            texts.push_back(std::move(line.text));
        return texts;
    };
    CHECK(
        words() ==
        Texts{"Round 1 is over: three kinds of goods tokens are gone. You win the seal with 60 to "
              "54 rupees.",
              "You: 60 rupees, from 12 goods tokens, 2 bonus tokens and the camel token. "
              "Camels: 6. Left in hand: nothing.",
              "Ravi: 54 rupees, from 11 goods tokens and 1 bonus token. Camels: 1. Left in hand: "
              "2 cloth."});
    view.phase = Phase::RoundOver;
    const Texts open = words();
    CHECK(open[1].find("Tokens: gold 6 6; spice 5; bonus 2.") != std::string::npos);
    CHECK(open.back() == "Seals: you 1, Ravi 0.");
    // In short, for frontends that show the rest otherwise: who won it.
    for (const LogLine& line : words::round(round, 1, view, asha_is_you()))
        CHECK((line.kind == LogLine::Kind::Game) == line.text.starts_with("Round 1 is over"));
    round.traders[Seat::One].rupees = 60;
    CHECK(words()[0].ends_with(" You win the seal with more bonus tokens (both have 60 rupees)."));
    round.traders[Seat::One].bonus_tokens = 2;
    CHECK(
        words()[0].ends_with(" You win the seal with more goods tokens (both have 60 rupees and as "
                             "many bonus tokens)."));
    round.winner = Seat::One;
    CHECK(words()[0].find(". Ravi wins the seal with") != std::string::npos);
    view.phase = Phase::MatchOver; // the end of the match tells the seals
    CHECK(words().back().starts_with("Ravi: "));

    CHECK(words::match({Seat::Zero, EndReason::Seals}, view, asha_is_you()) ==
          "You win the match, 1 seal to 0. You are the Maharaja's own trader!");
    CHECK(words::match({Seat::One, EndReason::Resigned}, view, asha_is_you()) ==
          "You resigned. Ravi wins the match.");
    CHECK(words::match({Seat::Zero, EndReason::Timeout}, view, asha_is_you())
              .find("Ravi ran out of time. You win") == 0);
    CHECK(words::match({Seat::One, EndReason::Claimed}, view, asha_is_you())
              .find("You took too long. Ravi wins") == 0);
    CHECK(
        words::match({std::nullopt, EndReason::Abandoned}, view, asha_is_you()).find("abandoned") !=
        std::string::npos);
}

TEST_CASE("every error has its own text") {
    std::set<std::string> texts;
    int codes = 0;
    for (auto code = ErrorCode::BadJson; code <= ErrorCode::SaleTooSmall;
         code = static_cast<ErrorCode>(static_cast<int>(code) + 1)) {
        const std::string words = words::error(code);
        CHECK(words.size() > 20);
        CHECK(words.back() == '.');
        texts.insert(words);
        ++codes;
    }
    CHECK(codes == 36);
    CHECK(static_cast<int>(texts.size()) == codes - 1); // the two forms of bad form
    CHECK(words::error(ErrorCode::HandLimit, Purpose::Taking).find("Sell or exchange first.") !=
          std::string::npos);
}

TEST_CASE("why a connection was lost") {
    CHECK(closed(1012, "") == "The server is restarting or was stopped.");
    CHECK(closed(4001, "") == "You continued this game somewhere else.");
    CHECK(closed(4002, "").find("too slow") != std::string::npos);
    CHECK(closed(4003, "") == "The room's owner or the server's operator removed you.");
    CHECK(closed(0, "Connection refused") == "Connection lost: Connection refused.");
    CHECK(closed(0, "") == "Connection lost.");
}

TEST_CASE("clocks in words") {
    using std::chrono::milliseconds;
    CHECK(words::clock(milliseconds(300000)) == "5:00");
    CHECK(words::clock(milliseconds(65001)) == "1:06"); // what is left of a second counts
    CHECK(words::clock(milliseconds(9000)) == "0:09");
    CHECK(words::clock(milliseconds(-5)) == "0:00");
    CHECK(words::clock(milliseconds(3723000)) == "1:02:03");
    CHECK(words::clock(protocol::ClockOptions{300, 5}) == "300+5");
}

TEST_CASE("whose turn it is") {
    Model model;
    CHECK(words::turn(model) == "You aren't in a room.");
    model.seat = Seat::Zero;
    model.room = room_of("Asha", nullptr);
    model.view.emplace();
    CHECK(words::turn(model) == "Waiting for a second player.");
    model.room = room_of("Asha", "Ravi");
    CHECK(words::turn(model) == "Waiting for both players to be ready.");
    model.view = view_in_play();
    CHECK(words::turn(model) == "It is your turn.");
    model.view->turn = Seat::One;
    CHECK(words::turn(model) == "It is Ravi's turn.");
    model.view->phase = Phase::MatchOver;
    CHECK(words::turn(model) == "The match is over.");
}

} // namespace jaipur::client::test
