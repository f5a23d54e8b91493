// Endpoints come from clients: how they are read, and that none leads into a private network.
#include "server/push/endpoint.hpp"

#include <doctest/doctest.h>

#include <string>

using namespace jaipur::server;
using namespace jaipur::server::push;

namespace {

bool is_public_text(const char* address) {
    return is_public(boost::asio::ip::make_address(address));
}

} // namespace

TEST_CASE("an endpoint is an https URL") {
    CHECK(parse_endpoint("https://Push.Example.net/a/B?c=d") ==
          Endpoint{"push.example.net", 443, "/a/B?c=d", "https://push.example.net"});
    CHECK(parse_endpoint("https://push.example.net") ==
          Endpoint{"push.example.net", 443, "/", "https://push.example.net"});
    CHECK(parse_endpoint("https://push.example.net?a") ==
          Endpoint{"push.example.net", 443, "/?a", "https://push.example.net"});
    CHECK(parse_endpoint("https://push.example.net:443/") ==
          Endpoint{"push.example.net", 443, "/", "https://push.example.net"});
    CHECK(parse_endpoint("https://192.0.2.1:8443/x") ==
          Endpoint{"192.0.2.1", 8443, "/x", "https://192.0.2.1:8443"});
    CHECK(parse_endpoint("https://[2001:DB8::1]:8443/x") ==
          Endpoint{"2001:db8::1", 8443, "/x", "https://[2001:db8::1]:8443"});
}

TEST_CASE("any other text is not an endpoint") {
    for (const char* bad : {"",
                            "https:",
                            "https://",
                            "https:///x",
                            "http://a.example/",
                            "HTTPS://a.example/",
                            "ftp://a.example/",
                            "//a.example/",
                            "https://user@a.example/",
                            "https://user:x@a.example/",
                            "https://a.example:/",
                            "https://a.example:0/",
                            "https://a.example:65536/",
                            "https://a.example:44x/",
                            "https://a.example:443:443/",
                            "https://a.example/#x",
                            "https://a.example/ x",
                            "https://a.example/\r\nHost: b",
                            "https://a.example/\xc3\xa9",
                            "https://\xc3\xa9.example/",
                            "https://a_b.example/",
                            "https://a.example\\@b.example/",
                            "https://[::1/",
                            "https://[::1%25lo]/",
                            "https://[fe80::1%lo]/",
                            "https://[1.2.3.4]/",
                            "https://[a.example]/",
                            "https://[::1]x/",
                            "https://a%2eexample/"}) {
        CAPTURE(bad);
        CHECK_FALSE(parse_endpoint(bad));
    }
    CHECK_FALSE(parse_endpoint("https://" + std::string(254, 'a') + "/"));
}

TEST_CASE("only addresses that anybody on the Internet can have are public") {
    for (const char* address :
         {"0.0.0.0",         "0.255.255.255",   "10.0.0.0",        "10.255.255.255",
          "100.64.0.0",      "100.127.255.255", "127.0.0.1",       "127.255.255.255",
          "169.254.0.0",     "169.254.169.254", "172.16.0.0",      "172.31.255.255",
          "192.0.0.8",       "192.0.2.1",       "192.88.99.1",     "192.168.0.0",
          "192.168.255.255", "198.18.0.0",      "198.19.255.255",  "198.51.100.7",
          "203.0.113.7",     "224.0.0.1",       "239.255.255.255", "240.0.0.0",
          "255.255.255.255"}) {
        CAPTURE(address);
        CHECK_FALSE(is_public_text(address));
    }
    for (const char* address : {"::",
                                "::1",
                                "::ffff:8.8.8.8",
                                "::ffff:127.0.0.1",
                                "::8.8.8.8",
                                "64:ff9b::7f00:1",
                                "64:ff9b::808:808",
                                "64:ff9b:1::1",
                                "100::1",
                                "2001::1",
                                "2001:10::1",
                                "2001:1ff::1",
                                "2001:db8::1",
                                "2002:7f00:1::1",
                                "2002:808:808::1",
                                "3ffe::1",
                                "3fff::1",
                                "3fff:fff::1",
                                "4000::1",
                                "5f00::1",
                                "fc00::1",
                                "fdff::1",
                                "fe80::1",
                                "fec0::1",
                                "ff02::1",
                                "ff0e::1"}) {
        CAPTURE(address);
        CHECK_FALSE(is_public_text(address));
    }
    CHECK_FALSE(is_public(boost::asio::ip::make_address("2606:4700::1111%1")));
    for (const char* address : {"1.1.1.1",
                                "9.255.255.255",
                                "11.0.0.0",
                                "100.63.255.255",
                                "100.128.0.0",
                                "126.255.255.255",
                                "128.0.0.0",
                                "169.253.255.255",
                                "169.255.0.0",
                                "172.15.255.255",
                                "172.32.0.0",
                                "192.0.1.0",
                                "192.167.255.255",
                                "192.169.0.0",
                                "198.17.255.255",
                                "198.20.0.0",
                                "223.255.255.255",
                                "2001:200::1",
                                "2001:4860:4860::8888",
                                "2606:4700::1111",
                                "2a00::1",
                                "3ffd::1"}) {
        CAPTURE(address);
        CHECK(is_public_text(address));
    }
}

TEST_CASE("only port 443 of public addresses is reachable, and what the operator allows") {
    const auto at = [](const char* address) { return boost::asio::ip::make_address(address); };
    const Reach usual;
    CHECK(usual.contains(at("8.8.8.8"), 443));
    CHECK_FALSE(usual.contains(at("8.8.8.8"), 8443));
    CHECK_FALSE(usual.contains(at("127.0.0.1"), 443));
    CHECK(usual.may_contain("https://push.example/"));
    for (const char* bad :
         {"https://push.example:8443/", "https://127.0.0.1/", "https://[::1]/",
          "https://[::ffff:7f00:1]/", "https://10.1.2.3/", "http://push.example/"})
        CHECK_FALSE(usual.may_contain(bad));
    const Reach test{{net::parse_network("127.0.0.0/8").value()}};
    CHECK(test.contains(at("127.0.0.1"), 8443));
    CHECK_FALSE(test.contains(at("10.0.0.1"), 443));
    CHECK(test.contains(at("8.8.8.8"), 443));
    CHECK(test.may_contain("https://127.0.0.1:8443/"));
    CHECK(test.may_contain("https://push.example:8443/"));
    CHECK_FALSE(test.may_contain("https://10.0.0.1/"));
}
