#include "server/net/link_answer.hpp"

#include "protocol/codec.hpp"

#include <algorithm>

namespace jaipur::server::net {

namespace {

// Larger replays, of very long matches, get no preview: reading one would delay everybody.
constexpr std::size_t most_for_preview = 64 << 10;

bool has(const HttpRequest& request, std::string_view header, std::string_view word) {
    return std::ranges::any_of(words(request, header),
                               [&](std::string_view w) { return same_text(w, word); });
}

bool says(const HttpRequest& request, std::string_view part) {
    return std::ranges::any_of(words(request, "user-agent"), [&](std::string_view agent) {
        return lowered(agent).find(part) != std::string::npos;
    });
}

// Only the sender sees the result, so these headers needn't be trusted. But the result must be a
// host's name and nothing else.
std::string origin_of(const HttpRequest& request) {
    const auto hosts = words(request, "host");
    constexpr std::string_view allowed =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-:[]";
    if (hosts.size() != 1 || hosts.front().size() > longest_host ||
        hosts.front().find_first_not_of(allowed) != std::string_view::npos)
        return {};
    const bool secure =
        request.scheme == Scheme::Https || has(request, "x-forwarded-proto", "https");
    return (secure ? "https://" : "http://") + std::string(hosts.front());
}

// Not everybody gets the same response, so proxies must not cache it.
HttpResponse page_with(const std::optional<Preview>& preview, const Location& location,
                       const Site& site) {
    HttpResponse response = document(site.page);
    if (response.status != 200)
        return response;
    response.headers.emplace_back("Cache-Control", "private, no-cache");
    response.headers.emplace_back("X-Robots-Tag", "noindex");
    response.body = with_preview(response.lasting, preview, location);
    response.lasting = {};
    return response;
}

} // namespace

bool is_browser(const HttpRequest& request) {
    const bool looks_like_one = !words(request, "sec-fetch-site").empty() ||
                                has(request, "upgrade-insecure-requests", "1") ||
                                says(request, "mozilla/");
    // Some previews, such as Apple's, come from a browser that says so. It isn't a person who
    // navigates, unlike with phones named Cubot.
    const bool navigates = has(request, "sec-fetch-mode", "navigate");
    return looks_like_one && (navigates || (!says(request, "bot") && !says(request, "preview")));
}

HttpAnswer answer_link(const HttpRequest& request, std::string_view path, const PageLink& link,
                       const Site& site) {
    if (is_browser(request))
        return document(site.page, request);
    const Location location{origin_of(request), std::string(path)};
    if (const auto* replay = std::get_if<ReplayLink>(&link))
        return WantsReplay{replay->match, location};
    std::optional<Preview> preview;
    if (const auto* room = std::get_if<RoomLink>(&link); room && site.preview)
        if (const auto invitation = site.preview(request.from, room->room, room->to))
            preview = preview_of(*invitation, room->to);
    return page_with(preview, location, site);
}

HttpResponse replay_previewed(const ReplayResult& result, const Location& location,
                              const Site& site) {
    std::optional<Preview> preview;
    const auto* found = std::get_if<FoundReplay>(&result);
    if (found != nullptr && found->json.size() <= most_for_preview)
        if (const auto replay = protocol::decode_replay(found->json))
            preview = preview_of(*replay);
    return page_with(preview, location, site);
}

HttpResponse not_found(const HttpRequest& request, const Site& site) {
    if (!has(request, "upgrade-insecure-requests", "1") || site.page.empty())
        return plain(404, "Not found.");
    HttpResponse response = document(site.page);
    response.headers.emplace_back("Cache-Control", "no-store");
    response.status = 404;
    return response;
}

} // namespace jaipur::server::net
