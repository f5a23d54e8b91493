#pragma once

#include "server/net/http.hpp"

#include <string>
#include <string_view>

namespace jaipur::server::net {

// Empty if the response has no such header.
inline std::string header(const HttpResponse& response, std::string_view name) {
    for (const auto& [key, value] : response.headers)
        if (key == name)
            return value;
    return "";
}

} // namespace jaipur::server::net
