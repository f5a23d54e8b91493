// The fair shuffle `jaipur-fair-1`: commitments, transcript hash, each round's deal. Server and
// clients compute the same from the same secrets; nothing here draws randomness. It must not know
// about the state or rules of a game. `Deal` is only declared, because clients include this header
// and don't need deals.
#pragma once

#include "common/seat.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace jaipur {
struct Deal;
}

namespace jaipur::protocol {

using MatchId = std::array<std::uint8_t, 16>;
using Hash = std::array<std::uint8_t, 32>;
using Secret = std::array<std::uint8_t, 32>;

inline constexpr std::string_view fair_version = "jaipur-fair-1";
inline constexpr std::string_view fair_params =
    "jaipur-2p/1;deck=DGSCPLM;6,6,6,8,8,10,8;b3=1,1,2,2,2,3,3;b4=4,4,5,5,6,6;b5=8,8,9,10,10";

// Cs: the server's commitment when a match begins.
Hash server_commit(const MatchId& match, const Secret& server_seed);

// Ci: the commitment of the client in `seat`, bound to this match and this server commitment.
Hash seat_commit(const MatchId& match, const Hash& server_commit, Seat seat, const Secret& nonce);

// What is public before anything is revealed. A seat that did not contribute has no commitment.
struct Commitments {
    MatchId match{};
    Hash server{};
    PerSeat<std::optional<Hash>> seats;
    friend bool operator==(const Commitments&, const Commitments&) = default;
};

using Nonces = PerSeat<std::optional<Secret>>;

// T: binds everything together.
Hash transcript_hash(const Commitments& commitments, const Nonces& nonces);

// Kr of round `round` (1 for the first).
Hash round_key(const Secret& server_seed, const Hash& transcript, std::uint8_t round);
Deal shuffle_round(const Secret& server_seed, const Hash& transcript, std::uint8_t round);
// Who starts round 1 of the first match of two players.
Seat draw_starter(const Secret& server_seed, const Hash& transcript);

// A stream of u32 words: HMAC(key, LP(label) || u32(j)) for j = 0, 1, …, big-endian.
class WordStream {
  public:
    WordStream(const Hash& key, std::string_view label) : key_(key), label_(label) {}

    std::uint32_t operator()();

  private:
    Hash key_;
    std::string label_;
    Hash block_{};
    std::uint32_t next_block_ = 0;
    std::size_t next_byte_ = sizeof(Hash);
};

// A uniform draw from 0 … n-1 by rejection: words at or above 2^32 - (2^32 mod n) are discarded.
template <class Words>
std::uint32_t draw(std::uint32_t n, Words& words) {
    const std::uint64_t limit = (std::uint64_t{1} << 32) - (std::uint64_t{1} << 32) % n;
    std::uint32_t word = words();
    while (word >= limit)
        word = words();
    return word % n;
}

// Everything that was secret, published once the match is over.
struct Proof {
    Commitments commitments;
    Nonces nonces;
    Hash transcript{}; // "table" in JSON
    Secret server_seed{};
    // As the proof says; any other value is a mismatch.
    std::string version{fair_version}, params{fair_params};
    friend bool operator==(const Proof&, const Proof&) = default;
};

// What doesn't match among commitments, nonces, transcript and seed, one text each.
std::vector<std::string> mismatches(const Proof& proof);
// The first of them; empty if all match.
std::string mismatch(const Proof& proof);

// Lower-case hex, and back. `from_hex` reads both cases; nothing for any other length or character.
std::string hex(std::span<const std::uint8_t> bytes);
template <std::size_t Size>
std::optional<std::array<std::uint8_t, Size>> from_hex(std::string_view text);
extern template std::optional<std::array<std::uint8_t, 16>> from_hex<16>(std::string_view);
extern template std::optional<std::array<std::uint8_t, 32>> from_hex<32>(std::string_view);

} // namespace jaipur::protocol
