// One HTTP GET, limited in size and time. Implemented in web_socket.cpp, the client's only source
// that includes Beast. It must not know what the text means.
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

// Blocks until the answer arrives, at most for `within`.
Fetched fetch(const Address& address, const std::string& path, std::size_t largest,
              std::chrono::milliseconds within);

} // namespace jaipur::client::network
