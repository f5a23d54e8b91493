#include "client/console/address.hpp"
#include "client/console/command/command.hpp"
#include "client/console/safe_text.hpp"
#include "client/console/translation.hpp"
#include "client/console/words/words.hpp"
#include "tests/client/speaking.hpp"
#include "tests/support/text.hpp"

#include <doctest/doctest.h>

namespace jaipur::client::command {

namespace {

template <class T>
T meant(std::string_view line) {
    CAPTURE(line);
    const auto command = parse(line);
    REQUIRE(command.has_value());
    REQUIRE(std::holds_alternative<T>(*command));
    return std::get<T>(*command);
}

std::string action(std::string_view line) {
    return jaipur::test::words(meant<Play>(line).action);
}

bool means(std::string_view line, Simple simple) {
    const auto command = parse(line);
    return command && std::holds_alternative<Simple>(*command) &&
           std::get<Simple>(*command) == simple;
}

bool looks(std::string_view line, Topic topic) {
    const auto command = parse(line);
    return command && std::holds_alternative<Show>(*command) &&
           std::get<Show>(*command).what == topic;
}

std::string parse_error(std::string_view line) {
    CAPTURE(line);
    const auto command = parse(line);
    REQUIRE_FALSE(command.has_value());
    return command.error().text;
}

bool says(const std::string& text, std::string_view words) {
    CAPTURE(text);
    return text.find(words) != std::string::npos;
}

} // namespace

TEST_CASE("one card is taken") {
    for (const char* line : {"take gold", "t g", "TAKE Gold", "  take   gold  ", "take the gold",
                             "t 1 g", "tak gol", "buy gold", "take gold."})
        CHECK(action(line) == "take gold");
    CHECK(action("t d") == "take diamond");
    CHECK(action("take diamonds") == "take diamond");
    CHECK(action("t s") == "take silver");
    CHECK(action("t c") == "take cloth");
    CHECK(action("t p") == "take spice");
    CHECK(action("t sp") == "take spice");
    CHECK(action("t spices") == "take spice");
    CHECK(action("t si") == "take silver");
    CHECK(action("t l") == "take leather");
    CHECK(says(parse_error("take"), "take gold"));
    CHECK(says(parse_error("take gold silver"), "one card"));
    CHECK(says(parse_error("take 2 gold"), "one card"));
    CHECK(says(parse_error("take 2"), "of what?"));
    CHECK(says(parse_error("take camel"), "camels"));
    CHECK(says(parse_error("take silk"), "There is no card \"silk\""));
}

TEST_CASE("all the camels are taken") {
    for (const char* line : {"camels", "c", "camel", "cm", "take camels", "take the camels", "t cm",
                             "take 3 camels", "cam"})
        CHECK(action(line) == "camels");
}

TEST_CASE("cards are exchanged") {
    CHECK(action("exchange gold silver for camel leather") ==
          "exchange gold silver for camel leather");
    CHECK(action("x g s for cm l") == "exchange gold silver for camel leather");
    CHECK(action("e g, s for cm, l") == "exchange gold silver for camel leather");
    CHECK(action("exchange 2 gold for 2 camel") == "exchange gold gold for camel camel");
    CHECK(action("exchange 2 gold and a spice for 2 camels and my cloth") ==
          "exchange gold gold spice for camel camel cloth");
    CHECK(action("x 2g for 2cm") == "exchange gold gold for camel camel");
    CHECK(action("swap g s with l l") == "exchange gold silver for leather leather");
    // The parser leaves legality to the rules.
    CHECK(action("x g for l") == "exchange gold for leather");
    CHECK(action("x g g for g cm l") == "exchange gold gold for gold camel leather");
    CHECK(action("x cm g for l l") == "exchange camel gold for leather leather");
    CHECK(says(parse_error("x"), "For example"));
    CHECK(says(parse_error("x gold silver"), "after the word for"));
    CHECK(says(parse_error("x gold silver for"), "after the word for"));
    CHECK(says(parse_error("x for gold"), "before the word for"));
    CHECK(says(parse_error("x gold tea for camel camel"), "\"tea\""));
    CHECK(says(parse_error("x 9 gold for 9 camel"), "market has five"));
    CHECK(says(parse_error("x g g g g g s s s s for cm"), "market has five"));
    CHECK(says(parse_error("x 0 gold for 0 camel"), "before the word for"));
}

TEST_CASE("goods are sold") {
    CHECK(action("sell 3 cloth") == "sell 3 cloth");
    CHECK(action("s 3 c") == "sell 3 cloth");
    CHECK(action("sell cloth 3") == "sell 3 cloth");
    CHECK(action("s 3c") == "sell 3 cloth");
    CHECK(action("sell 2 diamonds") == "sell 2 diamond");
    CHECK(meant<SellAll>("sell cloth").good == Good::Cloth);
    CHECK(meant<SellAll>("sell all my cloth").good == Good::Cloth);
    CHECK(meant<SellAll>("s s").good == Good::Silver);
    CHECK(says(parse_error("sell"), "sell 3 cloth"));
    CHECK(says(parse_error("sell camels"), "can't sell camels"));
    CHECK(says(parse_error("sell 2 cloth 3 spice"), "one kind"));
    CHECK(says(parse_error("sell cloth spice"), "one kind"));
    CHECK(says(parse_error("sell two cloth"), "There is no card \"two\"."));
    CHECK(says(parse_error("sell 3"), "of what?"));
    CHECK(says(parse_error("sell 0 cloth"), "How many"));
    CHECK(says(parse_error("sell 999 cloth"), "How many"));
    CHECK(says(parse_error("sell 99999999999999999999 cloth"), "How many"));
    CHECK(says(parse_error("sell -1 cloth"), "How many"));
}

TEST_CASE("single words, and any unambiguous prefix") {
    CHECK(looks("hand", Topic::Hand));
    CHECK(looks("h", Topic::Hand));
    CHECK(looks("market", Topic::Market));
    CHECK(looks("m", Topic::Market));
    CHECK(looks("score", Topic::Score));
    CHECK(looks("sc", Topic::Score));
    CHECK(looks("tokens", Topic::Tokens));
    CHECK(looks("to", Topic::Tokens));
    CHECK(looks("who", Topic::Who));
    CHECK(looks("clock", Topic::Clock));
    CHECK(looks("shuffle", Topic::Shuffle));
    CHECK(looks("look", Topic::Everything));
    CHECK(looks("moves", Topic::Moves));
    CHECK(looks("room", Topic::Room));
    CHECK(looks("code", Topic::Room));
    CHECK(looks("round", Topic::Round));
    CHECK(looks("seals", Topic::Seals));
    CHECK(looks("time", Topic::Clock));
    CHECK(means("copy", Simple::Copy));
    CHECK(means("qr", Simple::Qr));
    CHECK(meant<Show>("log").lines == 10);
    CHECK(meant<Show>("log 25").lines == 25);
    CHECK(means("ready", Simple::Ready));
    CHECK(means("READY", Simple::Ready));
    CHECK(means("rea", Simple::Ready));
    CHECK(means("rematch", Simple::Rematch));
    CHECK(means("level", Simple::Level));
    CHECK(means("le", Simple::Leave)); // as before there were levels
    CHECK(means("resign", Simple::Resign));
    CHECK(means("claim", Simple::Claim));
    CHECK(means("leave", Simple::Leave));
    CHECK(means("quit", Simple::Quit));
    CHECK(means("q", Simple::Quit));
    CHECK(means("yes", Simple::Yes));
    CHECK(means("n", Simple::No));
    CHECK(means("wait", Simple::Wait));
    CHECK(means("", Simple::Nothing));
    CHECK(means(" \t\r", Simple::Nothing));
    CHECK(meant<Help>("?").topic.empty());
    CHECK(meant<Help>("help Rules").topic == "rules");
    CHECK(meant<Help>("rules").topic == "rules");
    CHECK(meant<Help>("Rule").topic == "rules");
    CHECK(says(parse_error("log many"), "How many"));
}

TEST_CASE("rooms and people") {
    CHECK(meant<Join>("join k7qx2m").room == "K7QX2M");
    CHECK_FALSE(meant<Join>("join K7QX2M").password);
    CHECK(meant<Join>("join K7QX2M Open Sesame").password == "Open Sesame");
    CHECK(meant<Join>("join K7QX2M password W").password == "W");
    CHECK(meant<Join>("join K7QX2M PASSWORD Open Sesame").password == "Open Sesame");
    CHECK(meant<Join>("join K7QX2M password").password == ""); // to be asked for
    CHECK(meant<Join>("join K7QX2M passwords").password == "passwords");
    CHECK(meant<Watch>("watch K7QX2M").room == "K7QX2M");
    CHECK(meant<Rooms>("rooms").page == Page::First);
    CHECK(meant<Rooms>("rooms more").page == Page::Next);
    CHECK(meant<Say>("say  Well traded!  ").text == "Well traded!");
    CHECK(meant<Name>("name Asha the Great").name == "Asha the Great");
    CHECK(meant<Name>("name").name.empty());
    CHECK_FALSE(meant<Quick>("quick").clock);
    CHECK(meant<Quick>("quick 300+5").clock == protocol::ClockOptions{300, 5});
    CHECK(meant<Quick>("quick clock 300+5").clock == protocol::ClockOptions{300, 5});
    CHECK(meant<Resume>("resume").room == std::nullopt);
    CHECK(meant<Resume>("resume K7QX2M").room == "K7QX2M");
    CHECK(meant<Forget>("forget").room == std::nullopt);
    CHECK(meant<Join>("join").room.empty()); // to be asked for
    CHECK(meant<Watch>("watch").room.empty());
    CHECK(says(parse_error("say"), "Say what?"));
    CHECK(says(parse_error("rooms maybe"), "rooms more"));
    CHECK(says(parse_error("quick slowly"), "300+5"));
}

TEST_CASE("a room by its link, or with its server in any order") {
    for (const char* line :
         {"join http://192.168.1.20:7777/#/K7QX2M", "join http://192.168.1.20:7777/K7QX2M",
          "join 192.168.1.20:7777/k7qx2m/", "join K7QX2M 192.168.1.20:7777",
          "join 192.168.1.20:7777 K7QX2M", "join http://192.168.1.20:7777/ K7QX2M",
          "join http://192.168.1.20:7777/watch/K7QX2M"}) {
        const Join join = meant<Join>(line);
        CHECK(parse_room_link(join.room)->room == "K7QX2M");
        REQUIRE(join.server);
        CHECK(parse_address(*join.server) == Address{"192.168.1.20", "7777"});
        CHECK_FALSE(join.password);
    }
    CHECK(meant<Watch>("watch http://a:1/#/watch/K7QX2M").room == "K7QX2M");
    const Join both = meant<Join>("join http://a:1/K7QX2M password W");
    CHECK(both.password == "W");
    CHECK(both.server == "a:1");
    CHECK_FALSE(meant<Join>("join K7QX2M").server);
}

TEST_CASE("a seat moves here by its link, and to another device") {
    const std::string key = std::string(42, 'A') + "E";
    const auto here = meant<MoveHere>("join http://a:1/K7QX2M#" + key);
    CHECK(here.key[31] == 1);
    CHECK(here.room == "K7QX2M");
    CHECK(here.server == "a:1");
    CHECK(here.request("Asha").key == here.key);
    CHECK(meant<OtherDevice>("device").as == OtherDevice::As::Text);
    CHECK(meant<OtherDevice>("device qr").as == OtherDevice::As::Qr);
    CHECK(says(parse_error("device now"), "device qr"));
}

TEST_CASE("a clock and a time limit for each move exclude each other") {
    for (const char* line : {"new clock 300+5 patience 1h", "new patience 1h clock 300+5"})
        CHECK(says(parse_error(line), "leave out clock or patience"));
    meant<New>("new clock 300+5");
    meant<New>("new patience 1h");
}

TEST_CASE("options of a new room") {
    CHECK(meant<New>("new").options == protocol::CreateOptions{});
    const auto options =
        meant<New>("new public password Sesam spectators open chat players delay 6 "
                   "seals 1 grace 60 patience 2h")
            .options;
    CHECK(options.is_public);
    CHECK(options.password == "Sesam");
    CHECK(options.spectators == protocol::SpectatorMode::Open);
    CHECK(options.chat == protocol::ChatFrom::Players);
    CHECK(options.delay == 6);
    CHECK(meant<New>("new clock 300+5").options.clock == protocol::ClockOptions{300, 5});
    CHECK(options.seals == 1);
    CHECK(options.grace == 60);
    CHECK(options.patience == 7200);
    CHECK_FALSE(options.bot);
    CHECK(meant<New>("bot").options.bot == "easy");
    CHECK(meant<New>("bot easy").options.bot == "easy");
    CHECK(meant<New>("bot Hard").options.bot == "hard");
    CHECK(meant<New>("new bot master public").options.bot == "master");
    CHECK(says(parse_error("bot hrad"), "beginner, easy, medium, hard, master"));
    CHECK(meant<New>("bot seals 1").options.bot == "easy");
    CHECK(meant<New>("bot seals 1").options.seals == 1);
    CHECK(meant<New>("new bot public").options.is_public);
    CHECK(says(parse_error("new seals"), "from 1 to 3"));
    CHECK(says(parse_error("new seals 4"), "from 1 to 3"));
    CHECK(says(parse_error("new delay 1"), "from 2 to 20"));
    CHECK(says(parse_error("new grace 0"), "from 1 to 3600"));
    for (const char* patience :
         {"59", "59s", "31d", "0", "-1d", "d", "1w", "1.5h", "99999999999", "9999999d", ""})
        CHECK(says(parse_error("new patience " + std::string(patience)), "from 60s to 30d"));
    CHECK(says(parse_error("new clock fast"), "300+5"));
    CHECK(says(parse_error("new spectators some"), "public, none, or open"));
    CHECK(says(parse_error("new chat me"), "everyone, players, or nobody"));
    CHECK(says(parse_error("new password"), "1 to 64"));
    CHECK(says(parse_error("new password " + std::string(65, 'x')), "1 to 64"));
    CHECK(says(parse_error("new cheap"), "no option \"cheap\""));
}

TEST_CASE("durations") {
    CHECK(command::parse_duration("90") == 90);
    CHECK(command::parse_duration("90s") == 90);
    CHECK(command::parse_duration("10m") == 600);
    CHECK(command::parse_duration("2h") == 7200);
    CHECK(command::parse_duration("30d") == 2592000);
}

TEST_CASE("clocks") {
    CHECK(parse_clock("300+5") == protocol::ClockOptions{300, 5});
    CHECK(parse_clock("300") == protocol::ClockOptions{300, 0});
    CHECK(parse_clock("1+0") == protocol::ClockOptions{1, 0});
    CHECK(parse_clock("36000+300") == protocol::ClockOptions{36000, 300});
    for (const char* wrong : {"", "+", "0", "0+5", "36001", "300+301", "300+", "+5", "300 5",
                              "300+5+5", "-300", "300+-5", "0x10", "5min", "99999999999"})
        CHECK_FALSE(parse_clock(wrong));
}

TEST_CASE("ambiguous words are asked back") {
    CHECK(parse_error("r") ==
          "Do you mean room, round, ready, rematch, resign, remove, rooms, resume or reconnect?");
    CHECK(says(parse_error("re"), "ready, rematch, resign, remove, resume or reconnect"));
    CHECK(says(parse_error("qu"), "quick or quit"));
}

TEST_CASE("unknown words are answered with similar ones") {
    CHECK(says(parse_error("tkae gold"), "Did you mean take?"));
    CHECK(says(parse_error("exchagne g s for l l"), "Did you mean exchange?"));
    CHECK(says(parse_error("raedy"), "Did you mean ready?"));
    CHECK(says(parse_error("gold"), "take, sell or exchange before it"));
    CHECK(says(parse_error("dance"), "Type help"));
    CHECK(says(parse_error("\x1B[2J"), "\\u{001B}[2j"));
    CHECK(parse_error(std::string(5000, 'z')).size() < 200);
}

TEST_CASE("help has a line for every command") {
    std::string everything;
    for (const std::string& line : help(""))
        everything += line + "\n";
    for (const char* word :
         {"take",    "camels", "exchange", "sell",  "look", "hand",      "market", "tokens",
          "score",   "moves",  "clock",    "who",   "log",  "ready",     "resign", "claim",
          "rematch", "say",    "shuffle",  "bot",   "new",  "join",      "quick",  "rooms",
          "watch",   "resume", "forget",   "leave", "name", "reconnect", "wait",   "quit"})
        CHECK(says(everything, word));
    for (const char* topic : {"rules", "cards", "new", "options", "play"})
        CHECK(help(topic).size() > 2);
    CHECK(says(help("nonsense").at(0), "no help on \"nonsense\""));
}

TEST_CASE("help says what each command does") {
    for (const std::string_view verb : all_verbs()) {
        CAPTURE(verb);
        CHECK(says(help(verb).at(0), verb));
        CHECK_FALSE(says(help(verb).at(0), "There is no help"));
    }
    CHECK(help("sell") ==
          std::vector<std::string>{"sell 3 cloth, or s 3 c: sell goods of one kind. "
                                   "sell cloth: sell all your cloth."});
    CHECK(help("x") == help("exchange"));
    CHECK(help("kick") == help("remove"));
    CHECK(help("ex") == help("exchange"));
}

TEST_CASE("each way into a room has its request") {
    const auto create = meant<New>("new public").request("Asha");
    CHECK(create.name == "Asha");
    CHECK(create.options.is_public);
    CHECK(meant<Join>("join K7QX2M pw").request("Asha") ==
          protocol::JoinRoom{"K7QX2M", "Asha", "pw"});
    CHECK(meant<Watch>("watch K7QX2M").request("Asha") ==
          protocol::Spectate{"K7QX2M", "Asha", std::nullopt});
    CHECK(meant<Quick>("quick 60").request("Asha") ==
          protocol::QuickMatch{"Asha", protocol::ClockOptions{60, 0}});
}

TEST_CASE("a sale of everything says so in any language") {
    for (const auto& [language, line] : {std::pair(Language::German, "verkaufe alle stoffe"),
                                         std::pair(Language::Spanish, "sell toda tela"),
                                         std::pair(Language::French, "sell tout cuir")}) {
        const client::test::Speaking speaking(language);
        INFO(line);
        const auto read = parse(line);
        REQUIRE(read.has_value());
        CHECK(std::holds_alternative<SellAll>(*read));
    }
}

TEST_CASE("translated commands and cards work without accents") {
    for (const Language language : all_languages) {
        const client::test::Speaking speaking(language);
        for (const std::string_view verb : all_verbs()) {
            const std::string word = p_("command", std::string(verb).c_str());
            INFO(word);
            CHECK(verb_named(ascii_only(word)) == verb_named(word));
        }
        for (const Card card : all_cards)
            CHECK(parse_card(ascii_only(words::name(card))) == card);
    }
    const client::test::Speaking german(Language::German);
    CHECK(verb_named("raume") == "rooms");
}

} // namespace jaipur::client::command
