#include "server/push/endpoint.hpp"

#include <boost/asio/ip/address_v4.hpp>
#include <boost/asio/ip/address_v6.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <system_error>

namespace jaipur::server::push {

namespace {

namespace ip = boost::asio::ip;

constexpr std::uint16_t https_port = 443;

// IANA's special-purpose registries, and addresses for many receivers.
constexpr std::array special_v4{
    "0.0.0.0/8",     "10.0.0.0/8",      "100.64.0.0/10",  "127.0.0.0/8",    "169.254.0.0/16",
    "172.16.0.0/12", "192.0.0.0/24",    "192.0.2.0/24",   "192.88.99.0/24", "192.168.0.0/16",
    "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4",    "240.0.0.0/4",
};

// Of IPv6, only 2000::/3 is public. So the others needn't be listed: ::1, mapped IPv4, NAT64
// (64:ff9b::/96), private (fc00::/7), link-local (fe80::/10), multicast (ff00::/8).
constexpr const char* public_v6 = "2000::/3";
constexpr std::array special_v6{
    "2001::/23",     // protocols, such as Teredo
    "2001:db8::/32", // documentation
    "2002::/16",     // 6to4: contains an IPv4 address
    "3ffe::/16",     // an experiment that is over
    "3fff::/20",     // documentation
};

template <std::size_t Size>
std::vector<net::Network> networks(const std::array<const char*, Size>& texts) {
    std::vector<net::Network> result;
    for (const char* text : texts)
        result.push_back(net::parse_network(text).value());
    return result;
}

bool in_any(const std::vector<net::Network>& networks, const ip::address& address) {
    return std::ranges::any_of(networks, [&](const auto& each) { return each.contains(address); });
}

bool is_name_character(char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '.';
}

char lowered(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

std::optional<ip::address> address_in(const std::string& host) {
    boost::system::error_code wrong;
    const auto address = ip::make_address(host, wrong);
    return wrong ? std::nullopt : std::optional(address);
}

// Takes the host from the beginning of the text: a name, or an address in brackets.
std::optional<std::string> take_host(std::string_view& text) {
    const bool bracketed = text.starts_with('[');
    const auto end = bracketed ? text.find(']') : text.find(':');
    if (bracketed && end == std::string_view::npos)
        return std::nullopt;
    std::string host(bracketed ? text.substr(1, end - 1) : text.substr(0, end));
    text.remove_prefix(std::min(text.size(), end + (bracketed ? 1 : 0)));
    std::ranges::transform(host, host.begin(), lowered);
    if (bracketed) {
        const auto address = address_in(host);
        const bool plain = host.find('%') == std::string::npos;
        return address && address->is_v6() && plain ? std::optional(host) : std::nullopt;
    }
    constexpr std::size_t longest_name = 253;
    const bool fits = !host.empty() && host.size() <= longest_name &&
                      std::ranges::all_of(host, is_name_character);
    return fits ? std::optional(host) : std::nullopt;
}

// Nothing, or ":443".
std::optional<std::uint16_t> read_port(std::string_view text) {
    if (text.empty())
        return https_port;
    std::uint16_t port = 0;
    const char* const end = text.data() + text.size();
    const auto [rest, error] = std::from_chars(text.data() + 1, end, port);
    const bool fits = text[0] == ':' && error == std::errc{} && rest == end && port > 0;
    return fits ? std::optional(port) : std::nullopt;
}

} // namespace

std::optional<Endpoint> parse_endpoint(std::string_view url) {
    constexpr std::string_view scheme = "https://";
    const bool plain = std::ranges::all_of(
        url, [](char c) { return c > ' ' && c <= '~' && c != '#' && c != '"' && c != '\\'; });
    if (!plain || !url.starts_with(scheme))
        return std::nullopt;
    url.remove_prefix(scheme.size());
    const auto path = std::min(url.find_first_of("/?"), url.size());
    std::string_view authority = url.substr(0, path);
    const bool is_v6 = authority.starts_with('[');
    const auto host = take_host(authority);
    const auto port = host ? read_port(authority) : std::nullopt;
    if (!port)
        return std::nullopt;
    std::string target(url.substr(path));
    if (!target.starts_with('/'))
        target.insert(0, "/");
    std::string origin = std::string(scheme) + (is_v6 ? "[" + *host + "]" : *host);
    if (*port != https_port)
        origin += ":" + std::to_string(*port);
    return Endpoint{*host, *port, std::move(target), std::move(origin)};
}

bool is_public(const ip::address& address) {
    static const auto special_of_v4 = networks(special_v4);
    static const auto special_of_v6 = networks(special_v6);
    static const net::Network whole_of_v6 = net::parse_network(public_v6).value();
    if (address.is_v4())
        return !in_any(special_of_v4, address);
    return address.to_v6().scope_id() == 0 && whole_of_v6.contains(address) &&
           !in_any(special_of_v6, address);
}

bool Reach::contains(const ip::address& address, std::uint16_t port) const {
    return (port == https_port && is_public(address)) || in_any(allowed, address);
}

bool Reach::may_contain(std::string_view url) const {
    const auto endpoint = parse_endpoint(url);
    if (!endpoint)
        return false;
    if (const auto address = address_in(endpoint->host))
        return contains(*address, endpoint->port);
    return endpoint->port == https_port || !allowed.empty();
}

} // namespace jaipur::server::push
