// What the sources of typed lines share.
#pragma once

#include <functional>
#include <optional>
#include <string>

namespace jaipur::client::app {

// A line without its end; nothing at the end of the input.
using OnLine = std::function<void(std::optional<std::string> line)>;

} // namespace jaipur::client::app
