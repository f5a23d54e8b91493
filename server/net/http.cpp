#include "server/net/http.hpp"

#include "server/net/link_answer.hpp"
#include "server/net/redirect.hpp"

#include <algorithm>

namespace jaipur::server::net {

namespace {

char lower(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

std::vector<std::string_view> values(const HttpRequest& request, std::string_view name) {
    std::vector<std::string_view> found;
    for (const auto& [header, value] : request.headers)
        if (same_text(header, name))
            found.push_back(value);
    return found;
}

} // namespace

std::string lowered(std::string_view text) {
    std::string result(text);
    std::transform(result.begin(), result.end(), result.begin(), lower);
    return result;
}

bool same_text(std::string_view a, std::string_view b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [](char x, char y) { return lower(x) == lower(y); });
}

std::string_view trimmed(std::string_view text) {
    const auto first = text.find_first_not_of(" \t");
    if (first == std::string_view::npos)
        return {};
    return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

std::vector<std::string_view> words(const HttpRequest& request, std::string_view header) {
    std::vector<std::string_view> found;
    for (std::string_view rest : values(request, header)) {
        while (!rest.empty()) {
            const auto comma = std::min(rest.find(','), rest.size());
            if (const auto word = trimmed(rest.substr(0, comma)); !word.empty())
                found.push_back(word);
            rest.remove_prefix(std::min(comma + 1, rest.size()));
        }
    }
    return found;
}

namespace {

bool names_word(const HttpRequest& request, std::string_view header, std::string_view word) {
    return std::ranges::any_of(words(request, header),
                               [&](std::string_view w) { return same_text(w, word); });
}

bool asks_for_websocket(const HttpRequest& request) {
    return names_word(request, "connection", "upgrade") &&
           names_word(request, "upgrade", "websocket");
}

// 16 bytes in base64: 22 characters and two of padding.
bool is_websocket_key(std::string_view key) {
    constexpr std::string_view letters =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    return key.size() == 24 && key.ends_with("==") &&
           key.find_first_not_of(letters) == key.size() - 2;
}

// "example.org:80" and "example.org" are the same server under http.
std::string server_of(std::string_view scheme, std::string_view host_and_port) {
    const std::string_view usual_port = scheme == "https" ? ":443" : ":80";
    std::string result = lowered(host_and_port);
    if (result.ends_with(usual_port))
        result.resize(result.size() - usual_port.size());
    return result;
}

// Browsers report which page opens the connection. Only the server's own page, and those that the
// operator named, may connect on behalf of their visitors. Over TLS, its own page came over TLS:
// others may have been altered on their way. (Without TLS here, a proxy may speak it.)
bool origin_allowed(std::string_view origin, std::string_view host, Scheme used, const Site& site) {
    const std::string normal = lowered(origin);
    if (std::ranges::find(site.allowed_origins, normal) != site.allowed_origins.end())
        return true;
    for (const std::string_view scheme : {"http", "https"}) {
        const std::string prefix = std::string(scheme) + "://";
        if (used == Scheme::Https && scheme == "http")
            continue;
        if (normal.starts_with(prefix))
            return server_of(scheme, std::string_view(normal).substr(prefix.size())) ==
                   server_of(scheme, host);
    }
    return false;
}

HttpResponse refused(core::ConnectionQuota::Refusal refusal, std::string_view full,
                     std::string_view too_many) {
    return refusal == core::ConnectionQuota::Refusal::Full ? plain(503, full)
                                                           : plain(429, too_many);
}

HttpAnswer answer_upgrade(const HttpRequest& request, std::string_view host, const Site& site) {
    if (request.method != "GET" || request.version < 11 || !asks_for_websocket(request))
        return plain(426, "This is a WebSocket endpoint; connect with the subprotocol jaipur.v1.",
                     {{"Upgrade", "websocket"}});
    if (words(request, "sec-websocket-version") != std::vector<std::string_view>{"13"})
        return plain(426, "The WebSocket version must be 13.",
                     {{"Upgrade", "websocket"}, {"Sec-WebSocket-Version", "13"}});
    const auto keys = values(request, "sec-websocket-key");
    if (keys.size() != 1 || !is_websocket_key(keys.front()))
        return plain(400, "Sec-WebSocket-Key must be 16 bytes in base64.");
    const auto origins = values(request, "origin");
    if (std::ranges::any_of(origins, [&](auto origin) {
            return !origin_allowed(origin, host, request.scheme, site);
        }))
        return plain(403, "Pages from this origin may not connect.");
    const auto offered = words(request, "sec-websocket-protocol");
    const bool with_ours = std::ranges::find(offered, subprotocol) != offered.end();
    if (!offered.empty() && !with_ours)
        return plain(400, "The subprotocol must be jaipur.v1.");
    auto session = site.session(request.from);
    if (const auto* refusal = std::get_if<core::ConnectionQuota::Refusal>(&session))
        return refused(*refusal, "The server is full.", "Too many connections from your address.");
    return Upgrade{.with_subprotocol = with_ours,
                   .ticket = std::get<core::ConnectionQuota::Ticket>(session)};
}

HttpResponse no_replay() {
    return plain(404, "No finished match has this ID.");
}

HttpAnswer answer_replay(std::string_view match) {
    if (const auto id = protocol::from_hex<16>(match))
        return WantsReplay{*id, std::nullopt};
    return no_replay();
}

// DNS rebinding: a page whose host name resolves to this machine can send requests from its
// visitor's browser, but not with one of this machine's names.
bool names_this_machine(std::string_view host) {
    const auto address = parse_hop(host);
    return address ? address_of(*address).is_this_machine()
                   : same_text(host.substr(0, host.find(':')), "localhost");
}

HttpResponse answer_operator(std::string_view path, std::string_view host, const Site& site) {
    if (!names_this_machine(host))
        return plain(403, "Use localhost or a loopback address as the host name.");
    if (path != "/metrics")
        return plain(404, "Not found; only /metrics exists here.");
    HttpResponse response;
    response.headers = {{"Content-Type", "text/plain; version=0.0.4; charset=utf-8"}};
    response.body = site.metrics();
    return response;
}

// Where the body of this request ends is certain. A proxy that reads another encoding differently
// would take a part of it for the next request, or the reverse (RFC 9112, 6.1 and 6.3).
bool body_ends_clearly(const HttpRequest& request) {
    const auto encodings = values(request, "transfer-encoding");
    if (encodings.empty())
        return true;
    return encodings.size() == 1 && same_text(trimmed(encodings.front()), "chunked") &&
           request.version >= 11 && values(request, "content-length").empty();
}

// The path of a target in origin form ("/ws?x") or absolute form ("http://host/ws").
std::string_view path_of(std::string_view target) {
    if (!target.starts_with('/')) {
        const auto authority = target.find("://");
        if (authority == std::string_view::npos)
            return {};
        const auto slash = target.find('/', authority + 3);
        target = slash == std::string_view::npos ? "/" : target.substr(slash);
    }
    return target.substr(0, target.find_first_of("?#"));
}

std::string_view reason(int status) {
    switch (status) {
    case 200:
        return "OK";
    case 308:
        return "Permanent Redirect";
    case 304:
        return "Not Modified";
    case 400:
        return "Bad Request";
    case 403:
        return "Forbidden";
    case 404:
        return "Not Found";
    case 405:
        return "Method Not Allowed";
    case 426:
        return "Upgrade Required";
    case 429:
        return "Too Many Requests";
    case 431:
        return "Request Header Fields Too Large";
    case 503:
        return "Service Unavailable";
    default:
        return "Error";
    }
}

} // namespace

HttpResponse plain(int status, std::string_view text,
                   std::vector<std::pair<std::string, std::string>> headers) {
    return {status, std::move(headers), std::string(text) + "\n", {}, {}, false};
}

HttpAnswer answer(const HttpRequest& request, const Site& site) {
    if (!body_ends_clearly(request)) {
        auto refused = plain(400, "Transfer-Encoding must be chunked, without Content-Length.");
        refused.is_last = true; // what follows may not be a request
        return refused;
    }
    if (site.is_banned && site.is_banned(request.from))
        return plain(403, "Your address is banned from this server.");
    const std::string_view path = path_of(request.target);
    const auto link = link_at(path);
    const bool is_file = is_of_page(path, site.page) || (link && is_browser(request));
    const auto& may = is_file ? site.may_load : site.may_ask;
    if (may && !may(request.from))
        return plain(429, "Too many requests from your address.");
    const auto hosts = values(request, "host");
    if (hosts.size() > 1 || (hosts.empty() && request.version >= 11))
        return plain(400, "Exactly one Host header is required.");
    const std::string_view host = hosts.empty() ? "" : hosts.front();
    if (request.method != "GET" && request.method != "HEAD")
        return plain(405, "Only GET and HEAD are allowed.", {{"Allow", "GET, HEAD"}});
    if (site.https_port && request.scheme == Scheme::Http)
        return redirected(request, host, *site.https_port);
    if (site.metrics)
        return answer_operator(path, host, site);
    constexpr std::string_view replays = "/replays/";
    if (path == "/healthz")
        return plain(200, "ok");
    if (path == "/readyz")
        return !site.is_ready || site.is_ready() ? plain(200, "ready") : plain(503, "not ready");
    if (path == "/ws")
        return answer_upgrade(request, host, site);
    if (path.starts_with(replays))
        return answer_replay(path.substr(replays.size()));
    if (auto file = answer_page(request, path, site.page))
        return *std::move(file);
    return link ? answer_link(request, path, *link, site) : not_found(request, site);
}

HttpResponse replay_found(ReplayResult result) {
    if (const auto* refusal = std::get_if<core::ConnectionQuota::Refusal>(&result))
        return refused(*refusal, "The server is busy with other downloads; try again.",
                       "Too many downloads from your address; try again.");
    auto* const replay = std::get_if<FoundReplay>(&result);
    if (replay == nullptr)
        return no_replay();
    HttpResponse response;
    response.headers = {{"Content-Type", "application/json"}};
    response.body = std::move(replay->json);
    response.ticket = std::move(replay->ticket);
    return response;
}

std::string head_of(const HttpResponse& response, After after, Scheme scheme) {
    std::string bytes =
        "HTTP/1.1 " + std::to_string(response.status) + " " + std::string(reason(response.status));
    const auto header = [&](std::string_view name, std::string_view value) {
        bytes.append("\r\n").append(name).append(": ").append(value);
    };
    const auto has = [&](std::string_view name) {
        return std::ranges::any_of(response.headers, [&](auto& h) { return h.first == name; });
    };
    const auto unless_said = [&](std::string_view name, std::string_view value) {
        if (!has(name))
            header(name, value);
    };
    for (const auto& [name, value] : response.headers)
        header(name, value);
    if (response.status != 304) { // which has no body
        unless_said("Content-Type", "text/plain; charset=utf-8");
        header("Content-Length", std::to_string(response.content().size()));
    }
    unless_said("Cache-Control", "no-store");
    // Everything except the page is plain text and may do nothing.
    unless_said("Content-Security-Policy",
                "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'");
    header("X-Content-Type-Options", "nosniff");
    header("Referrer-Policy", "no-referrer");
    header("Cross-Origin-Resource-Policy", "same-origin");
    // From now on, browsers use https, so that nobody can lead them to a plain copy of the page.
    // For a year: players may stay away for months. Only this host, because others aren't ours to
    // decide for.
    if (scheme == Scheme::Https)
        header("Strict-Transport-Security", "max-age=31536000");
    const std::string stays = after == After::Close ? "close" : "keep-alive";
    header("Connection", has("Upgrade") ? stays + ", upgrade" : stays);
    return bytes += "\r\n\r\n";
}

} // namespace jaipur::server::net
