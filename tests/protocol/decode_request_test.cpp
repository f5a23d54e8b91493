// How strictly the server reads the fields of requests.
#include "protocol/hash.hpp"
#include "tests/protocol/decoding.hpp"
#include "tests/protocol/json_changes.hpp"
#include "tests/protocol/random_messages.hpp"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <string>
#include <vector>

using namespace jaipur;
using namespace jaipur::protocol;
using namespace jaipur::test;
using nlohmann::ordered_json;

TEST_CASE("ids go from 0 to 2^53-1; without a valid one, the error has no `re`") {
    const auto ping = [](const std::string& id) { return R"({"type":"ping","id":)" + id + "}"; };
    CHECK(request(ping("0")).id == 0);
    CHECK(request(ping("9007199254740991")).id == 9007199254740991);
    for (const char* id :
         {"-1", "9007199254740992", "9223372036854775807", "9223372036854775808",
          "18446744073709551615", "18446744073709551616", "-9223372036854775809", "1.0", "1e2",
          "1E2", "0.5", "-0.0", "1e400", "\"7\"", "null", "true", "[7]", "{}"}) {
        CAPTURE(id);
        const auto result = decode(ping(id));
        REQUIRE(result.has_error());
        CHECK(result.error().re == std::nullopt);
        // A number that doesn't fit a double isn't JSON here.
        CHECK(result.error().code ==
              (id == std::string("1e400") ? ErrorCode::BadJson : ErrorCode::BadRequest));
    }
    check_refused(R"({"type":"ping"})", ErrorCode::BadRequest, std::nullopt);
    check_refused("{}", ErrorCode::BadRequest, std::nullopt);
    check_refused(R"({"type":"nothing","id":-1})", ErrorCode::BadRequest, std::nullopt);
}

TEST_CASE("a type that doesn't exist is unknown_type") {
    for (const char* type : {"", "Ping", "PING", "ping ", "ok", "view", "error", "act\\u0000"})
        check_refused(R"({"id":7,"type":")" + std::string(type) + "\"}", ErrorCode::UnknownType, 7);
    for (const char* type : {"null", "7", "[]", "{}", "true"})
        check_bad_request(R"({"id":7,"type":)" + std::string(type) + "}");
    check_bad_request(R"({"id":7})");
    // The type is checked before the fields.
    check_refused(R"({"id":7,"type":"nothing","x":1})", ErrorCode::UnknownType, 7);
}

TEST_CASE("the order of fields does not matter") {
    const Act act = body<Act>(
        R"({"action":{"count":2,"good":"gold","type":"sell"},"ply":3,"id":7,"type":"act"})");
    CHECK(act.ply == 3);
    CHECK(act.action == Action(Sell{Good::Gold, 2}));
}

