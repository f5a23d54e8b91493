// How clients read server messages: unknown fields are fine, wrong values are not.
#include "protocol/codec.hpp"
#include "tests/protocol/json_changes.hpp"
#include "tests/protocol/random_messages.hpp"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

using namespace jaipur;
using namespace jaipur::protocol;
using nlohmann::ordered_json;
using test::RandomMessages;

namespace {

// Some messages of each type. Long ones would only slow down a test of every value.
std::vector<ordered_json> short_messages(int of_each_type) {
    constexpr std::size_t longest = 2500;
    std::vector<int> wanted(std::variant_size_v<ServerMessage>, of_each_type);
    std::vector<ordered_json> messages;
    for (std::uint64_t seed = 0; std::ranges::any_of(wanted, [](int n) { return n > 0; }); ++seed) {
        const ServerMessage message = RandomMessages(seed).server_message();
        const std::string text = encode(message);
        if (text.size() > longest || wanted[message.index()]-- <= 0)
            continue;
        messages.push_back(ordered_json::parse(text));
    }
    return messages;
}

bool is_server_message(const std::string& frame) {
    return decode_server(frame).has_value();
}

// Objects with goods as keys, any of which may be missing.
bool is_map_of_kinds(const ordered_json::json_pointer& place) {
    return !place.empty() &&
           (place.back() == "hand" || place.back() == "discard" || place.back() == "sell");
}

// Servers of release 0.1.0 don't send these.
bool is_newer(const ordered_json::json_pointer& place) {
    constexpr std::array newer{"open_after", "agreed",  "spectator_mode", "patience",
                               "overdue",    "move_in", "missed_reveals", "owner",
                               "pairing",    "trader",  "traders",        "bots",
                               "chat"};
    return !place.empty() && std::ranges::find(newer, place.back()) != newer.end();
}

bool may_be_absent(const ordered_json& whole, const ordered_json::json_pointer& place) {
    if (is_map_of_kinds(place.parent_pointer()))
        return true;
    // Without the field that tells what it is, an `ok` adds nothing, or is another one.
    if (place.parent_pointer().empty() && whole["type"] == "ok") {
        const bool is_invitation = whole.contains("free");
        const bool is_seat = whole.contains("room") && !is_invitation;
        return place.back() == "rooms" || place.back() == "at" || place.back() == "games" ||
               (place.back() == "spectators" && !is_invitation) || place.back() == "key" ||
               place.back() == "push_key" ||
               (is_seat &&
                (place.back() == "room" || place.back() == "token" || place.back() == "name"));
    }
    if (is_newer(place) && !whole.contains("games"))
        return true;
    return whole["type"] == "error" && place.parent_pointer().empty() &&
           (place.back() == "rule" || place.back() == "message" || place.back() == "games");
}

} // namespace

TEST_CASE("a client ignores unknown fields, wherever they are") {
    int added = 0;
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
        CAPTURE(seed);
        const ServerMessage message = RandomMessages(seed).server_message();
        ordered_json grown = ordered_json::parse(encode(message));
        const ordered_json before = grown;
        test::for_each_value(before, [&](const ordered_json::json_pointer& place) {
            if (!before[place].is_object())
                return;
            grown[place]["zz_new"] = {{"a", {1, nullptr, "x"}}};
            ++added;
        });
        const auto result = decode_server(grown.dump());
        REQUIRE(result.has_value());
        CHECK(*result == message);
    }
    CHECK(added > 200);
}

TEST_CASE("a missing field is an error unless it is optional") {
    int removed = 0;
    for (const ordered_json& good : short_messages(4)) {
        test::for_each_value(good, [&](const ordered_json::json_pointer& place) {
            if (place.empty() || !good[place.parent_pointer()].is_object())
                return;
            ordered_json without = good;
            without[place.parent_pointer()].erase(place.back());
            CAPTURE(place.to_string());
            CHECK(is_server_message(without.dump()) == may_be_absent(good, place));
            ++removed;
        });
    }
    CHECK(removed > 300);
}

TEST_CASE("a value of another type is an error") {
    const std::vector<const char*> others{"true",   "1.5",         "-1",
                                          "[[[]]]", "\"\\u0001\"", R"({"a":1})"};
    std::size_t next = 0; // each value gets some of them in turn; all would take too long
    int changed = 0;
    for (const ordered_json& good : short_messages(4)) {
        test::for_each_value(good, [&](const ordered_json::json_pointer& place) {
            const ordered_json& value = good[place];
            if (place.empty() || (!place.empty() && place.back() == "message"))
                return;
            for (int i = 0; i < 2; ++i) {
                const char* other = others[next++ % others.size()];
                ordered_json bad = good;
                bad[place] = ordered_json::parse(other);
                const bool same_type = bad[place].type() == value.type() ||
                                       (bad[place].is_number_integer() && value.is_number());
                // A null may be replaced by a value, and some numbers may be negative.
                if (same_type || value.is_null())
                    continue;
                CAPTURE(place.to_string());
                CAPTURE(other);
                CHECK_FALSE(is_server_message(bad.dump()));
                ++changed;
            }
        });
    }
    CHECK(changed > 500);
}

