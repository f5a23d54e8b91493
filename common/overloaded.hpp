// Several lambdas as one visitor: std::visit doesn't compile if an alternative has none.
#pragma once

namespace jaipur {

template <class... Each>
struct Overloaded : Each... {
    using Each::operator()...;
};

} // namespace jaipur