TEST_CASE("every request refuses an extra field, a missing one and one of another type") {
    const std::vector<std::string> frames{
        R"({"type":"create_room","id":7,"name":"A","options":{"public":true,"password":"p","spectators":"open","delay":2,"clock":{"initial":1,"increment":0},"seals":1,"opponent":{"bot":"easy"},"grace":1,"patience":60},"token":"mHnm5dGJcM2lZQ0S8mZ0b9gI1vUu0kqJk2mZ5nq3x1Y"})",
        R"({"type":"join_room","id":7,"room":"K7QX2M","name":"A","password":"p","token":"mHnm5dGJcM2lZQ0S8mZ0b9gI1vUu0kqJk2mZ5nq3x1Y"})",
        R"({"type":"quick_match","id":7,"name":"A","clock":{"initial":1,"increment":0},"token":"mHnm5dGJcM2lZQ0S8mZ0b9gI1vUu0kqJk2mZ5nq3x1Y","trader":5})",
        R"({"type":"spectate","id":7,"room":"K7QX2M","name":"A","password":"p"})",
        R"({"type":"invitation","id":7,"room":"K7QX2M","password":"p"})",
        R"({"type":"resume","id":7,"room":"K7QX2M","token":"t"})",
        R"({"type":"take_over","id":7,"key":"mHnm5dGJcM2lZQ0S8mZ0b9gI1vUu0kqJk2mZ5nq3x1Y","token":"mHnm5dGJcM2lZQ0S8mZ0b9gI1vUu0kqJk2mZ5nq3x1Y"})",
        R"({"type":"leave_room","id":7})",
        R"({"type":"ready","id":7,"commit":"20b278c8d43424106f7d680c3aee3d7f3e4a2d87d9b6c730acf8054edf80e945"})",
        R"({"type":"reveal","id":7,"nonce":"20b278c8d43424106f7d680c3aee3d7f3e4a2d87d9b6c730acf8054edf80e945"})",
        R"({"type":"act","id":7,"ply":0,"match":"m","action":{"type":"take","card":"gold"}})",
        R"({"type":"act","id":7,"ply":0,"match":"m","action":{"type":"take_camels"}})",
        R"({"type":"act","id":7,"ply":0,"action":{"type":"exchange","take":["gold"],"give":["camel"]}})",
        R"({"type":"act","id":7,"ply":0,"action":{"type":"sell","good":"gold","count":1}})",
        R"({"type":"resign","id":7})",
        R"({"type":"claim_win","id":7})",
        R"({"type":"rematch","id":7})",
        R"({"type":"chat","id":7,"text":"t"})",
        R"({"type":"list_spectators","id":7})",
        R"({"type":"move_seat","id":7})",
        R"({"type":"enter","id":7,"pass":"mHnm5dGJcM2lZQ0S8mZ0b9gI1vUu0kqJk2mZ5nq3x1Y"})",
        R"({"type":"enter","id":7,"pass":"mHnm5dGJcM2lZQ0S8mZ0b9gI1vUu0kqJk2mZ5nq3x1Y","password":"x"})",
        R"({"type":"enter","id":7,"pass":"mHnm5dGJcM2lZQ0S8mZ0b9gI1vUu0kqJk2mZ5nq3x1Y","invitation":"o1Rr0mLk9vY3cWJb2fZ8sQxT5uHn7aEdGg4pKi6tBwA"})",
        R"({"type":"set_chat","id":7,"from":"players"})",
        R"({"type":"push_key","id":7})",
        R"({"type":"push_subscribe","id":7,"endpoint":"https://push.example/a","p256dh":"BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4","auth":"BTBZMqHH6r4Tts7J_aSIgg"})",
        R"({"type":"push_unsubscribe","id":7})",
        R"({"type":"remove","id":7,"seat":1})",
        R"({"type":"remove","id":7,"spectator":1})",
        R"({"type":"list_rooms","id":7,"after":"K7QX2M"})",
        R"({"type":"games","id":7,"seats":[{"room":"K7QX2M","token":"t"}]})",
        R"({"type":"ping","id":7})"};
    const std::vector<std::string> optional{
        "options", "password", "clock",    "commit", "match",    "after",      "public",
        "delay",   "seals",    "opponent", "grace",  "patience", "spectators", "trader"};
    int changed = 0;
    for (const std::string& frame : frames) {
        REQUIRE(accepted(frame));
        const auto good = ordered_json::parse(frame);
        test::for_each_value(good, [&](const ordered_json::json_pointer& place) {
            const ordered_json& value = good[place];
            if (value.is_object()) {
                ordered_json bad = good;
                bad[place]["extra"] = nullptr;
                check_bad_request(bad.dump());
            }
            if (place.empty() || place.back() == "id")
                return;
            // Every value with a different type; null counts as one unless it is allowed.
            for (const char* other : {"null", "true", "1.5", "\"\\u0001\"", "[]", "{}", "[null]"}) {
                ordered_json bad = good;
                bad[place] = ordered_json::parse(other);
                const bool is_null = bad[place].is_null();
                if (bad[place].type() == value.type() ||
                    (is_null && (place.back() == "clock" || place.back() == "opponent")))
                    continue;
                ++changed;
                CAPTURE(bad.dump());
                const auto result = decode(bad.dump());
                REQUIRE(result.has_error());
                CHECK(result.error().code == ErrorCode::BadRequest);
            }
            if (!good[place.parent_pointer()].is_object())
                return;
            ordered_json without = good;
            without[place.parent_pointer()].erase(place.back());
            const std::string what = good["type"].get<std::string>() + " " + place.back();
            const bool may_be_absent =
                what == "spectate name" || what == "resume room" || what == "games room" ||
                what == "enter invitation" ||
                (place.back() == "token" && what != "resume token" && what != "take_over token" &&
                 what != "games token") ||
                std::find(optional.begin(), optional.end(), place.back()) != optional.end();
            CAPTURE(without.dump());
            CHECK(accepted(without.dump()) == may_be_absent);
        });
    }
    CHECK(changed > 200);
}

