#include "server/net/redirect.hpp"

#include <algorithm>
#include <optional>
#include <string>

namespace jaipur::server::net {

namespace {

constexpr std::string_view https_port = "443", http_port = "80";

bool consists_of(std::string_view text, std::string_view characters) {
    return !text.empty() && text.find_first_not_of(characters) == std::string_view::npos;
}

struct Host {
    std::string name; // or an address; IPv6 in brackets
    std::string port; // empty: the usual one
};

// Nothing if it isn't a host as a browser writes it, such as "example.org:7777" or "[::1]".
std::optional<Host> parse_host(std::string_view text) {
    const auto bracket = text.find(']');
    const auto colon = text.find(':', bracket == std::string_view::npos ? 0 : bracket);
    const std::string_view name = text.substr(0, colon);
    const std::string_view port =
        colon == std::string_view::npos ? std::string_view{} : text.substr(colon + 1);
    const bool is_v6 = name.starts_with('[') && name.ends_with(']') && name.size() > 2 &&
                       consists_of(name.substr(1, name.size() - 2), "0123456789abcdefABCDEF:.");
    const bool is_name =
        consists_of(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._");
    const bool has_port =
        colon == std::string_view::npos || (port.size() <= 5 && consists_of(port, "0123456789"));
    if (text.size() > longest_host || !(is_v6 || is_name) || !has_port)
        return std::nullopt;
    return Host{std::string(name), std::string(port)};
}

// The path and query; nothing if it has characters that no browser sends.
std::optional<std::string_view> path_and_query(std::string_view target) {
    if (!target.starts_with('/')) { // absolute form
        const auto authority = target.find("://");
        if (authority == std::string_view::npos)
            return std::nullopt;
        const auto slash = target.find('/', authority + 3);
        target = slash == std::string_view::npos ? "/" : target.substr(slash);
    }
    target = target.substr(0, target.find('#'));
    const bool plain = std::ranges::all_of(target, [](char c) { return c > ' ' && c <= '~'; });
    return plain ? std::optional(target) : std::nullopt;
}

} // namespace

HttpResponse redirected(const HttpRequest& request, std::string_view host, std::uint16_t port) {
    const auto to = parse_host(host);
    const auto path = path_and_query(request.target);
    if (!to || !path)
        return plain(400, "Use https.");
    std::string at = port != 0 ? std::to_string(port) : to->port;
    if (at.empty())
        at = http_port; // where this request came
    const std::string authority = at == https_port ? to->name : to->name + ":" + at;
    if (std::ranges::any_of(words(request, "upgrade"),
                            [](auto word) { return same_text(word, "websocket"); }))
        return plain(426, "WebSockets need TLS here: use wss://" + authority + "/ws.",
                     {{"Upgrade", "TLS/1.2"}});
    return plain(308, "This server speaks TLS: use https.",
                 {{"Location", "https://" + authority + std::string(*path)}});
}

} // namespace jaipur::server::net
