#include "server/shell/exposure.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>

namespace jaipur::server::shell::test {

namespace {

std::string exposed(const char* listens, std::initializer_list<const char*> own = {}) {
    Addresses addresses;
    for (const char* each : own)
        addresses.push_back(boost::asio::ip::make_address(each));
    const auto found = public_address(*parse_endpoint(listens), addresses);
    return found ? found->to_string() : "";
}

} // namespace

TEST_CASE("a port is exposed if it listens on a public address") {
    CHECK(exposed("127.0.0.1:7777", {"8.8.8.8"}).empty());
    CHECK(exposed("192.168.1.2:7777", {"8.8.8.8"}).empty());
    CHECK(exposed("[fd00::1]:7777").empty());
    CHECK(exposed("8.8.8.8:7777") == "8.8.8.8");
    CHECK(exposed("[2a00::1]:7777") == "2a00::1");
    CHECK(exposed("0.0.0.0:7777", {"127.0.0.1", "10.0.0.1", "fe80::1", "::1"}).empty());
    CHECK(exposed("0.0.0.0:7777", {"127.0.0.1", "2a00::1", "8.8.8.8"}) == "8.8.8.8");
    CHECK(exposed("0.0.0.0:7777", {"2a00::1"}).empty());
    CHECK(exposed("[::]:7777", {"2a00::1"}) == "2a00::1");
    CHECK(exposed("[::]:7777", {"8.8.8.8"}) == "8.8.8.8");
}

TEST_CASE("this machine has a loopback address") {
    const auto own = addresses_of_this_machine();
    CHECK(std::ranges::any_of(own, [](const auto& address) { return address.is_loopback(); }));
}

} // namespace jaipur::server::shell::test