TEST_CASE("a push subscription has an https URL, and keys of the right length") {
    const std::string key =
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
    const std::string auth = "BTBZMqHH6r4Tts7J_aSIgg";
    const auto frame = [](const std::string& endpoint, const std::string& p256dh,
                          const std::string& secret) {
        return R"({"type":"push_subscribe","id":7,"endpoint":")" + endpoint + R"(","p256dh":")" +
               p256dh + R"(","auth":")" + secret + "\"}";
    };
    const std::string url = "https://push.example/a?b=c";
    const auto subscription = body<PushSubscribe>(frame(url, key, auth)).to;
    CHECK(subscription.endpoint == url);
    CHECK(base64url(subscription.key) == key);
    CHECK(base64url(subscription.auth) == auth);
    const std::string longest = "https://" + repeated("x", 992);
    CHECK(body<PushSubscribe>(frame(longest, key, auth)).to.endpoint == longest);
    for (const std::string& bad : {std::string(), std::string("http://push.example/a"),
                                   longest + "x", url + " ", url + "\xC3\xA9", url + "\\n"})
        check_bad_request(frame(bad, key, auth));
    for (const std::string& bad : {key + "A", key.substr(1), key + "=", std::string()})
        check_bad_request(frame(url, bad, auth));
    for (const std::string& bad : {auth + "A", auth.substr(1), auth + "==", auth.substr(1) + "B"})
        check_bad_request(frame(url, key, bad));
}

TEST_CASE("games asks for one to twenty seats") {
    const auto seats = [](int count) {
        const std::string list = repeated(R"({"token":"t"},)", count);
        return R"({"type":"games","id":7,"seats":[)" +
               list.substr(0, list.empty() ? 0 : list.size() - 1) + "]}";
    };
    check_bad_request(seats(0));
    CHECK(body<ListGames>(seats(1)).seats == std::vector{SeatToken{{}, "t"}});
    CHECK(body<ListGames>(seats(20)).seats.size() == 20);
    check_bad_request(seats(21));
}

TEST_CASE("remove names either a seat or a spectator") {
    CHECK(body<Remove>(R"({"type":"remove","id":7,"seat":1})") == Remove{Seat::One});
    CHECK(body<Remove>(R"({"type":"remove","id":7,"spectator":9007199254740991})") ==
          Remove{SpectatorNumber{9007199254740991}});
    for (const char* fields :
         {"", R"(,"seat":1,"spectator":1)", R"(,"seat":2)", R"(,"seat":-1)", R"(,"seat":null)",
          R"(,"spectator":-1)", R"(,"spectator":null)", R"(,"spectator":9007199254740992)"})
        check_bad_request(R"({"type":"remove","id":7)" + std::string(fields) + "}");
}

TEST_CASE("options have the protocol's defaults and ranges") {
    const auto options = [](const std::string& text) {
        return body<CreateRoom>(with_options(text)).options;
    };
    CHECK(options("") == CreateOptions{});
    CHECK(body<CreateRoom>(R"({"type":"create_room","id":7,"name":"A"})").options ==
          CreateOptions{});
    CHECK(options(R"("clock":null,"opponent":null)") == CreateOptions{});
    CHECK(options(R"("spectators":"none")").spectators == SpectatorMode::None);
    CHECK(options(R"("opponent":{"bot":"whatever"})").bot == "whatever"); // the server knows which

    struct Range {
        std::string before, after;
        std::int64_t min, max;
    };

    for (const Range& range :
         {Range{R"("delay":)", "", 2, 20}, Range{R"("seals":)", "", 1, 3},
          Range{R"("grace":)", "", 1, 3600}, Range{R"("patience":)", "", 60, 2592000},
          Range{R"("clock":{"increment":0,"initial":)", "}", 1, 36000},
          Range{R"("clock":{"initial":1,"increment":)", "}", 0, 300}}) {
        const auto with = [&](const std::string& number) {
            return with_options(range.before + number + range.after);
        };
        CHECK(accepted(with(std::to_string(range.min))));
        CHECK(accepted(with(std::to_string(range.max))));
        // 2^32 more must not wrap around to the same number.
        for (std::int64_t bad : {range.min - 1, range.max + 1, range.min + (std::int64_t{1} << 32)})
            check_bad_request(with(std::to_string(bad)));
        check_bad_request(with(std::to_string(range.min) + ".0"));
        check_bad_request(with("99999999999999999999"));
    }
    CHECK(body<QuickMatch>(R"({"type":"quick_match","id":7,"name":"A","clock":null})").clock ==
          std::nullopt);
    check_bad_request(
        R"({"type":"quick_match","id":7,"name":"A","clock":{"initial":0,"increment":0}})");
}

