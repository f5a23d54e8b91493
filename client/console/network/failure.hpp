// Network errors in words. They follow "Can't reach HOST:".
#pragma once

#include "client/console/address.hpp"
#include "client/console/network/wire.hpp"

#include <boost/system/error_code.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace jaipur::client::network {

// Whether the other side, or something between, ended the connection.
bool is_cut(boost::system::error_code error);

std::string in_words(boost::system::error_code error);

// It speaks only TLS at this plain address.
Failure only_tls(Address address);

// What a server means that answers a plain request with HTTP, but doesn't do what it is asked:
// nothing, unless it requires an encrypted connection.
std::optional<Failure> wants_tls(const Address& address, unsigned status, std::string_view location,
                                 std::string_view body);

} // namespace jaipur::client::network
