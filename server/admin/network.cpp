#include "server/admin/network.hpp"

#include "server/net/forwarded.hpp"

#include <boost/asio/ip/address.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace jaipur::server::admin {

namespace {

namespace ip = boost::asio::ip;
using Kind = core::Address::Kind;

constexpr int v4_prefix = 96; // bits before an IPv4 address that is mapped into IPv6
constexpr int household = 64; // bits

} // namespace

std::optional<core::Network> parse_network(std::string_view text) {
    const auto written = net::parse_network(text);
    if (!written || written->contains(ip::address_v4::loopback()) ||
        written->contains(ip::address_v6::loopback()))
        return std::nullopt;
    const auto address = net::address_of(ip::address_v6(written->address));
    const bool is_v4 = address.kind == Kind::V4;
    if (address.is_this_machine() || (is_v4 && written->bits < v4_prefix))
        return std::nullopt;
    const int bits = is_v4 ? written->bits - v4_prefix : std::min(written->bits, household);
    if (bits < 1)
        return std::nullopt;
    return core::Network{address.within(bits), bits};
}

std::string to_string(const core::Network& network) {
    const std::string bits = "/" + std::to_string(network.bits);
    const std::uint64_t number = network.address.network;
    if (network.address.kind == Kind::V4) {
        const std::string address =
            ip::make_address_v4(static_cast<std::uint32_t>(number)).to_string();
        return network.bits == 32 ? address : address + bits;
    }
    std::array<std::uint8_t, 16> bytes{};
    for (std::size_t i = 0; i < 8; ++i)
        bytes.at(i) = static_cast<std::uint8_t>(number >> (56 - 8 * i));
    return ip::make_address_v6(bytes).to_string() + bits;
}

} // namespace jaipur::server::admin
