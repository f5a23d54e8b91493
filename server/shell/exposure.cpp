#include "server/shell/exposure.hpp"

#include "server/push/endpoint.hpp"

#include <boost/asio/ip/address_v4.hpp>
#include <boost/asio/ip/address_v6.hpp>

#include <algorithm>
#include <cstring>
#include <ifaddrs.h>
#include <netinet/in.h>

namespace jaipur::server::shell {

namespace ip = boost::asio::ip;

std::optional<ip::address> public_address(const Endpoint& endpoint, const Addresses& own) {
    const ip::address at = endpoint.address();
    if (!at.is_unspecified())
        return push::is_public(at) ? std::optional(at) : std::nullopt;
    // [::] listens on IPv4 as well.
    const auto found = std::ranges::find_if(own, [&](const ip::address& address) {
        return (address.is_v4() || at.is_v6()) && push::is_public(address);
    });
    return found == own.end() ? std::nullopt : std::optional(*found);
}

Addresses addresses_of_this_machine() {
    Addresses result;
    ifaddrs* all = nullptr;
    if (getifaddrs(&all) != 0)
        return result;
    for (const ifaddrs* each = all; each != nullptr; each = each->ifa_next) {
        if (each->ifa_addr == nullptr)
            continue;
        if (each->ifa_addr->sa_family == AF_INET) {
            sockaddr_in address{};
            std::memcpy(&address, each->ifa_addr, sizeof address);
            result.emplace_back(ip::address_v4(ntohl(address.sin_addr.s_addr)));
        } else if (each->ifa_addr->sa_family == AF_INET6) {
            sockaddr_in6 address{};
            std::memcpy(&address, each->ifa_addr, sizeof address);
            ip::address_v6::bytes_type bytes{};
            std::memcpy(bytes.data(), &address.sin6_addr, bytes.size());
            result.emplace_back(ip::address_v6(bytes));
        }
    }
    freeifaddrs(all);
    return result;
}

} // namespace jaipur::server::shell
