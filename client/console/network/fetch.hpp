// A text of a server by HTTP: one GET, bounded in size and time. Beast does it, so its source is
// that of `connection`, the only one of the client that includes Beast.
// It must not know what the text means.
#pragma once

#include "client/console/address.hpp"

#include <chrono>
#include <cstddef>
#include <string>

namespace jaipur::client::network {

struct Fetched {
    int status = 0; // of HTTP; 0: there is no answer, and `wrong` says why
    std::string body;
    std::string wrong;
};

// Blocks until the answer is there, or `within` is over.
Fetched fetch(const Address& address, const std::string& path, std::size_t largest,
              std::chrono::milliseconds within);

} // namespace jaipur::client::network
