#include "server/relay/handshake.hpp"

#include "protocol/hash.hpp"
#include "server/relay/number.hpp"

#include <algorithm>
#include <map>
#include <span>
#include <utility>

namespace jaipur::server::relay {

namespace {

constexpr std::string_view greeting = "jaipur-relay";
constexpr std::string_view proof_line = "proof ";

using Lines = std::map<std::string, std::string, std::less<>>;

std::string line(std::string_view name, std::string_view value) {
    return std::string(name).append(" ").append(value).append("\n");
}

std::string line(std::string_view name, std::uint64_t value) {
    return line(name, std::to_string(value));
}

// Nothing: not all of it is lines with different names.
std::optional<Lines> lines_of(std::string_view text) {
    Lines lines;
    while (!text.empty()) {
        const auto end = text.find('\n');
        const auto blank = text.find(' ');
        if (end == std::string_view::npos || blank == std::string_view::npos || blank > end)
            return std::nullopt;
        if (!lines.emplace(text.substr(0, blank), text.substr(blank + 1, end - blank - 1)).second)
            return std::nullopt;
        text.remove_prefix(end + 1);
    }
    return lines;
}

const std::string* find(const Lines& lines, std::string_view name) {
    const auto found = lines.find(name);
    return found == lines.end() ? nullptr : &found->second;
}

std::pair<std::string_view, std::string_view> words(std::string_view text) {
    const auto blank = std::min(text.find(' '), text.size());
    return {text.substr(0, blank), text.substr(std::min(blank + 1, text.size()))};
}

std::span<const std::uint8_t> bytes(std::string_view text) {
    return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

// Each part with its length, so that no two lists of parts give the same bytes.
std::array<std::uint8_t, 32> proof_of(std::string_view secret,
                                      std::initializer_list<std::string_view> parts) {
    std::string all;
    for (const auto part : parts)
        all.append(std::to_string(part.size())).append(" ").append(part);
    return protocol::hmac_sha256(bytes(secret), bytes(all));
}

struct Proved {
    std::string_view said; // without the proof
    std::array<std::uint8_t, 32> proof{};
};

// The proof is the last line.
std::optional<Proved> with_proof(std::string_view message) {
    const auto at = message.rfind("\n" + std::string(proof_line));
    if (at == std::string_view::npos || !message.ends_with('\n'))
        return std::nullopt;
    const auto said = message.substr(0, at + 1);
    auto proof = message.substr(said.size() + proof_line.size());
    proof.remove_suffix(1);
    const auto read = protocol::from_base64url(proof);
    return read ? std::optional(Proved{said, *read}) : std::nullopt;
}

std::string to_text(const core::Address& address) {
    using Kind = core::Address::Kind;
    const std::string_view kind = address.kind == Kind::ThisMachine ? "this "
                                  : address.kind == Kind::V4        ? "v4 "
                                                                    : "v6 ";
    return std::string(kind) + std::to_string(address.network);
}

std::optional<core::Address> address_in(std::string_view text) {
    using Kind = core::Address::Kind;
    const auto [kind, rest] = words(text);
    const auto network = number_in<std::uint64_t>(rest);
    if (!network)
        return std::nullopt;
    if (kind == "this")
        return core::Address{Kind::ThisMachine, *network};
    if (kind == "v4")
        return core::Address{Kind::V4, *network};
    if (kind == "v6")
        return core::Address{Kind::V6, *network};
    return std::nullopt;
}

std::string to_text(const WhoHas& question) {
    return line(question.what == WhoHas::What::Token ? "token" : "key",
                protocol::base64url(question.hash));
}

std::optional<WhoHas> question_in(const Lines& lines) {
    for (const auto what : {WhoHas::What::Token, WhoHas::What::Key})
        if (const auto* text = find(lines, what == WhoHas::What::Token ? "token" : "key"))
            if (const auto hash = protocol::from_base64url(*text))
                return WhoHas{what, *hash};
    return std::nullopt;
}

std::optional<Client> client_in(const Lines& lines) {
    const auto* address = find(lines, "client");
    const auto from = address ? address_in(*address) : std::nullopt;
    if (!from)
        return std::nullopt;
    Client client{*from};
    if (const auto* guest = find(lines, "guest"))
        client.guest = number_in<std::uint64_t>(*guest);
    if (const auto* guest_for = find(lines, "guest-for"))
        client.guest_for =
            std::chrono::milliseconds(number_in<std::uint16_t>(*guest_for).value_or(0));
    if (const auto* lag = find(lines, "lag"))
        if (const auto time = number_in<std::uint32_t>(*lag))
            client.lag = std::chrono::milliseconds(*time);
    if (const auto* waited = find(lines, "waited"))
        client.waited = std::chrono::seconds(number_in<std::uint16_t>(*waited).value_or(0));
    client.asks_here = find(lines, "asks") != nullptr;
    return client;
}

std::optional<Introduction> introduction_in(const Lines& lines) {
    const auto *from = find(lines, "from"), *to = find(lines, "to");
    if (!from || !to)
        return std::nullopt;
    if (auto client = client_in(lines))
        return Introduction{*from, *to, *client};
    if (auto question = question_in(lines))
        return Introduction{*from, *to, *question};
    return std::nullopt;
}

// The highest version that both speak.
std::optional<std::uint32_t> common_version(Versions one, Versions other) {
    const auto version = std::min(one.highest, other.highest);
    return version >= std::max(one.lowest, other.lowest) ? std::optional(version) : std::nullopt;
}

} // namespace

std::string to_text(const Client& client) {
    std::string text = line("client", to_text(client.from));
    if (client.guest)
        text += line("guest", *client.guest) +
                line("guest-for", static_cast<std::uint64_t>(client.guest_for.count()));
    if (client.lag)
        text += line("lag", static_cast<std::uint64_t>(client.lag->count()));
    if (client.waited.count() > 0)
        text += line("waited", static_cast<std::uint64_t>(client.waited.count()));
    if (client.asks_here)
        text += line("asks", "here");
    return text;
}

std::optional<Client> client_in(std::string_view text) {
    const auto lines = lines_of(text);
    return lines ? client_in(*lines) : std::nullopt;
}

std::string challenge(const Nonce& nonce, Versions versions) {
    return line(greeting,
                std::to_string(versions.lowest) + " " + std::to_string(versions.highest)) +
           line("nonce", protocol::base64url(nonce));
}

std::optional<std::string> introduce(std::string_view challenge, const Introduction& introduction,
                                     const Nonce& nonce, std::string_view secret,
                                     Versions versions) {
    const auto said = lines_of(challenge);
    const auto* theirs = said ? find(*said, greeting) : nullptr;
    if (!theirs || !find(*said, "nonce"))
        return std::nullopt;
    const auto [lowest, highest] = words(*theirs);
    const auto from = number_in<std::uint32_t>(lowest), to = number_in<std::uint32_t>(highest);
    const auto version = from && to ? common_version(versions, {*from, *to}) : std::nullopt;
    if (!version)
        return std::nullopt;
    std::string text = line("version", *version) + line("nonce", protocol::base64url(nonce)) +
                       line("from", introduction.from) + line("to", introduction.to);
    text += std::visit([](const auto& purpose) { return to_text(purpose); }, introduction.purpose);
    const auto proof = proof_of(secret, {"introduction", challenge, text});
    return text.append(proof_line).append(protocol::base64url(proof)).append("\n");
}

std::variant<Introduction, Distrust> check(std::string_view introduction,
                                           std::string_view challenge, std::string_view secret,
                                           Versions versions) {
    const auto proved = with_proof(introduction);
    if (!proved)
        return Distrust::Malformed;
    // Before anything else is read: a stranger gets no further.
    const auto due = proof_of(secret, {"introduction", challenge, proved->said});
    if (!protocol::equal_in_constant_time(due, proved->proof))
        return Distrust::WrongProof;
    const auto lines = lines_of(proved->said);
    const auto* spoken = lines ? find(*lines, "version") : nullptr;
    const auto version = spoken ? number_in<std::uint32_t>(*spoken) : std::nullopt;
    if (!version)
        return Distrust::Malformed;
    if (*version < versions.lowest || *version > versions.highest)
        return Distrust::WrongVersion;
    auto read = introduction_in(*lines);
    if (!read)
        return Distrust::Malformed;
    return std::move(*read);
}

std::string welcome(std::string_view introduction, std::string_view challenge,
                    std::string_view secret, bool found) {
    const std::string text = line("found", found ? "yes" : "no");
    const auto proof = proof_of(secret, {"welcome", challenge, introduction, text});
    return text + std::string(proof_line) + protocol::base64url(proof) + "\n";
}

std::optional<Welcomed> accept(std::string_view welcome, std::string_view introduction,
                               std::string_view challenge, std::string_view secret) {
    const auto proved = with_proof(welcome);
    if (!proved)
        return std::nullopt;
    const auto due = proof_of(secret, {"welcome", challenge, introduction, proved->said});
    if (!protocol::equal_in_constant_time(due, proved->proof))
        return std::nullopt;
    const auto lines = lines_of(proved->said);
    const auto* found = lines ? find(*lines, "found") : nullptr;
    return found ? std::optional(Welcomed{*found == "yes"}) : std::nullopt;
}

} // namespace jaipur::server::relay
