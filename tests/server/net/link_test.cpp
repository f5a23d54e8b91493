// Links to rooms and replays: which paths they have, who gets a preview, and what it says.
#include "server/net/http.hpp"
#include "server/net/link_answer.hpp"
#include "tests/server/net/header.hpp"

#include <doctest/doctest.h>

#include <array>
#include <string>
#include <utility>
#include <vector>

namespace jaipur::server::net {

namespace {

using Headers = std::vector<std::pair<std::string, std::string>>;

constexpr std::string_view html = "<title>Jaipur online</title>"
                                  "<meta name=\"description\" content=\"Plain\">"
                                  "<meta property=\"og:title\" content=\"Jaipur online\">"
                                  "<meta property=\"og:description\" content=\"Plain\">"
                                  "<meta property=\"og:url\" content=\"/\">"
                                  "<meta property=\"og:image\" content=\"/preview.png\">";
constexpr std::array<PageFile, 2> site_files{{
    {"/", "text/html; charset=utf-8", Caching::Revalidate, {html, "\"plain\""}, {}, {}},
    {"/rooms", "text/html; charset=utf-8", Caching::Revalidate, {html, "\"plain\""}, {}, {}},
}};

const std::string id = "606162636465666768696a6b6c6d6e6f";
const Headers browser{{"Upgrade-Insecure-Requests", "1"}, {"Sec-Fetch-Site", "none"}};

protocol::Invitation invitation(std::optional<std::string> owner) {
    protocol::Invitation result;
    result.room = "K7QX2M";
    result.owner = std::move(owner);
    result.free = true;
    return result;
}

struct Asked {
    std::vector<std::string> rooms; // that were looked up for a preview
    bool may_know = true;
    protocol::Invitation answer = invitation("Mira");

    HttpAnswer get(const std::string& target, Headers more = {}, const Page& page = site_files) {
        HttpRequest request{"GET", target, 11, {{"Host", "jaipur.example:7777"}}, {}};
        request.headers.insert(request.headers.end(), more.begin(), more.end());
        Site site;
        site.page = page;
        site.preview = [&](const core::Address&, const std::string& room, core::LinkTo to) {
            rooms.push_back((to == core::LinkTo::Seat ? "" : "watch ") + room);
            return may_know ? std::optional(answer) : std::nullopt;
        };
        return net::answer(request, site);
    }

    HttpResponse page(const std::string& target, Headers more = {}) {
        auto response = get(target, std::move(more));
        REQUIRE(std::holds_alternative<HttpResponse>(response));
        return std::get<HttpResponse>(std::move(response));
    }

