// Lines for programs that play, and their answers.
#include "common/match.hpp"
#include "protocol/codec.hpp"
#include "protocol/observe.hpp"
#include "protocol/program.hpp"
#include "tests/support/deals.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using namespace jaipur;
using namespace jaipur::protocol;

TEST_CASE("a decision is the player's view, with all events of the round") {
    Match match;
    jaipur::test::Random random(1);
    std::vector<ObservedEvent> round{
        observe(start_round(match, jaipur::test::random_deal(random), Seat::One), Viewer::Seat0)};
    const auto camels = play(match, Seat::One, TakeCamels{});
    REQUIRE(camels.has_value());
    round.push_back(observe((*camels)[0], Viewer::Seat0));
    const auto view = observe(match, Viewer::Seat0);
    const std::string line = encode_decision(view, round);
    CHECK(line.find('\n') == std::string::npos);
    // A client reads it as a view: it ignores the field that it doesn't know.
    const auto read = decode_server(line);
    REQUIRE(read.has_value());
    REQUIRE(std::holds_alternative<View>(*read));
    CHECK(std::get<View>(*read) == view);
    CHECK(line.find(R"("round_events":[{"type":"round_started","round":1,"starter":1},)"
                    R"({"type":"took_camels","seat":1,"count":3,"refill":[)") != std::string::npos);
}

TEST_CASE("an answer has an action, and nothing else counts") {
    CHECK(decode_answer(R"({"action":{"type":"take","card":"gold"}})") == Action(Take{Card::Gold}));
    CHECK(decode_answer(R"({"why":"camels!","action":{"type":"take_camels"}})") ==
          Action(TakeCamels{}));
    CHECK(decode_answer(R"({"action":{"type":"sell","good":"cloth","count":3}})") ==
          Action(Sell{Good::Cloth, 3}));
    for (const char* wrong : {"", "{}", "[]", "null", "take gold", R"({"action":null})",
                              R"({"action":{"type":"steal"}})", R"({"action":{"type":"take"}})",
                              R"({"action":{"type":"take","card":"tea"}})"})
        CHECK(!decode_answer(wrong));
}