TEST_CASE("a value that its field can't hold is an error") {
    RandomMessages random(5);
    View view = random.view();
    view.result.reset();
    view.events.clear();
    view.legal.emplace();
    const auto good = ordered_json::parse(encode(ServerMessage(view)));
    REQUIRE(is_server_message(good.dump()));
    const auto refused = [&](const char* place, const ordered_json& value) {
        ordered_json bad = good;
        bad[ordered_json::json_pointer(place)] = value;
        CAPTURE(place);
        CAPTURE(value.dump());
        CHECK_FALSE(is_server_message(bad.dump()));
    };
    const std::vector<std::string> six_cards(6, "gold");
    refused("/market", six_cards);
    refused("/market", {"salt"});
    refused("/goods_tokens/leather", std::vector<int>(10, 1));
    refused("/goods_tokens/gold", {256});
    refused("/goods_tokens/gold", {-1});
    refused("/players/0/goods_tokens",
            std::vector<ordered_json>(39, {{"good", "gold"}, {"value", 5}}));
    refused("/players/0/bonus_tokens",
            std::vector<ordered_json>(19, {{"cards", 3}, {"value", nullptr}}));
    refused("/players/0/bonus_tokens", {{{"cards", 2}, {"value", 1}}});
    refused("/players/0/bonus_tokens", {{{"cards", 6}, {"value", 1}}});
    refused("/players/0/hand", {{"gold", 256}});
    refused("/players", ordered_json::array());
    refused("/players", {good["players"][0]});
    refused("/players", {good["players"][0], good["players"][0], good["players"][0]});
    refused("/legal/take", std::vector<std::string>(6, "gold"));
    refused("/legal/take", {"camel"});
    refused("/legal/sell", {{"gold", {{"min", 0}, {"max", 2}}}});
    refused("/legal/sell", {{"gold", {{"min", 3}, {"max", 2}}}});
    refused("/you", 2);
    refused("/turn", -1);
    refused("/round", 256);
    refused("/ply", 4294967296);
    refused("/seq", 9007199254740992);
    refused("/phase", "over");
    refused("/match", std::string(31, 'a'));
    refused("/match", std::string(32, 'g'));
    refused("/clock", {{"remaining_ms", {1}}, {"running", nullptr}});
    refused("/clock", {{"remaining_ms", {1, 9007199254740992}}, {"running", nullptr}});
    refused("/move_in", 9007199254740992);
    refused("/move_in", "soon");
    refused("/events", {{{"type", "cheated"}}});
    refused("/events",
            {{{"type", "took_camels"}, {"seat", 0}, {"count", 5}, {"refill", six_cards}}});
    refused("/events", {{{"type", "exchanged"},
                         {"seat", 0},
                         {"took", std::vector<std::string>(9, "gold")},
                         {"gave", six_cards}}});
    refused("/events", {{{"type", "match_ended"}, {"winner", 0}, {"reason", "deck"}}});
    refused("/result", {{"rounds", ordered_json::array()},
                        {"winner", nullptr},
                        {"reason", "tokens"}, // ends a round, not a match
                        {"proof", nullptr}});
}

TEST_CASE("the rule of an error is nothing but the number of a rule") {
    const auto error = [](const std::string& rule) {
        return R"({"type":"error","re":1,"code":"hand_limit","message":"?","rule":)" + rule + "}";
    };
    CHECK(is_server_message(error(R"("R10")")));
    CHECK(is_server_message(error(R"("R15a")")));
    for (const char* bad :
         {R"("r10")", R"("R10 ")", R"("R1000")", R"("\u001b[2J")", R"("R\u001b")", "null", "10"})
        CHECK_FALSE(is_server_message(error(bad)));
}

TEST_CASE("a client refuses what isn't JSON, is nested too deep or has an unknown type") {
    using namespace std::string_literals;
    for (const std::string& frame :
         {""s, "null"s, "[]"s, "{}"s, "\"view\""s, R"({"type":"sing"})"s, R"({"type":7})"s,
          R"({"type":"ok","re":1}x)"s, R"({"type":"ok","re":1,"re":1})"s,
          "{\"type\":\"ok\",\"re\":1}\0"s, "\xef\xbb\xbf{\"type\":\"ok\",\"re\":1}"s,
          "{\"type\":\"ok\",\"re\":1,\"x\":\"\xff\"}"s, std::string(100000, '['),
          R"({"type":"ok","re":1,"x":)" + std::string(16, '[') + std::string(16, ']') + "}"}) {
        const auto result = decode_server(frame);
        REQUIRE(result.has_error());
        CHECK_FALSE(result.error().empty());
    }
    CHECK(is_server_message(R"({"type":"ok","re":1,"x":)" + std::string(7, '[') +
                            std::string(7, ']') + "}"));
}

TEST_CASE("a client's error texts repeat nothing from a bad message") {
    const std::string canary = "canary";
    for (const std::string& frame :
         {canary, R"({"type":")" + canary + "\"}", R"({"type":"ok","re":")" + canary + "\"}",
          R"({"type":"error","re":1,"code":")" + canary + "\"}"}) {
        const auto result = decode_server(frame);
        REQUIRE(result.has_error());
        CHECK(result.error().find(canary) == std::string::npos);
    }
}

TEST_CASE("only a complete replay of a known version is read") {
    const Replay replay = RandomMessages(3).replay();
    ordered_json value = ordered_json::parse(encode(replay));
    CHECK(value["v"] == "jaipur-replay-1");
    const auto read = decode_replay(value.dump());
    REQUIRE(read.has_value());
    CHECK(*read == replay);
    for (const char* key : {"v", "room", "match", "options", "names", "starter", "proof", "actions",
                            "rounds", "winner", "reason"}) {
        ordered_json without = value;
        without.erase(key);
        CAPTURE(key);
        CHECK_FALSE(decode_replay(without.dump()).has_value());
    }
    value["v"] = "jaipur-replay-2";
    CHECK_FALSE(decode_replay(value.dump()).has_value());
    CHECK_FALSE(decode_replay("").has_value());
    CHECK_FALSE(decode_replay("[]").has_value());
}