    std::string content(const std::string& target, Headers more = {}) {
        return std::string(page(target, std::move(more)).content());
    }
};

bool has(const std::string& whole, std::string_view part) {
    return whole.find(part) != std::string::npos;
}

} // namespace

TEST_CASE("links to rooms and replays lead to the page, and nothing else does") {
    const std::string watch = "/watch/K7QX2M", replay = "/replay/" + id;
    for (const std::string& path :
         {std::string("/K7QX2M"), std::string("/k7qx2m"), watch, replay, replay + "/46",
          replay + "/46/1", std::string("/replay/file/7"), std::string("/K7QX2M?x=1"),
          std::string("/rooms"), std::string("/replay/606162636465666768696A6B6C6D6E6F")}) {
        Asked asked;
        const auto response = asked.page(path, browser);
        CHECK_MESSAGE(response.status == 200, path);
        CHECK(response.content() == html);
        CHECK(header(response, "ETag") == "\"plain\"");
        CHECK(has(header(response, "Content-Security-Policy"), "trusted-types jaipur"));
        CHECK(asked.rooms.empty()); // the page asks itself
    }
    for (const std::string& path :
         {std::string("/K7QX2"), std::string("/K7QX2M/"), std::string("/K7QX0M"),
          std::string("/K7QX2MM"), std::string("/watch/K7QX0M"), watch + "/x",
          std::string("/watch/"), std::string("/replay/"), std::string("/replay/606162"),
          replay + "/x", replay + "/1234567", replay + "/1/2/3", replay + "/", std::string("/x/y"),
          std::string("//K7QX2M"), std::string("/play/K7QX2M"), std::string("/%4B7QX2M")}) {
        Asked asked;
        CHECK_MESSAGE(asked.page(path).status == 404, path);
        CHECK(asked.page(path).content() == "Not found.\n");
        CHECK(asked.rooms.empty());
        const auto lost = asked.page(path, browser); // the page says what to do
        CHECK(lost.status == 404);
        CHECK(lost.content() == html);
        CHECK(header(lost, "Cache-Control") == "no-store");
    }
}

TEST_CASE("a preview says who invites, and to what") {
    Asked asked;
    const auto response = asked.page("/k7qx2m");
    const std::string shown_text(response.content());
    CHECK(asked.rooms == std::vector<std::string>{"K7QX2M"});
    CHECK(has(shown_text, "<title>Mira invites you to a match of Jaipur</title>"));
    CHECK(has(shown_text, "\"og:title\" content=\"Mira invites you to a match of Jaipur\""));
    CHECK(has(shown_text, "\"description\" content=\"First to 2 seals, no clock. "));
    CHECK(has(shown_text, "\"og:description\" content=\"First to 2 seals, no clock. "));
    CHECK(has(shown_text, "\"og:url\" content=\"http://jaipur.example:7777/k7qx2m\""));
    CHECK(has(shown_text, "\"og:image\" content=\"http://jaipur.example:7777/preview.png\""));
    CHECK(header(response, "Cache-Control") == "private, no-cache"); // others mustn't see it
    CHECK(header(response, "ETag") == "");
    CHECK(header(response, "X-Robots-Tag") == "noindex");
    CHECK(has(header(response, "Content-Security-Policy"), "trusted-types jaipur"));
    CHECK(has(asked.content("/K7QX2M", {{"X-Forwarded-Proto", "https"}}),
              "\"https://jaipur.example"));
    CHECK(has(asked.content("/watch/K7QX2M"), "<title>Watch Mira’s match of Jaipur</title>"));
    CHECK(asked.rooms.back() == "watch K7QX2M");
    // Apple's is a browser.
    CHECK(has(asked.content("/K7QX2M", {{"Sec-Fetch-Site", "none"},
                                        {"User-Agent", "Safari/604.1 Facebot Twitterbot/1.0"}}),
              "Mira invites"));
}

TEST_CASE("all rooms that get no preview get the same page") {
    Asked asked;
    asked.may_know = false;
    const std::string one = asked.content("/K7QX2M"), other = asked.content("/222222");
    CHECK(has(one, "<title>Jaipur online</title>"));
    CHECK(has(one, "content=\"Plain\""));
    const auto end = one.find("K7QX2M");
    REQUIRE(end != std::string::npos); // og:url repeats what was asked for
    CHECK(std::string(one).replace(end, 6, "222222") == other);
    CHECK(head_of(asked.page("/K7QX2M"), After::KeepAlive) ==
          head_of(asked.page("/222222"), After::KeepAlive));
}

TEST_CASE("a link into a private server leads to the page as it is, whatever it contains") {
    Asked asked;
    CHECK(asked.page("/enter", browser).status == 200);
    for (const char* target : {"/enter", "/enter?x"})
        CHECK(asked.page(target).status == 200);
    CHECK(asked.rooms.empty());
    CHECK(asked.page("/enter/x").status == 404);
    CHECK(asked.page("/enter").content().find("invites you") == std::string::npos);
}

TEST_CASE("another website can't make its visitors' browsers guess") {
    Asked asked;
    for (const char* site : {"cross-site", "same-site", "same-origin", "none"})
        CHECK(asked.content("/K7QX2M", {{"Sec-Fetch-Site", site}}) == html);
    const char* firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
    CHECK(asked.content("/K7QX2M", {{"User-Agent", firefox}}) == html); // without TLS
    const char* cubot = "Mozilla/5.0 (Linux; Android 13; CUBOT X70) Chrome/130.0";
    CHECK(asked.content("/K7QX2M", {{"User-Agent", cubot}, {"Sec-Fetch-Mode", "navigate"}}) ==
          html);
    CHECK(asked.rooms.empty());
    for (const char* messenger :
         {"WhatsApp/2.24", "TelegramBot (like TwitterBot)", "facebookexternalhit/1.1",
          "Mozilla/5.0 (compatible; Discordbot/2.0)", "Mozilla/5.0 SkypeUriPreview Preview/0.5"})
        CHECK_MESSAGE(asked.content("/K7QX2M", {{"User-Agent", messenger}}) != html, messenger);
}

TEST_CASE("what players and clients write is escaped in a preview, or left out") {
    Asked asked;
    asked.answer.owner = "\"><script>'&</title>";
    const std::string shown_text = asked.content("/K7QX2M");
    CHECK(
        has(shown_text, "<title>&#34;&#62;&#60;script&#62;&#39;&#38;&#60;/title&#62; invites you"));
    CHECK_FALSE(has(shown_text, "<script"));
    CHECK(shown_text.find("</title>") == shown_text.rfind("</title>"));
    const auto of_host = [&](const std::string& host) {
        HttpRequest request{"GET", "/K7QX2M", 11, {{"Host", host}}, {}};
        Site site;
        site.page = site_files;
        return std::string(std::get<HttpResponse>(net::answer(request, site)).content());
    };
    CHECK(has(of_host("[::1]:7777"), "\"og:image\" content=\"http://[::1]:7777/preview.png\""));
    for (const char* strange : {"a\"b", "a/b", "a b", "a<b>", "a,b", "", "a@b"})
        CHECK_MESSAGE(has(of_host(strange), "\"og:image\" content=\"/preview.png\""), strange);
    CHECK(has(of_host(std::string(256, 'a')), "\"og:url\" content=\"/\""));
}

TEST_CASE("the preview tells the terms, and what has become of the invitation") {
    const auto told = [](const auto& change, core::LinkTo to = core::LinkTo::Seat) {
        protocol::Invitation it = invitation("Mira");
        change(it);
        const Preview preview = preview_of(it, to);
        return preview.title + " | " + preview.description.substr(0, preview.description.find('.'));
    };
    using It = protocol::Invitation;
    CHECK(told([](It& it) { it.options.clock = {{300, 5}}; }) ==
          "Mira invites you to a match of Jaipur | First to 2 seals, 5 minutes each, and 5 seconds "
          "more for each move");
    CHECK(told([](It& it) {
              it.options.clock = {{90, 0}};
              it.options.seals = 1;
          }) == "Mira invites you to a match of Jaipur | First to 1 seal, 90 seconds each");
    CHECK(told([](It& it) {
              it.options.clock = {{3600, 0}};
          }).ends_with("| First to 2 seals, 1 hour each"));
    CHECK(told([](It& it) { it.options.patience = 3 * 86400; }) ==
          "Mira invites you to a match of Jaipur | First to 2 seals, up to 3 days for each move");
    CHECK(told([](It& it) {
              it.owner.reset();
          }).starts_with("You are invited to a match of Jaipur |"));
    CHECK(told([](It& it) { it.free = false; }).starts_with("Mira’s match of Jaipur |"));
    CHECK(
        told([](It& it) { it.free = false, it.owner.reset(); }).starts_with("A match of Jaipur |"));
    CHECK(told([](It& it) { it.owner.reset(); }, core::LinkTo::Watching)
              .starts_with("Watch a match of Jaipur |"));
}

TEST_CASE("the preview of a replay names the players and the result, once it is found") {
    Asked asked;
    const auto wants = asked.get("/replay/" + id + "/4");
    REQUIRE(std::holds_alternative<WantsReplay>(wants));
    CHECK(protocol::hex(std::get<WantsReplay>(wants).match) == id);
    const auto& page = std::get<WantsReplay>(wants).page;
    REQUIRE(page);
    protocol::Replay replay;
    replay.names = {"Mira", "Ravi"};
    const auto title = [&] { return preview_of(replay).title; };
    const auto result = [&] {
        const std::string shown_text = preview_of(replay).description;
        return shown_text.substr(0, shown_text.find('.'));
    };
    CHECK(title() == "Mira against Ravi: a match of Jaipur");
    replay.rounds = {{EndReason::Tokens, Seat::One, std::nullopt, {}},
                     {EndReason::Deck, Seat::Zero, std::nullopt, {}},
                     {EndReason::Deck, std::nullopt, std::nullopt, {}},
                     {EndReason::Deck, Seat::One, std::nullopt, {}}};
    replay.result = {Seat::One, EndReason::Seals};
    CHECK(result() == "Ravi won 2 to 1");
    for (const auto& [reason, words] :
         {std::pair{EndReason::Resigned, "Ravi won: Mira resigned"},
          std::pair{EndReason::Timeout, "Ravi won: Mira’s time ran out"},
          std::pair{EndReason::Claimed, "Ravi won: Mira took too long"}}) {
        replay.result.reason = reason;
        CHECK(result() == words);
    }
    replay.result = {std::nullopt, EndReason::Abandoned};
    CHECK(result() == "Nobody won");

    Site site;
    site.page = site_files;
    const auto shown = [&](const std::optional<std::string>& json) {
        const auto found = json ? ReplayResult(FoundReplay{*json, {}}) : ReplayResult();
        return std::string(replay_previewed(found, *page, site).content());
    };
    for (const auto& nothing : {std::optional<std::string>(), std::optional<std::string>("{}"),
                                std::optional(std::string(1 << 20, ' '))}) {
        CHECK(has(shown(nothing), "<title>Jaipur online</title>"));
        CHECK(has(shown(nothing), "http://jaipur.example:7777/replay/" + id + "/4"));
    }
}

TEST_CASE("a server without the page says under a link, too, how to get it") {
    Asked asked;
    for (const Headers& from : {Headers{}, browser}) {
        const auto answered = asked.get("/K7QX2M", from, Page{});
        const auto& response = std::get<HttpResponse>(answered);
        CHECK(response.status == 404);
        CHECK(has(std::string(response.content()), "./jaipur setup page"));
    }
}

} // namespace jaipur::server::net