TEST_CASE("commitments and nonces are 64 hex digits in either case, or have their own error") {
    const std::string lower(64, 'a'), upper(64, 'A');
    const auto ready = [](const std::string& hex_text) {
        return R"({"type":"ready","id":7,"commit":")" + hex_text + "\"}";
    };
    const auto reveal = [](const std::string& hex_text) {
        return R"({"type":"reveal","id":7,"nonce":")" + hex_text + "\"}";
    };
    Hash hash{};
    hash.fill(0xaa);
    CHECK(body<Ready>(ready(lower)).commit == hash);
    CHECK(body<Ready>(ready(upper)).commit == hash);
    CHECK(body<Ready>(R"({"type":"ready","id":7})").commit == std::nullopt);
    CHECK(body<Reveal>(reveal(lower)).nonce == hash);
    CHECK(body<Reveal>(reveal(upper)).nonce == hash);
    for (const std::string& bad : {std::string(), std::string(63, 'a'), std::string(65, 'a'),
                                   std::string(64, 'g'), " " + std::string(63, 'a')}) {
        check_refused(ready(bad), ErrorCode::BadCommit, 7);
        check_refused(reveal(bad), ErrorCode::BadReveal, 7);
    }
    // Other errors in the request's form come first.
    check_bad_request(R"({"type":"ready","id":7,"commit":"x","extra":1})");
    check_bad_request(R"({"type":"ready","id":7,"commit":null})");
    check_bad_request(R"({"type":"reveal","id":7,"nonce":"x","extra":1})");
    check_bad_request(R"({"type":"reveal","id":7,"nonce":null})");
    check_bad_request(R"({"type":"reveal","id":7})");
}

TEST_CASE("a chosen token is 32 bytes in base64url, with one spelling") {
    const std::string good = "mHnm5dGJcM2lZQ0S8mZ0b9gI1vUu0kqJk2mZ5nq3x1Y";
    const auto quick = [](const std::string& token) {
        return R"({"type":"quick_match","id":7,"name":"A","token":")" + token + "\"}";
    };
    const auto token = body<QuickMatch>(quick(good)).token;
    REQUIRE(token);
    CHECK(base64url(*token) == good);
    CHECK_FALSE(body<QuickMatch>(R"({"type":"quick_match","id":7,"name":"A"})").token);
    for (const std::string& bad :
         {std::string(), good.substr(1), good + "A", good + "=", good.substr(1) + "+",
          good.substr(1) + "Z", std::string(64, 'a')}) { // Z: its spare bits aren't 0
        check_bad_request(quick(bad));
        check_bad_request(R"({"type":"create_room","id":7,"name":"A","token":")" + bad + "\"}");
        check_bad_request(R"({"type":"join_room","id":7,"room":"?","name":"A","token":")" + bad +
                          "\"}");
        check_bad_request(R"({"type":"take_over","id":7,"key":")" + bad + R"(","token":")" + good +
                          "\"}");
        check_bad_request(R"({"type":"take_over","id":7,"key":")" + good + R"(","token":")" + bad +
                          "\"}");
    }
}

TEST_CASE("the spectator delay that a player agrees to is 2 to 20 actions") {
    CHECK(body<Ready>(R"({"type":"ready","id":7})").delay == std::nullopt);
    CHECK(body<Ready>(R"({"type":"ready","id":7,"delay":2})").delay == 2);
    CHECK(body<Ready>(R"({"type":"ready","id":7,"delay":20})").delay == 20);
    for (const char* delay : {"1", "21", "4.5", "null", "true"})
        check_bad_request(R"({"type":"ready","id":7,"delay":)" + std::string(delay) + "}");
}

TEST_CASE("the pairing in which a player agrees is a number") {
    CHECK(body<Ready>(R"({"type":"ready","id":7})").pairing == std::nullopt);
    CHECK(body<Ready>(R"({"type":"ready","id":7,"pairing":0})").pairing == 0);
    CHECK(body<Ready>(R"({"type":"ready","id":7,"pairing":9007199254740991})").pairing ==
          9007199254740991);
    for (const char* pairing : {"-1", "9007199254740992", "4.5", "null", "true"})
        check_bad_request(R"({"type":"ready","id":7,"pairing":)" + std::string(pairing) + "}");
}

TEST_CASE("the decoder leaves the meaning of texts to later checks") {
    CHECK(body<JoinRoom>(R"({"type":"join_room","id":7,"room":"\u0000","name":""})").room ==
          std::string(1, '\0'));
    CHECK(body<Resume>(R"({"type":"resume","id":7,"room":"?","token":""})").token.empty());
    CHECK(body<SendChat>(with_text("")).text.empty());
    CHECK(body<CreateRoom>(with_options(R"("password":"")")).options.password == "");
    CHECK(body<ListRooms>(R"({"type":"list_rooms","id":7,"after":"?"})").after == "?");
    CHECK(body<Act>(R"({"type":"act","id":7,"ply":0,"match":"?","action":{"type":"take_camels"}})")
              .match == "?");
}

