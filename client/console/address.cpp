#include "client/console/address.hpp"

#include "client/console/safe_text.hpp"
#include "protocol/hash.hpp"
#include "protocol/text.hpp"

#include <algorithm>
#include <charconv>

namespace jaipur::client {

namespace {

constexpr std::string_view default_port = "7777", web_port = "80";

struct UrlParts {
    std::string_view scheme, host_and_port, path; // the path begins with a slash or is empty
};

UrlParts split(std::string_view text) {
    UrlParts parts;
    if (const auto colon = text.find("://"); colon != std::string_view::npos) {
        parts.scheme = text.substr(0, colon);
        text.remove_prefix(colon + 3);
    }
    const std::size_t slash = std::min(text.find_first_of("/#"), text.size());
    parts.host_and_port = text.substr(0, slash);
    parts.path = text.substr(slash);
    return parts;
}

bool is_port(std::string_view text) {
    int number = 0;
    const char* const end = text.data() + text.size();
    return std::from_chars(text.data(), end, number).ptr == end && number >= 1 && number <= 65535;
}

std::optional<Address> host_and_port(std::string_view text, std::string_view port) {
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
        host.find_first_of(" \t") != std::string_view::npos)
        return std::nullopt;
    return Address{std::string(host), std::string(port)};
}

} // namespace

std::optional<Address> parse_address(std::string_view text) {
    const UrlParts parts = split(text);
    const std::string scheme = lower(parts.scheme);
    if (text.starts_with("://") || (!scheme.empty() && scheme != "http" && scheme != "ws"))
        return std::nullopt;
    return host_and_port(parts.host_and_port, scheme == "http" ? web_port : default_port);
}

std::string text_of(const Address& address) {
    const bool is_v6 = address.host.find(':') != std::string::npos;
    return (is_v6 ? "[" + address.host + "]" : address.host) + ":" + address.port;
}

bool needs_tls(std::string_view address) {
    const std::string scheme = lower(split(address).scheme);
    return scheme == "https" || scheme == "wss";
}

bool looks_like_address(std::string_view text) {
    if (text.find("://") != std::string_view::npos)
        return true;
    const std::string_view server = split(text).host_and_port;
    const bool has_port = server.rfind(':') != std::string_view::npos;
    return (has_port || server == "localhost") && host_and_port(server, default_port).has_value();
}

std::optional<RoomLink> parse_room_link(std::string_view text) {
    if (auto code = protocol::room_code(text))
        return RoomLink{std::move(*code), std::nullopt};
    std::string_view path = split(text).path;
    RoomLink link;
    for (const std::string_view part : {"/", "#/", "watch/"})
        if (path.starts_with(part)) {
            path.remove_prefix(part.size());
            if (part == "watch/")
                link.purpose = RoomLink::Purpose::Watch;
        }
    if (const std::size_t mark = path.find('#'); mark != std::string_view::npos) {
        link.key = protocol::from_base64url<32>(path.substr(mark + 1));
        if (!link.key || link.purpose == RoomLink::Purpose::Watch)
            return std::nullopt;
        path = path.substr(0, mark);
    }
    if (path.ends_with('/'))
        path.remove_suffix(1);
    auto code = protocol::room_code(path);
    const auto address = parse_address(text);
    if (!code || !address)
        return std::nullopt;
    link.room = std::move(*code);
    link.server = text_of(*address);
    return link;
}

std::string page_link(const Address& address, std::string_view room) {
    return "http://" + text_of(address) + "/" + std::string(room);
}

std::string seat_link(const Address& address, std::string_view room, const protocol::Secret& key) {
    return page_link(address, room) + "#" + protocol::base64url(key);
}

} // namespace jaipur::client
