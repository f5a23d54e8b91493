#include "server/net/forwarded.hpp"

#include <doctest/doctest.h>

#include <string>

namespace jaipur::server::net {

namespace {

boost::asio::ip::address ip(const std::string& text) {
    return boost::asio::ip::make_address(text);
}

core::Address from(const std::string& text) {
    return address_of(ip(text));
}

core::Address client(const std::string& peer, const std::vector<std::string_view>& forwarded_for,
                     const std::vector<Network>& trusted = {*parse_network("10.0.0.0/8"),
                                                            *parse_network("127.0.0.1")}) {
    return client_address(ip(peer), forwarded_for, trusted);
}

} // namespace

TEST_CASE("an address is an IPv4 address, an IPv6 /64 or a loopback address") {
    CHECK(from("192.0.2.1") == core::Address{core::Address::Kind::V4, 0xc0000201});
    CHECK(from("192.0.2.1") != from("192.0.2.2"));
    CHECK(from("::ffff:192.0.2.1") == from("192.0.2.1"));
    CHECK(from("2001:db8:1:2::1") == from("2001:db8:1:2:ffff:ffff:ffff:ffff"));
    CHECK(from("2001:db8:1:2::1") != from("2001:db8:1:3::1"));
    CHECK(from("2001:db8:1:2::1") == core::Address{core::Address::Kind::V6, 0x20010db800010002});
    for (const char* here : {"127.0.0.1", "127.8.8.8", "::1", "::ffff:127.0.0.1"})
        CHECK(from(here).is_this_machine());
    CHECK(from("127.0.0.1") == from("::ffff:127.0.0.1"));
    CHECK(from("127.0.0.1") != from("127.0.0.2")); // wrong joins count for each
    CHECK(from("127.0.0.1") != from("::1"));
    CHECK_FALSE(from("0.0.0.1").is_this_machine());
    CHECK_FALSE(from("::2").is_this_machine());
}

TEST_CASE("networks are parsed and contain the right addresses") {
    const auto holds = [](const char* network, const char* address) {
        return parse_network(network)->contains(ip(address));
    };
    CHECK(holds("10.0.0.0/8", "10.255.1.2"));
    CHECK(holds("10.0.0.0/8", "::ffff:10.255.1.2"));
    CHECK_FALSE(holds("10.0.0.0/8", "11.0.0.1"));
    CHECK(holds("192.0.2.128/25", "192.0.2.200"));
    CHECK_FALSE(holds("192.0.2.128/25", "192.0.2.127"));
    CHECK(holds("192.0.2.7", "192.0.2.7"));
    CHECK_FALSE(holds("192.0.2.7", "192.0.2.6"));
    CHECK(holds("0.0.0.0/0", "203.0.113.9"));
    CHECK_FALSE(holds("0.0.0.0/0", "2001:db8::1"));
    CHECK(holds("::/0", "203.0.113.9"));
    CHECK(holds("fd00::/8", "fdab::1"));
    CHECK_FALSE(holds("fd00::/8", "fe80::1"));
    for (const char* wrong : {"", "here", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/", "10.0.0.0/8x",
                              "fd00::/129", "fe80::1%1", "/8"})
        CHECK_MESSAGE(!parse_network(wrong), wrong);
}

TEST_CASE("only trusted proxies are believed") {
    CHECK(client("203.0.113.5", {}) == from("203.0.113.5"));
    CHECK(client("203.0.113.5", {"192.0.2.1"}) == from("203.0.113.5")); // forged
    CHECK(client("10.0.0.1", {"192.0.2.1"}) == from("192.0.2.1"));
    CHECK(client("127.0.0.1", {"2001:db8::7"}) == from("2001:db8::7"));
    CHECK(client("127.0.0.1", {"192.0.2.1"}, {}).is_this_machine()); // not named
    CHECK(client("10.0.0.1", {}) == from("10.0.0.1"));
}

TEST_CASE("trusted proxies are skipped; the address before them is the client's") {
    CHECK(client("10.0.0.1", {"192.0.2.66", "203.0.113.5", "10.0.0.2"}) == from("203.0.113.5"));
    CHECK(client("10.0.0.1", {"127.0.0.1", "203.0.113.5"}) == from("203.0.113.5"));
    CHECK(client("10.0.0.1", {"10.0.0.3", "10.0.0.2"}) == from("10.0.0.3"));
}

TEST_CASE("addresses come in many forms; anything else counts as the proxy's own address") {
    CHECK(client("10.0.0.1", {"192.0.2.1:4711"}) == from("192.0.2.1"));
    CHECK(client("10.0.0.1", {"[2001:db8::1]:4711"}) == from("2001:db8::1"));
    CHECK(client("10.0.0.1", {"[2001:db8::1]"}) == from("2001:db8::1"));
    for (const char* wrong : {"unknown", "_hidden", "[", "[]", ":", "1.2.3", "192.0.2.1 or so",
                              "[2001:db8::1]x", "[2001:db8::1"})
        CHECK_MESSAGE(client("10.0.0.1", {"192.0.2.1", wrong}) == from("10.0.0.1"), wrong);
    // A proxy on this machine isn't exempt from limits if it sends an unreadable address.
    CHECK(client("127.0.0.1", {"192.0.2.1", "unknown"}) == from("0.0.0.0"));
    CHECK(client("127.0.0.1", {}).is_this_machine());
}

} // namespace jaipur::server::net
