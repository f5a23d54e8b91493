#include "server/net/forwarded.hpp"

#include <algorithm>
#include <charconv>
#include <ranges>
#include <string>
#include <system_error>

namespace jaipur::server::net {

namespace {

namespace ip = boost::asio::ip;

// For requests from a proxy on this machine that doesn't name its client; nobody has this address.
constexpr core::Address unnamed{core::Address::Kind::V4, 0};

constexpr int v4_prefix = 96; // bits before an IPv4 address that is mapped into IPv6

std::optional<ip::address> parse(std::string_view text) {
    boost::system::error_code wrong;
    auto address = ip::make_address(std::string(text), wrong);
    if (wrong || (address.is_v6() && address.to_v6().scope_id() != 0))
        return std::nullopt;
    return address;
}

std::array<std::uint8_t, 16> bytes_of(const ip::address& address) {
    return address.is_v4() ? ip::make_address_v6(ip::v4_mapped, address.to_v4()).to_bytes()
                           : address.to_v6().to_bytes();
}

bool is_trusted(const ip::address& address, const std::vector<Network>& proxies) {
    return std::ranges::any_of(proxies,
                               [&](const Network& network) { return network.contains(address); });
}

} // namespace

bool Network::contains(const ip::address& other) const {
    const auto bytes = bytes_of(other);
    const auto whole = static_cast<std::size_t>(bits / 8);
    if (!std::equal(bytes.begin(), bytes.begin() + whole, address.begin()))
        return false;
    const int rest = bits % 8;
    return rest == 0 || ((bytes.at(whole) ^ address.at(whole)) >> (8 - rest)) == 0;
}

std::optional<ip::address> parse_hop(std::string_view text) {
    if (text.starts_with('[')) {
        const auto end = text.find(']');
        if (end == std::string_view::npos)
            return std::nullopt;
        const auto rest = text.substr(end + 1);
        return rest.empty() || rest.starts_with(':') ? parse(text.substr(1, end - 1))
                                                     : std::nullopt;
    }
    if (std::ranges::count(text, ':') == 1)
        text = text.substr(0, text.find(':'));
    return parse(text);
}

std::optional<Network> parse_network(std::string_view text) {
    const auto slash = text.find('/');
    const auto address = parse(text.substr(0, slash));
    if (!address)
        return std::nullopt;
    Network network{bytes_of(*address), 128};
    if (slash == std::string_view::npos)
        return network;
    const std::string_view bits = text.substr(slash + 1);
    const auto [rest, error] =
        std::from_chars(bits.data(), bits.data() + bits.size(), network.bits);
    const int most = address->is_v4() ? 32 : 128;
    if (error != std::errc{} || rest != bits.data() + bits.size() || network.bits < 0 ||
        network.bits > most)
        return std::nullopt;
    if (address->is_v4())
        network.bits += v4_prefix;
    return network;
}

core::Address address_of(const ip::address& address) {
    if (address.is_v6() && address.to_v6().is_v4_mapped())
        return address_of(ip::make_address_v4(ip::v4_mapped, address.to_v6()));
    using Kind = core::Address::Kind;
    const Kind kind = address.is_loopback() ? Kind::ThisMachine : Kind::V4;
    if (address.is_v4())
        return {kind, address.to_v4().to_uint()};
    if (address.is_loopback()) // ::1
        return {};
    core::Address result{Kind::V6, 0};
    for (int i = 0; i < 8; ++i)
        result.network = result.network << 8 | address.to_v6().to_bytes().at(std::size_t(i));
    return result;
}

core::Address client_address(const ip::address& peer,
                             const std::vector<std::string_view>& forwarded_for,
                             const std::vector<Network>& trusted_proxies) {
    ip::address client = peer;
    for (const std::string_view hop : forwarded_for | std::views::reverse) {
        if (!is_trusted(client, trusted_proxies))
            break;
        const auto before = parse_hop(hop);
        if (!before)
            return address_of(client).is_this_machine() ? unnamed : address_of(client);
        client = *before;
    }
    return address_of(client);
}

} // namespace jaipur::server::net
