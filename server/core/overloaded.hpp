// For visiting a variant so that the compiler demands an answer for each alternative.
#pragma once

#include <concepts>

namespace jaipur::server::core {

template <class... Each>
struct Overloaded : Each... {
    using Each::operator()...;
};

// One of these types, for alternatives that are treated alike.
template <class T, class... Types>
concept OneOf = (std::same_as<T, Types> || ...);

} // namespace jaipur::server::core
