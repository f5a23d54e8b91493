// For visitors of variants: std::visit doesn't compile if an alternative is not handled.
#pragma once

#include <concepts>

namespace jaipur {

// Several lambdas as one visitor.
template <class... Each>
struct Overloaded : Each... {
    using Each::operator()...;
};

// Names the alternatives that a lambda handles: `[](const OneOf<A, B> auto&) {}`.
template <class T, class... Ts>
concept OneOf = (std::same_as<T, Ts> || ...);

} // namespace jaipur