TEST_CASE("any integer is a ply for the codec") {
    const auto act = [](const std::string& ply) {
        return R"({"type":"act","id":7,"ply":)" + ply + R"(,"action":{"type":"take_camels"}})";
    };
    CHECK(body<Act>(act("4294967296")).ply == 4294967296);
    CHECK(body<Act>(act("9007199254740991")).ply == 9007199254740991);
    for (const char* ply : {"-1", "9007199254740992", "0.0", "1e1"})
        check_bad_request(act(ply));
}

TEST_CASE("cards and goods have the protocol's names") {
    const auto action = [](const std::string& text) { return body<Act>(with_action(text)).action; };
    for (Card card : all_cards)
        CHECK(action(R"({"type":"take","card":")" + std::string(name(card)) + "\"}") ==
              Action(Take{card})); // camels too; the rules refuse them
    for (Good good : all_goods)
        CHECK(action(R"({"type":"sell","count":1,"good":")" + std::string(name(good)) + "\"}") ==
              Action(Sell{good, 1}));
    for (const char* bad :
         {R"({"type":"take","card":"Gold"})", R"({"type":"take","card":""})",
          R"({"type":"take","card":"camels"})", R"({"type":"sell","good":"camel","count":1})",
          R"({"type":"exchange","take":["gold","salt"],"give":["camel","camel"]})",
          R"({"type":"exchange","take":"gold","give":["camel"]})",
          R"({"type":"Take","card":"gold"})", R"({"type":"take_camels","card":"camel"})",
          R"({"type":"pass"})", R"({})"})
        check_bad_request(with_action(bad));
}

TEST_CASE("R8 exchanges of any length are well-formed and cut to what the rules need") {
    const auto exchange = [](int take, int give) {
        const auto cards = [](int count) {
            const std::string list = repeated("\"gold\",", count);
            return "[" + list.substr(0, list.empty() ? 0 : list.size() - 1) + "]";
        };
        const auto act = body<Act>(with_action(R"({"type":"exchange","take":)" + cards(take) +
                                               R"(,"give":)" + cards(give) + "}"));
        return std::get<Exchange>(act.action);
    };
    CHECK(exchange(0, 0) == Exchange{});
    CHECK(exchange(2, 1).take.size() == 2);
    CHECK(exchange(2, 1).give.size() == 1);
    CHECK(exchange(8, 9).take.size() == 8);
    CHECK(exchange(300, 5).take.size() == 8);
    CHECK(exchange(300, 5).give.size() == 5);
    // A word that isn't a card is refused everywhere.
    check_bad_request(with_action(R"({"type":"exchange","give":[],"take":[)" +
                                  repeated("\"gold\",", 20) + "\"salt\"]}"));
}

TEST_CASE("R11 any integer is a count") {
    const auto count = [](const std::string& number) {
        const auto act =
            body<Act>(with_action(R"({"type":"sell","good":"gold","count":)" + number + "}"));
        return int{std::get<Sell>(act.action).count};
    };
    CHECK(count("0") == 0);
    CHECK(count("-1") == 0);
    CHECK(count("7") == 7);
    CHECK(count("255") == 255);
    CHECK(count("256") == 255);
    CHECK(count("4294967297") == 255); // 2^32 + 1
    CHECK(count("-4294967295") == 0);
    CHECK(count("18446744073709551617") == 255); // 2^64 + 1
    CHECK(count("-18446744073709551615") == 0);
    check_bad_request(with_action(R"({"type":"sell","good":"gold","count":2.0})"));
    check_bad_request(with_action(R"({"type":"sell","good":"gold","count":2e0})"));
}

TEST_CASE("an error never repeats what the client sent") {
    const std::string canary = "canary";
    for (const std::string& frame :
         {canary, "{\"" + canary + "\":1}", R"({"type":")" + canary + R"(","id":7})",
          R"({"type":"ping","id":")" + canary + "\"}",
          R"({"type":"ping","id":7,")" + canary + "\":1}",
          with_action(R"({"type":"take","card":")" + canary + "\"}"),
          R"({"type":"ready","id":7,"commit":")" + canary + "\"}",
          R"({"type":"ping","id":7,"x":[")" + canary,
          "{\"" + canary + "\":1,\"" + canary + "\":2}"}) {
        CAPTURE(frame);
        const auto result = decode(frame);
        REQUIRE(result.has_error());
        CHECK(encode(ServerMessage(result.error())).find(canary) == std::string::npos);
    }
}
