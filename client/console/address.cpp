#include "client/console/address.hpp"

#include "client/console/host_name.hpp"
#include "client/console/safe_text.hpp"
#include "protocol/hash.hpp"
#include "protocol/text.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

namespace jaipur::client {

namespace {

struct Scheme {
    std::string_view name, port; // its default
    bool secure;
};

constexpr Scheme bare{"", "7777", false};
constexpr std::array schemes{Scheme{"http", "80", false}, Scheme{"ws", "80", false},
                             Scheme{"https", "443", true}, Scheme{"wss", "443", true}};
constexpr std::string_view secure_port = "443";

// Null for one that is not of a server.
const Scheme* scheme_named(std::string_view name) {
    const std::string wanted = lower(name);
    const auto* found = std::find_if(schemes.begin(), schemes.end(),
                                     [&](const Scheme& scheme) { return scheme.name == wanted; });
    return name.empty() ? &bare : found == schemes.end() ? nullptr : found;
}

struct UrlParts {
    std::string_view scheme, host_and_port, path; // the path begins with / or #, or is empty
    bool has_scheme = false;
};

UrlParts split(std::string_view text) {
    UrlParts parts;
    if (const auto colon = text.find("://"); colon != std::string_view::npos) {
        parts.has_scheme = true;
        parts.scheme = text.substr(0, colon);
        text.remove_prefix(colon + 3);
    }
    const std::size_t end = std::min(text.find_first_of("/#?"), text.size());
    parts.host_and_port = text.substr(0, end);
    parts.path = text.substr(end);
    return parts;
}

// The path without the query, and what follows "#".
struct PathParts {
    std::string_view path;
    std::optional<std::string_view> mark;
};

PathParts split_path(std::string_view path) {
    if (path.starts_with('/'))
        path.remove_prefix(1);
    if (path.starts_with("#/")) // an old link
        path.remove_prefix(2);
    PathParts parts{path, std::nullopt};
    if (const std::size_t mark = path.find('#'); mark != std::string_view::npos) {
        parts.mark = path.substr(mark + 1);
        parts.path = path.substr(0, mark);
    }
    parts.path = parts.path.substr(0, parts.path.find('?'));
    if (parts.path.ends_with('/'))
        parts.path.remove_suffix(1);
    return parts;
}

bool take_prefix(std::string_view& text, std::string_view prefix) {
    const bool is_there = text.starts_with(prefix);
    if (is_there)
        text.remove_prefix(prefix.size());
    return is_there;
}

bool is_port(std::string_view text) {
    int number = 0;
    const char* const end = text.data() + text.size();
    return std::from_chars(text.data(), end, number).ptr == end && number >= 1 && number <= 65535;
}

std::optional<Address> host_and_port(std::string_view text, const Scheme& scheme) {
    std::string_view port = scheme.port;
    std::string_view host = text;
    if (!text.empty() && text[0] == '[') {
        const std::size_t end = text.find(']');
        if (end == std::string_view::npos)
            return std::nullopt;
        host = text.substr(1, end - 1);
        text.remove_prefix(end + 1);
        if (!text.empty() && text[0] != ':')
            return std::nullopt;
        if (!text.empty())
            port = text.substr(1);
    } else if (const std::size_t colon = text.find(':'); colon != std::string_view::npos) {
        host = text.substr(0, colon);
        port = text.substr(colon + 1);
    }
    if (host.empty() || !is_port(port) || safe(host) != host ||
        host.find_first_of(" \t@\\[]") != std::string_view::npos)
        return std::nullopt;
    constexpr std::size_t longest_name = 253; // of name servers
    auto name = ascii_host(host);
    if (!name || name->size() > longest_name)
        return std::nullopt;
    return Address{scheme.secure ? lower(*name) : std::move(*name), std::string(port),
                   scheme.secure};
}

} // namespace

std::optional<Address> parse_address(std::string_view text) {
    const UrlParts parts = split(text);
    const Scheme* scheme = scheme_named(parts.scheme);
    if (!scheme || (parts.has_scheme && scheme == &bare))
        return std::nullopt;
    return host_and_port(parts.host_and_port, *scheme);
}

std::string authority_of(const Address& address) {
    const bool is_v6 = address.host.find(':') != std::string::npos;
    const std::string host = is_v6 ? "[" + address.host + "]" : address.host;
    return address.secure && address.port == secure_port ? host : host + ":" + address.port;
}

std::string text_of(const Address& address) {
    return (address.secure ? "https://" : "") + authority_of(address);
}

bool looks_like_address(std::string_view text) {
    if (text.find("://") != std::string_view::npos)
        return true;
    const std::string_view server = split(text).host_and_port;
    const bool has_port = server.rfind(':') != std::string_view::npos;
    return (has_port || server == "localhost") && host_and_port(server, bare).has_value();
}

std::optional<RoomLink> parse_room_link(std::string_view text) {
    if (auto code = protocol::room_code(text))
        return RoomLink{std::move(*code), std::nullopt};
    auto [path, mark] = split_path(split(text).path);
    RoomLink link;
    if (take_prefix(path, "watch/"))
        link.purpose = RoomLink::Purpose::Watch;
    if (mark) {
        link.key = protocol::from_base64url<32>(*mark);
        if (!link.key || link.purpose == RoomLink::Purpose::Watch)
            return std::nullopt;
    }
    auto code = protocol::room_code(path);
    const auto address = parse_address(text);
    if (!code || !address)
        return std::nullopt;
    link.room = std::move(*code);
    link.server = text_of(*address);
    return link;
}

std::optional<ServerLink> parse_server_link(std::string_view text) {
    const auto [path, mark] = split_path(split(text).path);
    const auto address = parse_address(text);
    if (!address || path != "enter" || !mark)
        return std::nullopt;
    return ServerLink{text_of(*address), protocol::from_base64url<32>(*mark)};
}

std::optional<ReplayLink> parse_replay_link(std::string_view text) {
    std::string_view path = split_path(split(text).path).path;
    const auto address = parse_address(text);
    if (!address || !(take_prefix(path, "replay/") || take_prefix(path, "replays/")))
        return std::nullopt;
    const std::string match = lower(path.substr(0, path.find('/'))); // a moment may follow
    if (!protocol::from_hex<sizeof(protocol::MatchId)>(match))
        return std::nullopt;
    return ReplayLink{match, text_of(*address)};
}

std::string page_link(const Address& address, std::string_view room) {
    return (address.secure ? "" : "http://") + text_of(address) + "/" + std::string(room);
}

std::string seat_link(const Address& address, std::string_view room, const protocol::Secret& key) {
    return page_link(address, room) + "#" + protocol::base64url(key);
}

} // namespace jaipur::client
