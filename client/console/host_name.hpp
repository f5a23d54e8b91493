// Host names in letters other than ASCII, as name servers and certificates write them (IDNA).
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace jaipur::client {

// "bücher.example" as "xn--bcher-kva.example". ASCII stays as it is. Nothing if it isn't UTF-8.
std::optional<std::string> ascii_host(std::string_view host);

} // namespace jaipur::client
