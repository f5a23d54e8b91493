// Addresses and links, as people type and paste them.
#include "client/console/address.hpp"

#include <doctest/doctest.h>

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
    for (const char* wrong : {"", ":7777", "a:", "a:0", "a:65536", "a:http", "[::1", "[::1]9000",
                              "a b:7777", "a:123456", "\x1B[2J:7777", "a:-1", "a:+1",
                              "ftp://a:7777", "https://a:7777", "://a", "http://"})
        CHECK_FALSE(parse_address(wrong));
    for (const char* text : {"a:1", "[::1]:9000", "192.168.1.20:7777"})
        CHECK(text_of(*parse_address(text)) == text);
}

TEST_CASE("encrypted addresses are recognized, because this program can't use them") {
    CHECK(needs_tls("https://example.org/"));
    CHECK(needs_tls("wss://example.org"));
    CHECK_FALSE(needs_tls("http://example.org/"));
    CHECK_FALSE(needs_tls("https"));
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
                             "https://a/K7QX2M", "http://a:1/K7QX2M/more"})
        CHECK_FALSE(parse_room_link(text));
    CHECK(page_link({"::1", "7777"}, "K7QX2M") == "http://[::1]:7777/K7QX2M");
    CHECK(parse_room_link(page_link({"::1", "7777"}, "K7QX2M"))->server == "[::1]:7777");
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
