// What changes if a connection has TLS, or should have.
#include "server/net/http.hpp"
#include "tests/server/net/header.hpp"

#include <doctest/doctest.h>

#include <memory>
#include <string>

namespace jaipur::server::net {

namespace {

HttpRequest request(Scheme scheme, std::string target, const std::string& host,
                    const std::string& origin = "") {
    HttpRequest result;
    result.method = "GET";
    result.target = std::move(target);
    result.headers = {{"Host", host}};
    result.scheme = scheme;
    if (result.target == "/ws")
        result.headers.insert(result.headers.end(),
                              {{"Connection", "Upgrade"},
                               {"Upgrade", "websocket"},
                               {"Sec-WebSocket-Version", "13"},
                               {"Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ=="}});
    if (!origin.empty())
        result.headers.emplace_back("Origin", origin);
    return result;
}

Site site(std::uint16_t https_port) {
    Site site;
    site.https_port = https_port;
    site.allowed_origins = {"http://other.example"};
    site.session = [](const core::Address&) {
        return core::ConnectionQuota::Ticket(std::make_shared<int>());
    };
    return site;
}

// Where a plain request is sent; its status if nowhere.
std::string sent_to(std::string target, const std::string& host, std::uint16_t port) {
    const auto answered = answer(request(Scheme::Http, std::move(target), host), site(port));
    const auto& response = std::get<HttpResponse>(answered);
    return response.status == 308 ? header(response, "Location") : std::to_string(response.status);
}

bool connects(const std::string& origin) {
    return std::holds_alternative<Upgrade>(
        answer(request(Scheme::Https, "/ws", "a.example", origin), site(0)));
}

} // namespace

TEST_CASE("plain requests are sent to https: to another port, or the same one") {
    CHECK(sent_to("/K7QX2M?x=/y", "a.example", 443) == "https://a.example/K7QX2M?x=/y");
    CHECK(sent_to("/", "a.example:80", 443) == "https://a.example/");
    CHECK(sent_to("/", "a.example:8080", 7777) == "https://a.example:7777/");
    CHECK(sent_to("/", "a.example:7777", 0) == "https://a.example:7777/");
    CHECK(sent_to("/", "a.example", 0) == "https://a.example:80/"); // the port of this request
    CHECK(sent_to("/", "[2001:db8::1]:80", 443) == "https://[2001:db8::1]/");
    CHECK(sent_to("http://b.example/x", "a.example", 443) == "https://a.example/x");
    CHECK(sent_to("http://b.example", "a.example", 443) == "https://a.example/");
    CHECK(sent_to("//b.example/x#y", "a.example", 443) == "https://a.example//b.example/x");
    CHECK(sent_to("/healthz", "a.example", 443) == "https://a.example/healthz");
}

TEST_CASE("a host or path that no browser sends leads nowhere") {
    for (const char* host : {"", "a b", "a/b", "me@b.example", "a:", "a:b", "a:1:2", "[a.example]",
                             "[::1", "::1", "a\"b", "a:123456"})
        CHECK(sent_to("/", host, 443) == "400");
    CHECK(sent_to("/", std::string(256, 'a'), 443) == "400");
    for (const char* target : {"/a b", "/\x7f", "/\xc3\xa4", "*", "a"})
        CHECK(sent_to(target, "a.example", 443) == "400");
    CHECK(sent_to("/ws", "a.example", 443) == "426");
}

TEST_CASE("over TLS, only pages that came over TLS or are allowed by name may connect") {
    CHECK(connects(""));
    CHECK(connects("https://a.example"));
    CHECK(connects("https://a.example:443"));
    CHECK(connects("http://other.example"));
    CHECK_FALSE(connects("http://a.example"));
    CHECK_FALSE(connects("http://a.example:443"));
    CHECK_FALSE(connects("https://b.example"));
}

TEST_CASE("HSTS is only said over TLS") {
    const HttpResponse response = plain(200, "ok");
    CHECK(head_of(response, After::Close, Scheme::Https)
              .find("\r\nStrict-Transport-Security: max-age=31536000\r\n") != std::string::npos);
    CHECK(head_of(response, After::Close).find("Strict") == std::string::npos);
}

} // namespace jaipur::server::net
