// One HTTP GET, limited in size and time. It must not know what the text means.
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

// Blocks until the answer arrives, at most for `within`. `ca`: a file of certificates to trust
// besides the system's; may be empty.
Fetched fetch(const Address& address, const std::string& path, std::size_t largest,
              std::chrono::milliseconds within, const std::string& ca = {});

} // namespace jaipur::client::network
