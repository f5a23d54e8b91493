#include "server/net/http.hpp"
#include "tests/server/net/header.hpp"

#include <doctest/doctest.h>

#include <array>
#include <string>

namespace jaipur::server::net {

namespace {

using Headers = std::vector<std::pair<std::string, std::string>>;

const std::string finished = "606162636465666768696a6b6c6d6e6f";

using Admission = std::variant<core::ConnectionQuota::Ticket, core::ConnectionQuota::Refusal>;

Site site(const Admission& session = std::make_shared<char>()) {
    Site site;
    site.allowed_origins = {"https://play.example"};
    site.session = [session](const core::Address&) { return session; };
    return site;
}

HttpRequest request(std::string method, std::string target, Headers more = {}) {
    HttpRequest result{
        std::move(method), std::move(target), 11, {{"Host", "jaipur.example:7777"}}, {}};
    result.headers.insert(result.headers.end(), more.begin(), more.end());
    return result;
}

HttpRequest upgrade(Headers more = {}) {
    Headers headers{{"Connection", "keep-alive, Upgrade"},
                    {"Upgrade", "websocket"},
                    {"Sec-WebSocket-Version", "13"},
                    {"Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ=="}};
    headers.insert(headers.end(), more.begin(), more.end());
    return request("GET", "/ws", std::move(headers));
}

HttpResponse response(const HttpRequest& asked, const Site& of = site()) {
    const HttpAnswer answered = answer(asked, of);
    REQUIRE(std::holds_alternative<HttpResponse>(answered));
    return std::get<HttpResponse>(answered);
}

bool upgrades(const HttpRequest& asked) {
    return std::holds_alternative<Upgrade>(answer(asked, site()));
}

// The upgrade with one header changed; without it if the value is empty.
HttpRequest upgrade_with(std::string_view name, const std::string& value) {
    HttpRequest result = upgrade();
    std::erase_if(result.headers, [&](const auto& h) { return h.first == name; });
    if (!value.empty())
        result.headers.emplace_back(name, value);
    return result;
}

} // namespace

TEST_CASE("each path gets its response") {
    CHECK(response(request("GET", "/healthz?a=b")).status == 200);
    CHECK(response(request("GET", "http://jaipur.example:7777/healthz")).body == "ok\n");
    CHECK(response(request("GET", "/healthz")).body == "ok\n");
    CHECK(response(request("HEAD", "/healthz")).status == 200);
    CHECK(response(request("GET", "/readyz")).body == "ready\n");
    for (const char* nothing :
         {"/x", "/healthz/", "/readyz/", "//", "*", "", "/replays", "/ws/", "/%00"})
        CHECK_MESSAGE(response(request("GET", nothing)).status == 404, nothing);
}

TEST_CASE("a finished match is found only by its match ID") {
    const auto wants = answer(request("GET", "/replays/" + finished), site());
    REQUIRE(std::holds_alternative<WantsReplay>(wants));
    CHECK(protocol::hex(std::get<WantsReplay>(wants).match) == finished);
    const auto found = replay_found(FoundReplay{"{\"v\":1}", std::make_shared<int>()});
    CHECK(found.status == 200);
    CHECK(found.body == "{\"v\":1}");
    CHECK(header(found, "Content-Type") == "application/json");
    CHECK(found.ticket);
    CHECK(replay_found({}).status == 404);
    CHECK(replay_found(core::ConnectionQuota::Refusal::Full).status == 503);
    CHECK(replay_found(core::ConnectionQuota::Refusal::TooMany).status == 429);
    for (const std::string& other :
         {finished + "0", finished.substr(1), std::string("../etc/passwd"), std::string()})
        CHECK(response(request("GET", "/replays/" + other)).status == 404);
}

TEST_CASE("other methods get 405 and the list of allowed methods") {
    for (const char* method : {"POST", "PUT", "DELETE", "OPTIONS", "TRACE", "get", "BREW"}) {
        const auto refused = response(request(method, "/"));
        CHECK(refused.status == 405);
        CHECK(header(refused, "Allow") == "GET, HEAD");
    }
}

TEST_CASE("exactly one Host header is required, except in HTTP/1.0") {
    HttpRequest without = request("GET", "/healthz");
    without.headers.clear();
    CHECK(response(without).status == 400);
    without.version = 10;
    CHECK(response(without).status == 200);
    CHECK(response(request("GET", "/", {{"host", "other"}})).status == 400);
}

TEST_CASE("a body whose end proxies could see elsewhere gets 400") {
    const auto status = [](Headers headers) {
        return response(request("GET", "/healthz", std::move(headers))).status;
    };
    for (const char* encoding : {"gzip", "chunked, gzip", "gzip, chunked", "chunked, chunked",
                                 "chunked,", ", chunked", "identity", "x", "", ",", "chunked;x"})
        CHECK_MESSAGE(status({{"Transfer-Encoding", encoding}}) == 400, encoding);
    CHECK(status({{"Transfer-Encoding", "chunked"}}) == 200);
    CHECK(status({{"transfer-encoding", " Chunked\t"}}) == 200);
    CHECK(status({{"Transfer-Encoding", "chunked"}, {"Content-Length", "3"}}) == 400);
    CHECK(status({{"Transfer-Encoding", "chunked"}, {"Transfer-Encoding", "gzip"}}) == 400);
    HttpRequest old = request("GET", "/healthz", {{"Transfer-Encoding", "chunked"}});
    old.version = 10;
    CHECK(response(old).status == 400);
}

TEST_CASE("/ws without an upgrade gets 426") {
    CHECK(response(request("GET", "/ws")).status == 426);
    CHECK(header(response(request("GET", "/ws")), "Upgrade") == "websocket");
    CHECK(response(request("HEAD", "/ws")).status == 426);
    CHECK(response(upgrade_with("Connection", "keep-alive")).status == 426);
    CHECK(response(upgrade_with("Upgrade", "h2c")).status == 426);
    HttpRequest old = upgrade();
    old.version = 10;
    CHECK(response(old).status == 426);
    CHECK(upgrades(upgrade()));
}

TEST_CASE("the handshake must be complete and of version 13") {
    const auto other_version = response(upgrade_with("Sec-WebSocket-Version", "8"));
    CHECK(other_version.status == 426);
    CHECK(header(other_version, "Sec-WebSocket-Version") == "13");
    CHECK(response(upgrade_with("Sec-WebSocket-Version", "")).status == 426);
    for (const char* key : {"", "x", "dGhlIHNhbXBsZSBub25jZQ=", "dGhlIHNhbXBsZSBub25jZQ===",
                            "dGhlIHNhbXBsZSBub25jZ!==", "dGhlIHNhbXBsZSBub25jZQAA"})
        CHECK_MESSAGE(response(upgrade_with("Sec-WebSocket-Key", key)).status == 400, key);
}

TEST_CASE("if a client offers subprotocols, jaipur.v1 must be one of them") {
    CHECK_FALSE(std::get<Upgrade>(answer(upgrade(), site())).with_subprotocol);
    const Headers several{{"Sec-WebSocket-Protocol", "chat, jaipur.v1"}};
    CHECK(std::get<Upgrade>(answer(upgrade(several), site())).with_subprotocol);
    const Headers two_lines{{"Sec-WebSocket-Protocol", "chat"},
                            {"sec-websocket-protocol", "jaipur.v1"}};
    CHECK(std::get<Upgrade>(answer(upgrade(two_lines), site())).with_subprotocol);
    for (const char* offered : {"chat", "jaipur.v2", "JAIPUR.V1", "jaipur.v1x, xjaipur.v1"}) {
        const auto refused = response(upgrade({{"Sec-WebSocket-Protocol", offered}}));
        CHECK(refused.status == 400);
        CHECK(refused.body.find("jaipur.v1") != std::string::npos);
    }
}

TEST_CASE("only pages of the server's own host and of allowed origins may connect") {
    for (const char* own : {"http://jaipur.example:7777", "https://jaipur.example:7777",
                            "http://JAIPUR.example:7777", "https://play.example"})
        CHECK_MESSAGE(upgrades(upgrade({{"Origin", own}})), own);
    for (const char* other :
         {"http://jaipur.example", "http://jaipur.example:8888", "http://evil.example",
          "https://play.example.evil", "https://play.example:444", "http://play.example", "null",
          "", "jaipur.example:7777", "file://jaipur.example:7777", "http://",
          "http://jaipur.example:7777.evil"})
        CHECK_MESSAGE(response(upgrade({{"Origin", other}})).status == 403, other);
    CHECK(response(upgrade({{"Origin", "https://play.example"}, {"Origin", "http://evil.example"}}))
              .status == 403);
}

TEST_CASE("an origin's default port may be omitted") {
    HttpRequest behind_proxy = upgrade({{"Origin", "https://jaipur.example"}});
    behind_proxy.headers.front().second = "jaipur.example";
    CHECK(upgrades(behind_proxy));
    behind_proxy.headers.front().second = "jaipur.example:443";
    CHECK(upgrades(behind_proxy));
    behind_proxy.headers.front().second = "jaipur.example:80";
    CHECK(response(behind_proxy).status == 403);
}

TEST_CASE("a full server refuses upgrades but is healthy") {
    CHECK(response(upgrade(), site(core::ConnectionQuota::Refusal::Full)).status == 503);
    CHECK(response(upgrade(), site(core::ConnectionQuota::Refusal::TooMany)).status == 429);
    CHECK(response(request("GET", "/healthz"), site(core::ConnectionQuota::Refusal::Full)).status ==
          200);
}

TEST_CASE("only a granted upgrade holds the place that it got") {
    const core::ConnectionQuota::Ticket place = std::make_shared<char>();
    const Site one = site(place);
    const auto holders = place.use_count();
    for (const HttpRequest& other : {request("GET", "/healthz"), upgrade_with("Origin", "null")}) {
        const auto answered = answer(other, one);
        CHECK(place.use_count() == holders);
    }
    {
        const auto granted = answer(upgrade(), one);
        CHECK(place.use_count() == holders + 1);
    }
    CHECK(place.use_count() == holders);
}

TEST_CASE("every response has the security headers for browsers") {
    for (const char* target : {"/", "/healthz", "/nothing", "/ws"}) {
        const std::string bytes = head_of(response(request("GET", target)), After::KeepAlive);
        for (const char* wanted :
             {"\r\nX-Content-Type-Options: nosniff\r\n",
              "\r\nContent-Security-Policy: default-src 'none'; base-uri 'none'; "
              "form-action 'none'; frame-ancestors 'none'\r\n",
              "\r\nReferrer-Policy: no-referrer\r\n", "\r\nCache-Control: no-store\r\n",
              "\r\nCross-Origin-Resource-Policy: same-origin\r\n",
              "\r\nContent-Type: ", "\r\nContent-Length: "})
            CHECK_MESSAGE(bytes.find(wanted) != std::string::npos, wanted);
    }
}

TEST_CASE("the head of a response") {
    const std::string head = head_of(plain(404, "Nothing."), After::Close);
    CHECK(head.starts_with("HTTP/1.1 404 Not Found\r\n"));
    CHECK(head.find("\r\nContent-Length: 9\r\n") != std::string::npos);
    CHECK(head.find("\r\nConnection: close\r\n") != std::string::npos);
    CHECK(head.ends_with("\r\n\r\n"));
}

TEST_CASE("too many requests from an address get 429, whatever they ask for") {
    Site busy = site();
    constexpr std::array page{
        PageFile{"/", "text/html", Caching::Revalidate, {"<p>here", "\"1\""}, {}, {}}};
    busy.page = page;
    busy.may_ask = [](const core::Address& from) { return from.network != 7; };
    HttpRequest asked = request("GET", "/healthz");
    CHECK(response(asked, busy).status == 200);
    asked.from = {core::Address::Kind::V4, 7};
    CHECK(response(asked, busy).status == 429);
    asked.target = "/nothing";
    CHECK(response(asked, busy).status == 429);
    asked.target = "/"; // page files are counted separately
    CHECK(response(asked, busy).status == 200);
    busy.may_load = busy.may_ask;
    CHECK(response(asked, busy).status == 429);
}

TEST_CASE("/readyz is 503 while new connections and rooms aren't welcome; /healthz isn't") {
    Site site;
    bool is_ready = true;
    site.is_ready = [&] { return is_ready; };
    CHECK(response(request("GET", "/readyz"), site).status == 200);
    is_ready = false;
    CHECK(response(request("GET", "/readyz"), site).status == 503);
    CHECK(response(request("GET", "/readyz"), site).body == "not ready\n");
    CHECK(response(request("GET", "/healthz"), site).status == 200);
}

TEST_CASE("metrics are served only on the operator's port, which serves nothing else") {
    Site site;
    site.metrics = [] { return std::string("jaipur_rooms 3\n"); };
    const auto ask = [&](const char* method, const char* path) {
        HttpRequest asked = request(method, path);
        asked.headers = {{"Host", "127.0.0.1:9100"}};
        return response(asked, site);
    };
    CHECK(ask("GET", "/metrics").body == "jaipur_rooms 3\n");
    for (const char* other : {"/", "/ws", "/healthz", "/replays/606162636465666768696a6b6c6d6e6f"})
        CHECK(ask("GET", other).status == 404);
    CHECK(ask("POST", "/metrics").status == 405);
    CHECK(response(request("GET", "/metrics")).status == 404);
}

TEST_CASE("the operator's port accepts only localhost and loopback addresses as Host") {
    Site site;
    site.metrics = [] { return std::string("jaipur_rooms 3\n"); };
    const auto status = [&](const char* host) {
        HttpRequest asked = request("GET", "/metrics");
        asked.headers = {{"Host", host}};
        return response(asked, site).status;
    };
    for (const char* here :
         {"localhost", "LOCALHOST:9100", "127.0.0.1:9100", "[::1]:9100", "[::1]"})
        CHECK_MESSAGE(status(here) == 200, here);
    for (const char* elsewhere :
         {"evil.example:9100", "localhost.evil.example", "127.evil.example",
          "127.0.0.1.evil.example", "[::1].evil.example", "[::2]", "192.0.2.1", ""})
        CHECK_MESSAGE(status(elsewhere) == 403, elsewhere);
}

} // namespace jaipur::server::net
