// What a plain request gets from a server that speaks TLS: the same address with https. A pure
// function, like `answer`.
#pragma once

#include "server/net/http.hpp"

#include <cstdint>
#include <string_view>

namespace jaipur::server::net {

// `port`: where https is served; 0: at the port in `host`. The host is the client's own word: only
// that client follows it.
HttpResponse redirected(const HttpRequest& request, std::string_view host, std::uint16_t port);

} // namespace jaipur::server::net
