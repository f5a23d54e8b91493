#include "protocol/fair.hpp"

#include "common/deal.hpp"
#include "protocol/hash.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace jaipur::protocol {

namespace {

// Bytes to hash, built from length-prefixed parts (LP in the specification).
class Parts {
  public:
    // V "/" tag, the first part of every hash and round key.
    static Parts tagged(std::string_view tag) {
        std::string text(fair_version);
        text += '/';
        text += tag;
        Parts parts;
        parts.add(text);
        return parts;
    }

    Parts& add(std::span<const std::uint8_t> part) {
        bytes_.push_back(static_cast<std::uint8_t>(part.size() >> 8));
        bytes_.push_back(static_cast<std::uint8_t>(part.size()));
        bytes_.insert(bytes_.end(), part.begin(), part.end());
        return *this;
    }

    Parts& add(std::string_view text) {
        return add({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
    }

    Parts& add(std::uint8_t byte) { return add({&byte, 1}); }

    // A seat that did not contribute has the empty string.
    template <std::size_t Size>
    Parts& add(const std::optional<std::array<std::uint8_t, Size>>& part) {
        return part ? add(std::span<const std::uint8_t>(*part)) : add(std::string_view());
    }

    // Without a length, big-endian.
    Parts& add_u32(std::uint32_t number) {
        for (int shift = 24; shift >= 0; shift -= 8)
            bytes_.push_back(static_cast<std::uint8_t>(number >> shift));
        return *this;
    }

    const std::vector<std::uint8_t>& bytes() const { return bytes_; }

  private:
    std::vector<std::uint8_t> bytes_;
};

// Fisher-Yates from the end, as specified; std::shuffle differs between libraries.
template <class Items>
void shuffle(Items& items, const Hash& key, std::string_view label) {
    WordStream words(key, label);
    for (std::size_t i = items.size() - 1; i > 0; --i)
        std::swap(items[i], items[draw(static_cast<std::uint32_t>(i + 1), words)]);
}

int hex_digit(char character) {
    if (character >= '0' && character <= '9')
        return character - '0';
    if (character >= 'a' && character <= 'f')
        return character - 'a' + 10;
    if (character >= 'A' && character <= 'F')
        return character - 'A' + 10;
    return -1;
}

} // namespace

Hash server_commit(const MatchId& match, const Secret& server_seed) {
    return sha256(Parts::tagged("server").add(match).add(fair_params).add(server_seed).bytes());
}

Hash seat_commit(const MatchId& match, const Hash& server_commit, Seat seat, const Secret& nonce) {
    const auto number = static_cast<std::uint8_t>(index(seat));
    return sha256(
        Parts::tagged("seat").add(match).add(server_commit).add(number).add(nonce).bytes());
}

Hash transcript_hash(const Commitments& commitments, const Nonces& nonces) {
    return sha256(Parts::tagged("table")
                      .add(commitments.match)
                      .add(fair_params)
                      .add(commitments.server)
                      .add(commitments.seats[Seat::Zero])
                      .add(commitments.seats[Seat::One])
                      .add(nonces[Seat::Zero])
                      .add(nonces[Seat::One])
                      .bytes());
}

Hash round_key(const Secret& server_seed, const Hash& transcript, std::uint8_t round) {
    return hmac_sha256(server_seed, Parts::tagged("round").add(transcript).add(round).bytes());
}

Deal shuffle_round(const Secret& server_seed, const Hash& transcript, std::uint8_t round) {
    const Hash key = round_key(server_seed, transcript, round);
    Deal result = unshuffled_deal();
    shuffle(result.deck, key, "deck");
    shuffle(result.bonus3, key, "bonus3");
    shuffle(result.bonus4, key, "bonus4");
    shuffle(result.bonus5, key, "bonus5");
    return result;
}

Seat draw_starter(const Secret& server_seed, const Hash& transcript) {
    WordStream words(round_key(server_seed, transcript, 1), "start");
    return draw(2, words) == 0 ? Seat::Zero : Seat::One;
}

std::uint32_t WordStream::operator()() {
    if (next_byte_ == block_.size()) {
        block_ = hmac_sha256(key_, Parts().add(label_).add_u32(next_block_++).bytes());
        next_byte_ = 0;
    }
    std::uint32_t word = 0;
    for (int i = 0; i < 4; ++i)
        word = word << 8 | block_[next_byte_++];
    return word;
}

namespace {

// What is wrong with a seat's contribution; empty if nothing is.
std::string seat_mismatch(const Proof& proof, Seat seat) {
    const std::string who = seat == Seat::Zero ? "seat 0" : "seat 1";
    const Commitments& laid = proof.commitments;
    const auto& commit = laid.seats[seat];
    const auto& nonce = proof.nonces[seat];
    if (commit.has_value() != nonce.has_value())
        return commit ? "the nonce of " + who + " is missing"
                      : who + " revealed a nonce without a commitment";
    if (commit && seat_commit(laid.match, laid.server, seat, *nonce) != *commit)
        return "the nonce of " + who + " doesn't match its commitment";
    return {};
}

} // namespace

std::vector<std::string> mismatches(const Proof& proof) {
    const Commitments& laid = proof.commitments;
    std::vector<std::string> wrong;
    if (proof.version != fair_version)
        wrong.emplace_back("the shuffle's version is unknown");
    if (proof.params != fair_params)
        wrong.emplace_back("the shuffle's parameters are not those of the game");
    if (server_commit(laid.match, proof.server_seed) != laid.server)
        wrong.emplace_back("the server's seed doesn't match its commitment");
    // Two seats can't have the same commitment by chance: one copied the other.
    if (laid.seats[Seat::Zero] && laid.seats[Seat::Zero] == laid.seats[Seat::One])
        wrong.emplace_back("both seats have the same commitment");
    for (Seat seat : all_seats)
        if (std::string text = seat_mismatch(proof, seat); !text.empty())
            wrong.push_back(std::move(text));
    if (transcript_hash(laid, proof.nonces) != proof.transcript)
        wrong.emplace_back("the table doesn't match the commitments and nonces");
    return wrong;
}

std::string mismatch(const Proof& proof) {
    const std::vector<std::string> wrong = mismatches(proof);
    return wrong.empty() ? std::string() : wrong.front();
}

std::string hex(std::span<const std::uint8_t> bytes) {
    constexpr std::string_view digits = "0123456789abcdef";
    std::string text;
    text.reserve(bytes.size() * 2);
    for (std::uint8_t byte : bytes) {
        text += digits[byte >> 4];
        text += digits[byte & 15u];
    }
    return text;
}

template <std::size_t Size>
std::optional<std::array<std::uint8_t, Size>> from_hex(std::string_view text) {
    if (text.size() != 2 * Size)
        return std::nullopt;
    std::array<std::uint8_t, Size> bytes;
    for (std::size_t i = 0; i < Size; ++i) {
        const int high = hex_digit(text[2 * i]);
        const int low = hex_digit(text[2 * i + 1]);
        if (high < 0 || low < 0)
            return std::nullopt;
        bytes[i] = static_cast<std::uint8_t>(high << 4 | low);
    }
    return bytes;
}

template std::optional<std::array<std::uint8_t, 16>> from_hex<16>(std::string_view);
template std::optional<std::array<std::uint8_t, 32>> from_hex<32>(std::string_view);

} // namespace jaipur::protocol
