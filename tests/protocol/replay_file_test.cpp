// Replays as files: anyone can write one, so nothing in them is trusted.
#include "protocol/codec.hpp"
#include "protocol/playback.hpp"
#include "protocol/verify.hpp"
#include "tests/protocol/json_changes.hpp"
#include "tests/protocol/random_messages.hpp"
#include "tests/support/replays.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

using namespace jaipur;
using namespace jaipur::protocol;
using nlohmann::ordered_json;
using test::played_replay;
using test::RandomMessages;

namespace {

std::string complaint(const std::string& text) {
    const auto replay = decode_replay(text);
    return replay ? "" : replay.error();
}

} // namespace

TEST_CASE("a replay survives being written and read, and is small") {
    std::size_t largest = 0;
    for (std::uint64_t seed = 1; seed <= 50; ++seed) {
        const Replay replay = played_replay(seed);
        const std::string text = encode(replay);
        largest = std::max(largest, text.size());
        const auto again = decode_replay(text);
        REQUIRE(again.has_value());
        CHECK(*again == replay);
        CHECK(encode(*again) == text);
    }
    CHECK(largest > 5000);
    CHECK(largest < 200'000);
}

TEST_CASE("every object in a replay refuses unknown fields and needs all its own") {
    const auto good = ordered_json::parse(encode(played_replay(2)));
    int added = 0, removed = 0;
    test::for_each_value(good, [&](const ordered_json::json_pointer& place) {
        if (!good[place].is_object())
            return;
        CAPTURE(place.to_string());
        ordered_json bad = good;
        bad[place]["more"] = 1;
        CHECK_FALSE(decode_replay(bad.dump()).has_value());
        ++added;
        if (place.to_string().ends_with("/hand")) // kinds without a card are left out
            return;
        for (const auto& [key, value] : good[place].items()) {
            CAPTURE(key);
            bad = good;
            bad[place].erase(key);
            CHECK_FALSE(decode_replay(bad.dump()).has_value());
            ++removed;
        }
    });
    CHECK(added > 50);
    CHECK(removed > 200);
}

TEST_CASE("a text that is not a replay is refused with the reason") {
    const std::string good = encode(played_replay(1));
    CHECK(complaint(good) == "");
    CHECK(complaint("") == "not JSON");
    CHECK(complaint("PNG\r\n\x1a\n") == "not JSON");
    CHECK(complaint("\xEF\xBB\xBF" + good) == "not JSON");
    CHECK(complaint(good + good) == "not JSON");
    CHECK(complaint(good.substr(0, good.size() - 1)) == "not JSON");
    CHECK(complaint(std::string(100'000, '[')) == "not JSON");
    CHECK(complaint(R"({"v":1,"v":2})") == "not JSON"); // a repeated key
    CHECK(complaint("[]") == "JSON, but not a replay");
    CHECK(complaint("{}") == "JSON, but not a replay");
    CHECK(complaint(R"({"v":1})") == "JSON, but not a replay");
    CHECK(complaint(R"({"v":"jaipur-replay-2"})") == "unsupported replay version");
    CHECK(complaint(R"({"v":"jaipur-replay-1"})") == "a field is missing, invalid or unknown");
}

TEST_CASE("a file above the size limit is refused; one within it is read") {
    const std::string good = encode(played_replay(1));
    const std::string padded = good + std::string(max_replay - good.size(), ' ');
    CHECK(complaint(padded) == "");
    CHECK(complaint(padded + ' ') == "too large for a replay");
}

TEST_CASE("no damaged replay crashes its readers") {
    int read = 0;
    std::vector<std::string> texts;
    for (std::uint64_t seed = 1; seed <= 5; ++seed)
        texts.push_back(encode(played_replay(seed, test::Ending::Resigned)));
    for (std::uint64_t seed = 1; seed <= 4000; ++seed) {
        test::Random random(seed);
        const std::string& text = random.pick(texts);
        const auto replay = decode_replay(test::mutated(text, random));
        if (!replay)
            continue;
        ++read;
        const Verification found = verify(*replay);
        const Playback playback = play_back(*replay);
        REQUIRE_FALSE(playback.positions.empty());
        if (found.is_consistent())
            CHECK(playback.whole);
    }
    CHECK(read > 40);
}

TEST_CASE("a well-formed replay of random values is read, verified and played without a crash") {
    for (std::uint64_t seed = 1; seed <= 300; ++seed) {
        const Replay replay = RandomMessages(seed).replay();
        const auto again = decode_replay(encode(replay));
        REQUIRE(again.has_value());
        CHECK(*again == replay);
        CHECK_FALSE(play_back(*again).positions.empty());
    }
}
