// Addresses and links, as people type and paste them.
#include "client/console/address.hpp"
#include "client/console/host_name.hpp"

#include <doctest/doctest.h>

#include <initializer_list>
#include <utility>

namespace jaipur::client::test {

TEST_CASE("addresses of servers") {
    const auto is = [](std::string_view text, std::string_view host, std::string_view port) {
        CAPTURE(text);
        const auto address = parse_address(text);
        return address && address->host == host && address->port == port;
    };
    CHECK(is("127.0.0.1:7777", "127.0.0.1", "7777"));
    CHECK(is("example.org", "example.org", "7777"));
    CHECK(is("example.org:80", "example.org", "80"));
    CHECK(is("ws://example.org:80/ws", "example.org", "80"));
    CHECK(is("http://192.168.1.20:7777/", "192.168.1.20", "7777"));
    CHECK(is("HTTP://example.org/", "example.org", "80"));
    CHECK(is("http://example.org:7777/#/K7QX2M", "example.org", "7777"));
    CHECK(is("http://[2001:db8::1]:7777/watch/K7QX2M", "2001:db8::1", "7777"));
    CHECK(is("192.168.1.20:7777/", "192.168.1.20", "7777"));
    CHECK(is("[::1]:9000", "::1", "9000"));
    CHECK(is("[::1]", "::1", "7777"));
    for (const char* wrong : {"",
                              ":7777",
                              "a:",
                              "a:0",
                              "a:65536",
                              "a:http",
                              "[::1",
                              "[::1]9000",
                              "a b:7777",
                              "a:123456",
                              "\x1B[2J:7777",
                              "a:-1",
                              "a:+1",
                              "ftp://a:7777",
                              "://a",
                              "http://",
                              "https://",
                              "https://:443",
                              "a@b:7777",
                              "https://a@b",
                              "https://a\\b",
                              "https://a:b@c/",
                              "[[a]:1",
                              "[a]]:1",
                              "https://\xFF"})
        CHECK_FALSE(parse_address(wrong));
    CHECK(is("ws://example.org", "example.org", "80"));
    CHECK_FALSE(parse_address(std::string(254, 'a')));
    for (const char* text : {"a:1", "[::1]:9000", "192.168.1.20:7777", "a:443"}) {
        CHECK(text_of(*parse_address(text)) == text);
        CHECK_FALSE(parse_address(text)->secure);
        CHECK_FALSE(parse_address("http://" + std::string(text))->secure);
    }
}

TEST_CASE("encrypted addresses stay encrypted, whichever way they are written") {
    for (const char* text :
         {"https://example.org", "https://example.org/", "HTTPS://Example.ORG:443/watch/K7QX2M?a#b",
          "wss://example.org", "wss://example.org:443/ws", "https://example.org?lang=de"}) {
        CAPTURE(text);
        CHECK(parse_address(text) == Address{"example.org", "443", true});
        CHECK(text_of(*parse_address(text)) == "https://example.org");
        CHECK(authority_of(*parse_address(text)) == "example.org");
    }
    for (const char* text : {"https://a:7777", "https://[::1]", "https://[::1]:8443",
                             "https://192.168.1.20:80", "https://a:80"})
        CHECK(text_of(*parse_address(text)) == text);
    CHECK(authority_of(*parse_address("https://[::1]:8443/x")) == "[::1]:8443");
    CHECK(parse_address("https://a:80") != parse_address("http://a"));
    CHECK(parse_address("https://a") != parse_address("a:443"));
}

TEST_CASE("host names in other letters are what name servers know") {
    for (const auto& [name, ascii] : std::initializer_list<std::pair<const char*, const char*>>{
             {"example.org", "example.org"},
             {"Example.ORG", "Example.ORG"},
             {"bücher.example", "xn--bcher-kva.example"},
             {"BÜCHER.Example", "xn--bcher-kva.example"},
             {"www.straße.de", "www.xn--strae-oqa.de"},
             {"пример.испытание", "xn--e1afmkfd.xn--80akhbyknj4f"},
             {"ΠΑΡΆΔΕΙΓΜΑ.gr", "xn--hxajbheg2az3al.gr"},
             {"例え.テスト", "xn--r8jz45g.xn--zckzah"},
             {"zażółć.pl", "xn--za-6ja4f8n1l.pl"},
             {"ŻÓŁW.pl", "xn--w-uga1v8h.pl"},
             {"😀.example", "xn--e28h.example"},
         }) {
        CAPTURE(name);
        CHECK(ascii_host(name) == ascii);
    }
    CHECK_FALSE(ascii_host("\xFF.example"));
    CHECK_FALSE(ascii_host(std::string(63, 'a') + "ü"));
    CHECK(text_of(*parse_address("https://bücher.example/K7QX2M")) ==
          "https://xn--bcher-kva.example");
    CHECK(parse_address("bücher.example") == parse_address("xn--bcher-kva.example"));
}

TEST_CASE("links to rooms") {
    for (const char* text : {"K7QX2M", "k7qx2m"}) {
        CHECK(parse_room_link(text)->room == "K7QX2M");
        CHECK_FALSE(parse_room_link(text)->server);
    }
    for (const char* text : {"http://a:1/#/K7QX2M", "http://a:1/K7QX2M", "a:1/k7qx2m/",
                             "http://a:1#/K7QX2M", "ws://a:1/K7QX2M"}) {
        const auto link = parse_room_link(text);
        REQUIRE(link);
        CHECK(link->room == "K7QX2M");
        CHECK(link->server == "a:1");
        CHECK(link->purpose == RoomLink::Purpose::Play);
    }
    for (const char* text : {"http://a:1/#/watch/K7QX2M", "http://a:1/watch/K7QX2M"}) {
        CHECK(parse_room_link(text)->purpose == RoomLink::Purpose::Watch);
        CHECK(parse_room_link(text)->room == "K7QX2M");
    }
    for (const char* text : {"", "K7QX0M", "http://a:1/", "http://a:1/#/rooms", "a:1", "/K7QX2M",
                             "ftp://a/K7QX2M", "http://a:1/K7QX2M/more", "https://a/replay/K7QX2M"})
        CHECK_FALSE(parse_room_link(text));
    for (const char* text : {"https://a/K7QX2M", "wss://a:443/k7qx2m/", "https://a/#/K7QX2M",
                             "https://a/K7QX2M?lang=de", "https://A/watch/K7QX2M"}) {
        CHECK(parse_room_link(text)->room == "K7QX2M");
        CHECK(parse_room_link(text)->server == "https://a");
    }
    CHECK(page_link({"::1", "7777"}, "K7QX2M") == "http://[::1]:7777/K7QX2M");
    CHECK(parse_room_link(page_link({"::1", "7777"}, "K7QX2M"))->server == "[::1]:7777");
    for (const Address& address : {Address{"a", "443", true}, Address{"::1", "1", true}}) {
        CHECK(page_link(address, "K7QX2M") == text_of(address) + "/K7QX2M");
        CHECK(parse_room_link(page_link(address, "K7QX2M"))->server == text_of(address));
    }
}

TEST_CASE("links to replays") {
    const std::string id = "00112233445566778899aabbccddeeff";
    for (const std::string& text : std::initializer_list<std::string>{
             "https://a/replay/" + id, "https://a/replay/" + id + "/",
             "https://a/replay/" + id + "/7", "https://a/replay/" + id + "/7/1",
             "https://a/#/replay/" + id, "wss://a/replays/" + id,
             "https://a/replay/00112233445566778899AABBCCDDEEFF?x=y"}) {
        CAPTURE(text);
        const auto link = parse_replay_link(text);
        REQUIRE(link);
        CHECK(link->match == id);
        CHECK(link->server == "https://a");
    }
    CHECK(parse_replay_link("a:1/replay/" + id)->server == "a:1");
    for (const std::string& text : std::initializer_list<std::string>{
             id, "/replay/" + id, "https://a/" + id, "https://a/replay/7", "https://a/replay/file",
             "ftp://a/replay/" + id})
        CHECK_FALSE(parse_replay_link(text));
}

TEST_CASE("an invitation to a server is behind #, and may be cut off") {
    protocol::Secret secret{};
    secret[0] = 0xA5;
    const std::string end = "enter#pQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";
    for (const std::string& text :
         {"https://a/" + end, "wss://a:443/" + end, "https://a/#/" + end, "https://A/" + end}) {
        CAPTURE(text);
        const auto link = parse_server_link(text);
        REQUIRE(link);
        CHECK(link->server == "https://a");
        CHECK(link->invitation == secret);
        CHECK(parse_address(text) == Address{"a", "443", true});
        CHECK_FALSE(parse_room_link(text));
        CHECK(looks_like_address(text));
    }
    CHECK(parse_server_link("a:1/" + end)->server == "a:1");
    for (const std::string& text :
         {"https://a/" + end.substr(0, end.size() - 1), "https://a/" + end + "A",
          std::string("https://a/enter#"), std::string("https://a/enter#?")}) {
        CAPTURE(text);
        REQUIRE(parse_server_link(text));
        CHECK_FALSE(parse_server_link(text)->invitation);
    }
    for (const std::string& text :
         {std::string("https://a/enter"), "https://a/K7QX2M" + end.substr(5), "https://a/x/" + end,
          "/" + end, "ftp://a/" + end, std::string("open sesame")})
        CHECK_FALSE(parse_server_link(text));
}

TEST_CASE("a link to a seat has its key behind #") {
    protocol::Secret key{};
    key[0] = 0xA5;
    const std::string link = seat_link({"a", "1"}, "K7QX2M", key);
    CHECK(link == "http://a:1/K7QX2M#pQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA");
    for (const std::string& text : {link, "a:1/" + link.substr(link.find("K7QX2M"))}) {
        const auto read = parse_room_link(text);
        REQUIRE(read);
        CHECK(read->room == "K7QX2M");
        CHECK(read->server == "a:1");
        CHECK(read->key == key);
    }
    CHECK_FALSE(parse_room_link("http://a:1/K7QX2M")->key);
    const std::string secure = seat_link({"a", "443", true}, "K7QX2M", key);
    CHECK(secure == "https://a/" + link.substr(link.find("K7QX2M")));
    CHECK(parse_room_link(secure)->key == key);
    CHECK(parse_room_link(secure)->server == "https://a");
    for (const std::string& text :
         {link.substr(0, link.size() - 1), link + "A", std::string("http://a:1/K7QX2M#"),
          "http://a:1/watch/" + link.substr(link.find("K7QX2M"))})
        CHECK_FALSE(parse_room_link(text));
}

TEST_CASE("an address is told from a code or a password") {
    for (const char* text : {"a:1", "http://a/", "localhost", "[::1]:7777", "https://a"})
        CHECK(looks_like_address(text));
    for (const char* text : {"K7QX2M", "secret", "pass.word", "a:b", "", "open:sesame"})
        CHECK_FALSE(looks_like_address(text));
}

} // namespace jaipur::client::test
