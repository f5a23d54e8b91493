#include "common/deal.hpp"
#include "protocol/fair.hpp"
#include "protocol/hash.hpp"
#include "tests/support/proof.hpp"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <fstream>
#include <set>
#include <string>
#include <utility>
#include <vector>

using namespace jaipur;
using namespace jaipur::protocol;
using nlohmann::json;

namespace {

json vectors() {
    std::ifstream file(JAIPUR_SOURCE_DIR "/protocol/fair/vectors.json");
    REQUIRE(file.good());
    return json::parse(file);
}

std::string text(const json& value) {
    return value.get<std::string>();
}

template <std::size_t Size>
std::array<std::uint8_t, Size> bytes(const json& hex_text) {
    const auto value = from_hex<Size>(text(hex_text));
    REQUIRE(value);
    return *value;
}

std::optional<Hash> bytes_or_none(const json& hex_text) {
    if (hex_text.get<std::string_view>().empty())
        return std::nullopt;
    return bytes<32>(hex_text);
}

Proof proof_of(const json& vector) {
    Proof proof;
    proof.commitments.match = bytes<16>(vector["match"]);
    proof.commitments.server = bytes<32>(vector["server_commit"]);
    proof.commitments.seats[Seat::Zero] = bytes_or_none(vector["seat0_commit"]);
    proof.commitments.seats[Seat::One] = bytes_or_none(vector["seat1_commit"]);
    proof.nonces[Seat::Zero] = bytes_or_none(vector["seat0_nonce"]);
    proof.nonces[Seat::One] = bytes_or_none(vector["seat1_nonce"]);
    proof.transcript = bytes<32>(vector["table"]);
    proof.server_seed = bytes<32>(vector["server_seed"]);
    return proof;
}

std::string letters(const std::array<Card, 52>& deck) {
    std::string text;
    for (Card card : deck)
        text += "DGSCPLM"[static_cast<std::size_t>(card)];
    return text;
}

// The given words in sequence, like the examples of the specification.
struct ForcedWords {
    std::vector<std::uint32_t> words;
    std::size_t next = 0;

    std::uint32_t operator()() {
        REQUIRE(next < words.size());
        return words[next++];
    }
};

std::uint32_t forced_draw(std::uint32_t n, std::vector<std::uint32_t> words) {
    ForcedWords source{std::move(words)};
    const std::uint32_t drawn = draw(n, source);
    CHECK(source.next == source.words.size()); // exactly as many words as it needs
    return drawn;
}

template <class Items>
Items sorted(Items items) {
    std::sort(items.begin(), items.end());
    return items;
}

// Copies of the proof, each with one bit of one part flipped.
template <class Part>
void check_each_bit(const Proof& good, Part part_of) {
    Proof bad = good;
    auto& part = part_of(bad);
    for (std::size_t bit = 0; bit < part.size() * 8; ++bit) {
        part[bit / 8] ^= static_cast<std::uint8_t>(1u << bit % 8);
        CHECK(mismatch(bad) != "");
        part[bit / 8] ^= static_cast<std::uint8_t>(1u << bit % 8);
    }
    CHECK(mismatch(bad) == "");
}

} // namespace

TEST_CASE("jaipur-fair-1 gives the published vectors") {
    const json all = vectors();
    REQUIRE(all.size() == 2);
    for (const auto& [label, vector] : all.items()) {
        CAPTURE(label);
        CHECK(text(vector["v"]) == fair_version);
        CHECK(text(vector["params"]) == fair_params);
        const Proof proof = proof_of(vector);
        const Commitments& laid = proof.commitments;
        CHECK(server_commit(laid.match, proof.server_seed) == laid.server);
        for (Seat seat : all_seats)
            if (laid.seats[seat])
                CHECK(seat_commit(laid.match, laid.server, seat, *proof.nonces[seat]) ==
                      *laid.seats[seat]);
        CHECK(transcript_hash(laid, proof.nonces) == proof.transcript);
        CHECK(mismatch(proof) == "");
        std::uint8_t round = 0;
        for (const json& expected : vector["rounds"]) {
            ++round;
            CAPTURE(int{round});
            CHECK(hex(round_key(proof.server_seed, proof.transcript, round)) ==
                  text(expected["key"]));
            const Deal shuffle = shuffle_round(proof.server_seed, proof.transcript, round);
            CHECK(letters(shuffle.deck) == text(expected["deck"]));
            CHECK(json(shuffle.bonus3) == expected["b3"]);
            CHECK(json(shuffle.bonus4) == expected["b4"]);
            CHECK(json(shuffle.bonus5) == expected["b5"]);
        }
        CHECK(json(index(draw_starter(proof.server_seed, proof.transcript))) ==
              vector["rounds"][0]["start"]);
    }
    jaipur::test::proved("P16", "vectors", std::to_string(all.size()) + " published matches");
}

