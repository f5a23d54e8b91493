// How two servers come to trust each other: both know a secret, and prove it without sending it.
// Three messages, as pure functions of values:
//
//     owner of the room → challenge: its versions, and a nonce
//     entry server      → introduction: its nonce, the client or question, proof over all of it
//     owner             → welcome: proof over all of that
//
// Nonces are fresh, so recordings can't be replayed. Messages are lines `NAME VALUE`;
// lines with other names are ignored, so later versions can add some.
#pragma once

#include "server/core/address.hpp"
#include "server/core/chance.hpp"
#include "server/core/record.hpp"

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace jaipur::server::relay {

inline constexpr std::size_t most_handshake = 2048; // bytes of a message

// This server speaks all versions in between.
struct Versions {
    std::uint32_t lowest = 1, highest = 1;
};

using Nonce = std::array<std::uint8_t, 32>;

// A client whose messages are relayed.
struct Client {
    core::Address from;
    // Its pass to a private server, by its number in the guest book; and how long that counts where
    // the book doesn't have it yet.
    std::optional<std::uint64_t> guest{};
    std::chrono::milliseconds guest_for{0};
    std::optional<std::chrono::milliseconds> lag{};
    std::chrono::seconds waited{0}; // its first request, at its own server
    bool asks_here = false; // about this server's rooms only; its own server asks the others
    friend bool operator==(const Client&, const Client&) = default;
};

// As lines.
std::string to_text(const Client& client);
// Nothing if it can't be read.
std::optional<Client> client_in(std::string_view lines);

// A question instead of a client: does somebody here have this seat?
struct WhoHas {
    enum class What : std::uint8_t { Token, Key };
    What what{};
    core::TokenHash hash{};
    friend bool operator==(const WhoHas&, const WhoHas&) = default;
};

struct Introduction {
    std::string from; // the entry server's name
    std::string to;   // the owner's: nobody can pass it on to a third server
    std::variant<Client, WhoHas> purpose;
    friend bool operator==(const Introduction&, const Introduction&) = default;
};

std::string challenge(const Nonce& nonce, Versions versions = {});

// What the entry server sends. Nothing if the challenge is malformed or has no version in common.
std::optional<std::string> introduce(std::string_view challenge, const Introduction& introduction,
                                     const Nonce& nonce, std::string_view secret,
                                     Versions versions = {});

// What the owner does with it.
enum class Distrust : std::uint8_t { Malformed, WrongVersion, WrongProof };
std::variant<Introduction, Distrust> check(std::string_view introduction,
                                           std::string_view challenge, std::string_view secret,
                                           Versions versions = {});
// `found`: the answer to a question.
std::string welcome(std::string_view introduction, std::string_view challenge,
                    std::string_view secret, bool found = false);

// What the entry server does with that: nothing if it isn't proved.
struct Welcomed {
    bool found = false;
};

std::optional<Welcomed> accept(std::string_view welcome, std::string_view introduction,
                               std::string_view challenge, std::string_view secret);

} // namespace jaipur::server::relay
