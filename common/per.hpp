// One value for each enumerator of `Key`, indexed by it. The enumerators count from 0.
#pragma once

#include <array>
#include <cstddef>

namespace jaipur {

template <class Key, std::size_t Count, class T>
struct Per {
    std::array<T, Count> values{};

    constexpr T& operator[](Key key) { return values[static_cast<std::size_t>(key)]; }

    constexpr const T& operator[](Key key) const { return values[static_cast<std::size_t>(key)]; }

    friend constexpr bool operator==(const Per&, const Per&) = default;
};

} // namespace jaipur