TEST_CASE("draw discards words that would favour small numbers") {
    CHECK(forced_draw(52, {0xffffffff, 0xffffffd0, 0xffffffcf}) == 51);
    CHECK(forced_draw(3, {0xffffffff, 0x00000007}) == 1);
    CHECK(forced_draw(7, {0xfffffffc, 0xfffffffb}) == 6);
    CHECK(forced_draw(1, {0x00000005}) == 0);
    CHECK(forced_draw(2, {0xffffffff}) == 1); // a power of two discards no word
}

TEST_CASE("a word stream continues past its first block") {
    Hash key{};
    key[0] = 1;
    WordStream words(key, "deck");
    std::vector<std::uint32_t> drawn;
    for (int i = 0; i < 24; ++i)
        drawn.push_back(words());
    // Bj = HMAC(K, LP("deck") || u32(j)), built by hand here.
    std::vector<std::uint32_t> expected;
    for (std::uint8_t j = 0; j < 3; ++j) {
        const Hash block =
            hmac_sha256(key, std::vector<std::uint8_t>{0, 4, 'd', 'e', 'c', 'k', 0, 0, 0, j});
        for (std::size_t i = 0; i < block.size(); i += 4)
            expected.push_back(std::uint32_t{block[i]} << 24 | std::uint32_t{block[i + 1]} << 16 |
                               std::uint32_t{block[i + 2]} << 8 | block[i + 3]);
    }
    CHECK(drawn == expected);
}

TEST_CASE("R4 each round shuffles the 52 cards and 18 bonus tokens differently") {
    const Proof proof = proof_of(vectors()["A"]);
    const Deal all = unshuffled_deal();
    std::set<std::string> decks;
    for (int round = 1; round <= 255; ++round) {
        const auto number = static_cast<std::uint8_t>(round);
        const Deal shuffle = shuffle_round(proof.server_seed, proof.transcript, number);
        CHECK(sorted(shuffle.deck) == all.deck);
        CHECK(sorted(shuffle.bonus3) == bonus_three);
        CHECK(sorted(shuffle.bonus4) == bonus_four);
        CHECK(sorted(shuffle.bonus5) == bonus_five);
        decks.insert(letters(shuffle.deck));
    }
    CHECK(decks.size() == 255);
}

TEST_CASE("camels come up equally often at every position") {
    const Secret seed{};
    std::array<int, 52> camels_at{};
    constexpr int tables = 8;
    for (std::uint8_t i = 0; i < tables; ++i) {
        const Hash table = sha256(std::array{i});
        for (int round = 1; round <= 255; ++round) {
            const Deal shuffle = shuffle_round(seed, table, static_cast<std::uint8_t>(round));
            for (std::size_t place = 0; place < shuffle.deck.size(); ++place)
                camels_at[place] += shuffle.deck[place] == Card::Camel ? 1 : 0;
        }
    }
    // Chi-squared with 51 degrees of freedom is above 99 once in ten thousand; the seeds are fixed.
    constexpr double expected = tables * 255 * 8 / 52.0;
    double chi_squared = 0;
    for (int count : camels_at)
        chi_squared += (count - expected) * (count - expected) / expected;
    CHECK(chi_squared < 99);
}

