// What can be banned, and how it is written.
#include "server/admin/answer.hpp"
#include "server/admin/network.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <string>

using namespace jaipur::server;
using namespace jaipur::server::admin;
using namespace std::chrono_literals;

namespace {

std::string read_network(std::string_view text) {
    const auto network = parse_network(text);
    return network ? to_string(*network) : "";
}

} // namespace

TEST_CASE("networks are written in one way, however they were given") {
    CHECK(read_network("203.0.113.7") == "203.0.113.7");
    CHECK(read_network("203.0.113.7/24") == "203.0.113.0/24");
    CHECK(read_network("::ffff:203.0.113.7") == "203.0.113.7");
    CHECK(read_network("2001:db8:1:2:3:4:5:6") == "2001:db8:1:2::/64");
    CHECK(read_network("2001:db8:1:2::/48") == "2001:db8:1::/48");
}

TEST_CASE("this machine can't be banned, not even as a part of everything") {
    for (const std::string text :
         {"127.0.0.1", "127.9.9.9", "127.0.0.0/8", "0.0.0.0/0", "64.0.0.0/1", "::1", "::/0", "::/8",
          "::ffff:127.0.0.1", "::ffff:0.0.0.0/96"})
        CHECK_MESSAGE(read_network(text).empty(), text);
    for (const std::string text :
         {"", "localhost", "1.2.3", "1.2.3.4/33", "K7QX2M", "fe80::1%eth0"})
        CHECK_MESSAGE(read_network(text).empty(), text);
}

TEST_CASE("bans survive their file, and damaged files are noticed") {
    const core::Time now{1h};
    const std::vector<core::Ban> bans{{*parse_network("203.0.113.0/24"), now, now + 2h},
                                      {*parse_network("2001:db8::/48"), now, {}}};
    const std::string text = encode_bans(bans);
    CHECK(text == R"({"bans":[{"address":"203.0.113.0/24","since":3600000,"until":10800000},)"
                  R"({"address":"2001:db8::/48","since":3600000,"until":null}]})");
    CHECK(decode_bans(text) == bans);
    CHECK(decode_bans(text + "\n") == bans);
    for (const std::string& bad :
         {std::string(), std::string("{}"), text.substr(0, 40),
          std::string(R"({"bans":[{"address":"127.0.0.1","since":0,"until":null}]})")})
        CHECK_FALSE(decode_bans(bad));
}
