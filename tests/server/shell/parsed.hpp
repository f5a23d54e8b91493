// The server's command line, taken apart.
#pragma once

#include "tests/server/shell/configured.hpp"

#include <cstdint>
#include <string>

namespace jaipur::server::shell {

using namespace std::chrono_literals;

inline Endpoint endpoint(const char* address, std::uint16_t port) {
    return {boost::asio::ip::make_address(address), port};
}

inline Options parse(const test::Words& arguments) {
    return test::parse(arguments).options;
}

inline Serve served(const test::Words& arguments) {
    return test::served(test::parse(arguments));
}

// The error for a wrong command line.
inline std::string refused(const test::Words& arguments) {
    return test::refused(test::parse(arguments));
}

} // namespace jaipur::server::shell