TEST_CASE("every flipped bit of a proof is detected") {
    const json all = vectors();
    for (const char* label : {"A", "B"}) {
        CAPTURE(label);
        const Proof good = proof_of(all[label]);
        check_each_bit(good, [](Proof& p) -> auto& { return p.commitments.match; });
        check_each_bit(good, [](Proof& p) -> auto& { return p.commitments.server; });
        check_each_bit(good, [](Proof& p) -> auto& { return p.transcript; });
        check_each_bit(good, [](Proof& p) -> auto& { return p.server_seed; });
        for (Seat seat : all_seats) {
            if (!good.nonces[seat])
                continue;
            check_each_bit(good, [&](Proof& p) -> auto& { return *p.commitments.seats[seat]; });
            check_each_bit(good, [&](Proof& p) -> auto& { return *p.nonces[seat]; });
        }
    }
}

TEST_CASE("a proof's mismatches are named") {
    const Proof good = proof_of(vectors()["A"]);
    Proof bad = good;
    const auto says = [&bad](std::string_view words) {
        return mismatch(bad).find(words) != std::string::npos;
    };
    bad.version = "jaipur-fair-2";
    CHECK(says("version"));
    bad = good;
    bad.params.back() = '1';
    CHECK(says("parameters"));
    bad = good;
    bad.server_seed[5] ^= 1;
    CHECK(says("server's seed"));
    bad = good;
    (*bad.nonces[Seat::One])[0] ^= 1;
    CHECK(says("the nonce of seat 1 doesn't match"));
    bad = good;
    bad.nonces[Seat::Zero].reset();
    CHECK(says("the nonce of seat 0 is missing"));
    bad = good;
    bad.commitments.seats[Seat::Zero].reset();
    CHECK(says("seat 0 revealed a nonce without a commitment"));
    bad = good;
    bad.commitments.seats[Seat::One] = bad.commitments.seats[Seat::Zero];
    CHECK(says("same commitment"));
    bad = good;
    bad.transcript[31] ^= 1;
    CHECK(says("table"));
}

TEST_CASE("swapped parts of a proof are detected") {
    const Proof good = proof_of(vectors()["A"]);
    Proof bad = good;
    std::swap(bad.nonces[Seat::Zero], bad.nonces[Seat::One]);
    CHECK(mismatch(bad) != "");
    std::swap(bad.commitments.seats[Seat::Zero], bad.commitments.seats[Seat::One]);
    CHECK(mismatch(bad) != ""); // a commitment is bound to its seat
    bad = good;
    std::swap(bad.transcript, bad.server_seed);
    CHECK(mismatch(bad) != "");
    bad = good; // remove a seat's contribution
    bad.nonces[Seat::One].reset();
    bad.commitments.seats[Seat::One].reset();
    CHECK(mismatch(bad) != "");
}

TEST_CASE("each contribution changes the deck") {
    const Proof proof = proof_of(vectors()["A"]);
    const auto deck = [](const Proof& p) {
        const Hash table = transcript_hash(p.commitments, p.nonces);
        return letters(shuffle_round(p.server_seed, table, 1).deck);
    };
    std::set<std::string> decks{deck(proof)};
    for (Seat seat : all_seats) {
        Proof other_nonce = proof;
        (*other_nonce.nonces[seat])[0] ^= 1;
        decks.insert(deck(other_nonce));
    }
    Proof other_seed = proof;
    other_seed.server_seed[0] ^= 1;
    decks.insert(deck(other_seed));
    CHECK(decks.size() == 4);
}

TEST_CASE("hex is written in lower case and read in both") {
    const std::array<std::uint8_t, 4> some{0x00, 0x9a, 0xbc, 0xff};
    CHECK(hex(some) == "009abcff");
    const MatchId id{0x60, 0xAB, 0xff};
    CHECK(from_hex<16>(hex(id)) == id);
    CHECK(from_hex<16>("60ABFF00000000000000000000000000") == id);
    CHECK(from_hex<16>("60aBFf00000000000000000000000000") == id);
    CHECK_FALSE(from_hex<16>(""));
    CHECK_FALSE(from_hex<16>("60abff0000000000000000000000000"));
    CHECK_FALSE(from_hex<16>("60abff000000000000000000000000000"));
    CHECK_FALSE(from_hex<16>("60abfg00000000000000000000000000"));
    CHECK_FALSE(from_hex<16>("60abff0000000000000000000000000 "));
    CHECK_FALSE(from_hex<16>(std::string_view("60abff0000000000000000000000000\0", 32)));
    CHECK_FALSE(from_hex<32>(hex(id)));
}
