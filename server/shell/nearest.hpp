// What somebody meant who mistyped a name.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace jaipur::server::shell {

// How many letters to add, drop, replace or swap with their neighbour.
std::size_t distance(std::string_view from, std::string_view to);

// The most similar name; nothing if each takes more than `most` changes.
std::optional<std::string> nearest(std::string_view to, const std::vector<std::string>& names,
                                   std::size_t most);

} // namespace jaipur::server::shell
