// The proof of a fair shuffle in a message: every change to it is noticed.
#include "protocol/codec.hpp"
#include "tests/support/proof.hpp"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <fstream>
#include <string>

using namespace jaipur;
using namespace jaipur::protocol;
using nlohmann::ordered_json;

namespace {

// A match's last view, with the proof of a published vector.
std::string last_view(const char* label) {
    std::ifstream file(JAIPUR_SOURCE_DIR "/protocol/fair/vectors.json");
    REQUIRE(file.good());
    const auto vector = ordered_json::parse(file)[label];
    View view;
    view.phase = Phase::MatchOver;
    view.result.emplace().match = MatchResult{Seat::Zero, EndReason::Seals};
    view.result->proof.emplace();
    auto text = ordered_json::parse(encode(ServerMessage(view)));
    text["result"]["proof"] = {{"v", vector["v"]},
                               {"match", vector["match"]},
                               {"params", vector["params"]},
                               {"server_commit", vector["server_commit"]},
                               {"seat_commits", {vector["seat0_commit"], vector["seat1_commit"]}},
                               {"nonces", {vector["seat0_nonce"], vector["seat1_nonce"]}},
                               {"table", vector["table"]},
                               {"server_seed", vector["server_seed"]}};
    return text.dump();
}

std::optional<Proof> proof_in(const std::string& frame) {
    const auto message = decode_server(frame);
    if (!message || !std::holds_alternative<View>(*message))
        return std::nullopt;
    return std::get<View>(*message).result->proof;
}

} // namespace

TEST_CASE("a published transcript verifies and survives being read and written") {
    for (const char* label : {"A", "B"}) {
        const std::string frame = last_view(label);
        const auto proof = proof_in(frame);
        REQUIRE(proof.has_value());
        CHECK(mismatch(*proof) == "");
        CHECK(encode(*decode_server(frame)) == frame);
    }
}

TEST_CASE("every changed byte of a transcript is noticed") {
    int changed = 0;
    for (const char* label : {"A", "B"}) {
        const std::string frame = last_view(label);
        const Proof good = *proof_in(frame);
        const std::size_t begin = frame.find("{\"v\":");
        const std::size_t end = frame.find('}', begin) + 1;
        REQUIRE(end - begin > 500);
        int same = 0;
        for (std::size_t at = begin; at < end; ++at) {
            for (char other : {'0', 'e', 'F', '"', ',', ' '}) {
                std::string bad = frame;
                if (bad[at] == other)
                    continue;
                bad[at] = other;
                const auto proof = proof_in(bad);
                if (!proof)
                    continue; // no longer a message
                // Only the case of a hex digit may have changed.
                const bool noticed = !mismatch(*proof).empty();
                REQUIRE((noticed || *proof == good));
                ++changed;
                same += *proof == good ? 1 : 0;
            }
        }
        CHECK(same < 40); // an `f` as `F` here and there
    }
    REQUIRE(changed > 1000);
    jaipur::test::proved("P16", "changed transcripts",
                         std::to_string(changed) + " that are still messages, each refused");
}

TEST_CASE("an emptied, doubled or missing part of a transcript is noticed") {
    const auto good = ordered_json::parse(last_view("A"));
    for (const char* place : {"v", "match", "params", "server_commit", "seat_commits/0",
                              "seat_commits/1", "nonces/0", "nonces/1", "table", "server_seed"}) {
        const ordered_json::json_pointer pointer("/result/proof/" + std::string(place));
        const std::string text = good[pointer];
        for (const std::string& other : {std::string(), text + text, text.substr(2)}) {
            ordered_json bad = good;
            bad[pointer] = other;
            CAPTURE(place);
            const auto proof = proof_in(bad.dump());
            CHECK((!proof || !mismatch(*proof).empty()));
        }
    }
    for (const auto& [key, value] : good["result"]["proof"].items()) {
        ordered_json bad = good;
        bad["result"]["proof"].erase(key);
        CHECK_FALSE(proof_in(bad.dump()).has_value());
    }
}
