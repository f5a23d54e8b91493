#include "server/net/http.hpp"
#include "server/net/page.hpp"
#include "tests/server/net/header.hpp"

#include <doctest/doctest.h>

#include <array>
#include <string>
#include <utility>
#include <vector>

namespace jaipur::server::net {

namespace {

using Headers = std::vector<std::pair<std::string, std::string>>;

// As embed.mjs makes it: sorted, and with an encoded form only if it is smaller.
constexpr std::array<PageFile, 4> files{{
    {"/",
     "text/html; charset=utf-8",
     Caching::Revalidate,
     {"<!doctype html>", "\"plain\""},
     {"gzip!", "\"gzip\""},
     {"br", "\"brotli\""}},
    {"/assets/main-1A2B.js",
     "text/javascript; charset=utf-8",
     Caching::Forever,
     {"export {}", "\"script\""},
     {"script, gzipped", "\"script-gzip\""},
     {"script, brotli", "\"script-brotli\""}},
    {"/icon.png", "image/png", Caching::Revalidate, {"dots", "\"dots\""}, {}, {}},
    {"/sw.js",
     "text/javascript; charset=utf-8",
     Caching::Revalidate,
     {"worker", "\"worker\""},
     {"work", "\"worker-gzip\""},
     {}},
}};

HttpResponse ask(const std::string& target, Headers more = {}, const std::string& method = "GET",
                 Page page = files) {
    HttpRequest request{method, target, 11, {{"Host", "jaipur.example"}}, {}};
    request.headers.insert(request.headers.end(), more.begin(), more.end());
    Site site;
    site.page = page;
    auto answered = answer(request, site);
    REQUIRE(std::holds_alternative<HttpResponse>(answered));
    return std::get<HttpResponse>(std::move(answered));
}

// The bytes sent to a client that accepts these codings.
std::string sent_for(const std::string& accepted, const std::string& target = "/") {
    return std::string(ask(target, {{"Accept-Encoding", accepted}}).content());
}

} // namespace

TEST_CASE("the page's files are served under their paths, with their types") {
    for (const PageFile& file : files) {
        const auto response = ask(std::string(file.path));
        CHECK(response.status == 200);
        CHECK(response.content() == file.identity.bytes);
        CHECK(header(response, "Content-Type") == file.content_type);
        CHECK(header(response, "Content-Encoding") == "");
        CHECK(header(response, "ETag") == file.identity.etag);
        CHECK(header(response, "Vary") == "Accept-Encoding");
    }
    CHECK(ask("/?lang=de").content() == "<!doctype html>");
    CHECK(ask("/assets/main-1A2B.js?x#y").content() == "export {}");
    CHECK(ask("http://jaipur.example/icon.png").content() == "dots");
    CHECK(ask("http://jaipur.example").content() == "<!doctype html>");
}

TEST_CASE("a path that is not a file of the page is not found") {
    for (const char* nothing : {"/index.html", "/assets/", "/assets/main.js", "/icon.pn",
                                "/icon.png/", "/assets/main-1A2B.js/", "//", "/../sw.js",
                                "/assets/../sw.js", "/SW.js", "/%73w.js", "/zzz", "/K7QX2"}) {
        const auto response = ask(nothing);
        CHECK_MESSAGE(response.status == 404, nothing);
        CHECK(response.content() == "Not found.\n");
        CHECK(header(response, "ETag") == "");
    }
}

TEST_CASE("a file is not copied to be sent") {
    for (const PageFile& file : files)
        CHECK(ask(std::string(file.path)).content().data() == file.identity.bytes.data());
}

TEST_CASE("the smallest of the most preferred forms is sent") {
    CHECK(sent_for("gzip, deflate, br, zstd") == "br");
    CHECK(sent_for("br;q=0.5, gzip;q=0.5") == "br");
    CHECK(sent_for("gzip, deflate") == "gzip!");
    CHECK(sent_for("GZip") == "gzip!");
    CHECK(sent_for("br;q=0.8, gzip;q=0.9") == "gzip!");
    CHECK(sent_for("br ; q=0.8 , gzip\t;\tQ=0.800") == "br");
    CHECK(sent_for("br;q=0.001, gzip;q=0") == "br");
    CHECK(sent_for("identity;q=0.5, gzip;q=0.4") == "<!doctype html>");
    CHECK(sent_for("br;") == "br");
    CHECK(sent_for("*") == "br");
    CHECK(sent_for("*;q=0.1, br;q=0") == "gzip!");
    CHECK(sent_for("gzip, *;q=0") == "gzip!");
    const HttpResponse packed = ask("/", {{"Accept-Encoding", "gzip"}, {"accept-encoding", "br"}});
    CHECK(packed.content() == "br");
    CHECK(header(packed, "Content-Encoding") == "br");
    CHECK(header(packed, "Content-Type") == "text/html; charset=utf-8");
}

TEST_CASE("a form that is refused, unknown or missing is not sent") {
    for (const char* none :
         {"", "deflate, zstd", "br;q=0, gzip;q=0", "br;q=0.0, gzip;q=0.000", "*;q=0", "x-br",
          "br;q=2", "br;q=1.001", "br;q=0.0001", "br;q=", "br;q", "br;q=0,5", "br;q=.5", "br;q=-1",
          "br;q=1e0", "br;level=1", "br q=1"})
        CHECK_MESSAGE(sent_for(none) == "<!doctype html>", none);
    // No form is acceptable: send the plain one rather than nothing.
    CHECK(sent_for("identity;q=0") == "<!doctype html>");
    CHECK(sent_for("br", "/sw.js") == "worker");
    CHECK(sent_for("br, gzip", "/sw.js") == "work");
    CHECK(sent_for("br, gzip", "/icon.png") == "dots");
    CHECK(header(ask("/icon.png", {{"Accept-Encoding", "br"}}), "Content-Encoding") == "");
}

TEST_CASE("each form has its own ETag, and a request with it gets 304") {
    const auto asked = [](const std::string& tags, const std::string& accepted = "br") {
        return ask("/", {{"Accept-Encoding", accepted}, {"If-None-Match", tags}});
    };
    for (const char* same : {"\"brotli\"", "W/\"brotli\"", "\"x\", \"brotli\"", "*"}) {
        const HttpResponse unchanged = asked(same);
        CHECK_MESSAGE(unchanged.status == 304, same);
        CHECK(unchanged.content() == "");
        CHECK(header(unchanged, "ETag") == "\"brotli\"");
        CHECK(header(unchanged, "Vary") == "Accept-Encoding");
        CHECK(header(unchanged, "Cache-Control") == "no-cache");
        CHECK(header(unchanged, "Content-Encoding") == "");
        const std::string head = head_of(unchanged, After::KeepAlive);
        CHECK(head.starts_with("HTTP/1.1 304 Not Modified\r\n"));
        CHECK(head.find("Content-Length") == std::string::npos);
        CHECK(head.find("\r\nContent-Type") == std::string::npos);
    }
    for (const char* other : {"\"gzip\"", "\"plain\"", "brotli", "\"BROTLI\"", "", "W/"})
        CHECK_MESSAGE(asked(other).status == 200, other);
    CHECK(asked("\"gzip\"", "gzip").status == 304);
    CHECK(asked("\"plain\"", "").status == 304);
}

TEST_CASE("files with a hash in their name are cached forever, others are revalidated") {
    CHECK(header(ask("/assets/main-1A2B.js"), "Cache-Control") ==
          "public, max-age=31536000, immutable");
    for (const char* asked_again : {"/", "/icon.png", "/sw.js"})
        CHECK(header(ask(asked_again), "Cache-Control") == "no-cache");
    const std::string elsewhere = head_of(ask("/nothing"), After::KeepAlive);
    CHECK(elsewhere.find("\r\nCache-Control: no-store\r\n") != std::string::npos);
}

TEST_CASE("HEAD is answered like GET, and other methods are refused") {
    CHECK(head_of(ask("/", {}, "HEAD"), After::KeepAlive) == head_of(ask("/"), After::KeepAlive));
    for (const char* method : {"POST", "PUT", "DELETE", "OPTIONS"})
        for (const char* target : {"/", "/assets/main-1A2B.js"}) {
            const auto refused = ask(target, {}, method);
            CHECK(refused.status == 405);
            CHECK(header(refused, "Allow") == "GET, HEAD");
        }
}

TEST_CASE("the page is served with its security policy") {
    for (const PageFile& file : files) {
        const std::string head = head_of(ask(std::string(file.path)), After::KeepAlive);
        for (const char* wanted :
             {"\r\nContent-Security-Policy: default-src 'none'; script-src 'self'; ",
              "; font-src 'self'; ", "; connect-src 'self'; ", "; frame-ancestors 'none'; ",
              "; require-trusted-types-for 'script'\r\n", "\r\nX-Content-Type-Options: nosniff\r\n",
              "\r\nReferrer-Policy: no-referrer\r\n",
              "\r\nCross-Origin-Resource-Policy: same-origin\r\n", "\r\nPermissions-Policy: "})
            CHECK_MESSAGE(head.find(wanted) != std::string::npos, wanted);
        for (const char* never : {"unsafe", "Set-Cookie", "Server:", "no-store"})
            CHECK_MESSAGE(head.find(never) == std::string::npos, never);
        for (const char* once :
             {"Content-Security-Policy:", "Cache-Control:", "Content-Type:", "Content-Length:"})
            CHECK_MESSAGE(head.find(once) == head.rfind(once), once);
    }
}

TEST_CASE("a server without the page says how to get it") {
    const auto response = ask("/", {{"Accept-Encoding", "br"}}, "GET", {});
    CHECK(response.status == 404);
    CHECK(header(response, "Content-Type") == "text/html; charset=utf-8");
    CHECK(header(response, "Content-Encoding") == "");
    for (const char* wanted :
         {"Node.js", "npm", "registry", "./jaipur setup page", "./jaipur build", "docker build"})
        CHECK_MESSAGE(response.content().find(wanted) != std::string_view::npos, wanted);
    CHECK(head_of(response, After::KeepAlive).find("\r\nCache-Control: no-store\r\n") !=
          std::string::npos);
    CHECK(ask("/sw.js", {}, "GET", {}).content() == "Not found.\n");
}

} // namespace jaipur::server::net
