#include "server/shell/endpoint.hpp"

#include <boost/asio/ip/address.hpp>

#include <charconv>
#include <cstdint>
#include <sstream>
#include <system_error>

namespace jaipur::server::shell {

namespace {

std::optional<std::uint16_t> port_number(std::string_view text) {
    std::uint16_t number = 0;
    const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc{} || rest != text.data() + text.size())
        return std::nullopt;
    return number;
}

} // namespace

std::optional<Endpoint> parse_endpoint(std::string_view text) {
    const auto colon = text.rfind(':');
    if (colon == std::string_view::npos)
        return std::nullopt;
    std::string_view address = text.substr(0, colon);
    const std::string_view port = text.substr(colon + 1);
    const bool bracketed = address.starts_with('[') && address.ends_with(']');
    if (bracketed)
        address = address.substr(1, address.size() - 2);
    boost::system::error_code wrong;
    const auto parsed = boost::asio::ip::make_address(std::string(address), wrong);
    if (wrong || parsed.is_v6() != bracketed)
        return std::nullopt;
    const auto number = port_number(port);
    if (!number)
        return std::nullopt;
    return Endpoint(parsed, *number);
}

bool is_host_and_port(std::string_view text) {
    const auto bracket = text.find(']'); // the colons before it are part of an IPv6 address
    const auto colon = text.find(':', bracket == std::string_view::npos ? 0 : bracket);
    if (colon == std::string_view::npos)
        return !text.empty();
    return colon > 0 && port_number(text.substr(colon + 1)).value_or(0) > 0;
}

std::string to_string(const Endpoint& endpoint) {
    std::ostringstream text;
    text << endpoint;
    return text.str();
}

Endpoint reached_locally(const Endpoint& listening) {
    if (!listening.address().is_unspecified())
        return listening;
    if (listening.address().is_v4())
        return {boost::asio::ip::address_v4::loopback(), listening.port()};
    return {boost::asio::ip::address_v6::loopback(), listening.port()};
}

} // namespace jaipur::server::shell
