#include "protocol/codec.hpp"
#include "tests/protocol/json_changes.hpp"
#include "tests/protocol/random_messages.hpp"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <fstream>
#include <set>
#include <string>
#include <vector>

using namespace jaipur;
using namespace jaipur::protocol;
using nlohmann::json;
using test::RandomMessages;

namespace {

// The examples in the contract: lines of JSON in fenced blocks.
std::vector<std::string> examples() {
    std::ifstream page(JAIPUR_SOURCE_DIR "/protocol/README.md");
    REQUIRE(page.good());
    std::vector<std::string> lines;
    bool inside = false;
    for (std::string line; std::getline(page, line);) {
        if (line.starts_with("```"))
            inside = line == "```json";
        else if (inside && !line.empty())
            lines.push_back(line);
    }
    return lines;
}

} // namespace

TEST_CASE("every example of the protocol's page is read and written again") {
    int requests = 0, messages = 0;
    std::set<std::string> types;
    for (const std::string& example : examples()) {
        CAPTURE(example);
        const json value = json::parse(example);
        types.insert(value["type"]);
        if (value.contains("id")) {
            ++requests;
            const auto request = decode(example);
            REQUIRE(request.has_value());
            const std::string again = encode(*request);
            CHECK(*decode(again) == *request);
            // All options are written, and a null clock is omitted.
            if (!value.contains("options") && !value.contains("clock"))
                CHECK(again == example);
        } else {
            ++messages;
            const auto message = decode_server(example);
            REQUIRE(message.has_value());
            CHECK(encode(*message) == example);
        }
    }
    CHECK(requests >= 15);
    CHECK(messages >= 3);
    CHECK(types.size() >= 18); // all 15 requests, and room, view, table at least
}

TEST_CASE("every request survives being written and read") {
    std::set<std::string_view> types;
    for (std::uint64_t seed = 0; seed < 2000; ++seed) {
        CAPTURE(seed);
        const Request request = RandomMessages(seed).request();
        types.insert(type_of(request.body));
        const std::string text = encode(request);
        CAPTURE(text);
        const auto again = decode(text);
        REQUIRE(again.has_value());
        CHECK(*again == request);
        CHECK(encode(*again) == text);
    }
    CHECK(types.size() == RandomMessages::request_types);
}

TEST_CASE("every message of the server survives being written and read") {
    std::set<std::size_t> kinds, added;
    for (std::uint64_t seed = 0; seed < 1000; ++seed) {
        CAPTURE(seed);
        const ServerMessage message = RandomMessages(seed).server_message();
        kinds.insert(message.index());
        if (const auto* ok = std::get_if<Ok>(&message))
            added.insert(ok->adds.index());
        const std::string text = encode(message);
        CAPTURE(text);
        const auto again = decode_server(text);
        REQUIRE(again.has_value());
        CHECK(*again == message);
    }
    CHECK(kinds.size() == std::variant_size_v<ServerMessage>);
    CHECK(added.size() == std::variant_size_v<decltype(Ok::adds)>);
}

TEST_CASE("every replay survives being written and read") {
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
        CAPTURE(seed);
        const Replay replay = RandomMessages(seed).replay();
        const auto again = decode_replay(encode(replay));
        REQUIRE(again.has_value());
        CHECK(*again == replay);
    }
}

TEST_CASE("nlohmann's parser reads the same values from what is written") {
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
        CAPTURE(seed);
        RandomMessages random(seed);
        const Chat chat{Seat::One, random.text(40), random.text(200), 1763640000000};
        const json value = json::parse(encode(ServerMessage(chat)));
        CHECK(value["type"] == "chat");
        CHECK(value["seat"] == 1);
        CHECK(value["name"] == *chat.name);
        CHECK(value["text"] == chat.text);
        CHECK(value["at"] == chat.at);
    }
}

TEST_CASE("no mutated request crashes the decoder") {
    test::Random random(1);
    int read = 0, refused = 0;
    for (std::uint64_t seed = 0; seed < 1000; ++seed) {
        const std::string text = encode(RandomMessages(seed).request());
        for (int i = 0; i < 100; ++i) {
            const auto result = decode(test::mutated(text, random));
            ++(result.has_value() ? read : refused);
            if (result) // whatever was read can be written, and is the same again
                CHECK(*decode(encode(*result)) == *result);
            else
                CHECK(encode(ServerMessage(result.error())).size() < 200);
        }
    }
    CHECK(read > 1000);
    CHECK(refused > 50000);
}

TEST_CASE("no mutated server message crashes a client") {
    test::Random random(2);
    int read = 0, refused = 0;
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        const std::string text = encode(RandomMessages(seed).server_message());
        for (int i = 0; i < 50; ++i) {
            const auto result = decode_server(test::mutated(text, random));
            ++(result.has_value() ? read : refused);
            if (!result)
                CHECK_FALSE(result.error().empty());
        }
    }
    CHECK(read > 100);
    CHECK(refused > 5000);
}

TEST_CASE("no mutated replay crashes a client") {
    test::Random random(3);
    int refused = 0;
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
        const std::string text = encode(RandomMessages(seed).replay());
        for (int i = 0; i < 10; ++i)
            refused += decode_replay(test::mutated(text, random)) ? 0 : 1;
    }
    CHECK(refused > 250);
}
