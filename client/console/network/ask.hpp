// One request to a server, over a separate connection that ends with the answer.
#pragma once

#include "client/console/address.hpp"
#include "common/result.hpp"
#include "protocol/message.hpp"

#include <chrono>
#include <optional>
#include <string>
#include <vector>

namespace jaipur::client::network {

struct NoOk {
    std::string why;
    std::optional<protocol::ErrorCode> code = {};          // nothing: there was no answer
    std::vector<std::optional<protocol::Game>> games = {}; // those that it tells all the same
};

// Blocks until the answer arrives, at most for `within`; otherwise says why there is none. `ca`: a
// file of certificates to trust besides the system's; may be empty.
Result<protocol::Ok, NoOk> ask(const Address& address, const protocol::RequestBody& body,
                               std::chrono::milliseconds within, const std::string& ca);

} // namespace jaipur::client::network
