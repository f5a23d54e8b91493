// Random numbers for tests: small, seeded, the same on every machine and compiler. Never used for
// real deals.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

namespace jaipur::test {

// SplitMix64 (Steele, Lea, Flood 2014): every seed is good, so tests use 1, 2, 3 ….
class Random {
  public:
    explicit constexpr Random(std::uint64_t seed) : state_(seed) {}

    constexpr std::uint64_t next() {
        std::uint64_t z = state_ += 0x9e3779b97f4a7c15u;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
        return z ^ (z >> 31);
    }

    // 0 … n-1, even enough for tests; n at most 2^32.
    constexpr std::size_t below(std::size_t n) {
        return static_cast<std::size_t>(((next() >> 32) * n) >> 32);
    }

    // True once in n times.
    constexpr bool one_in(std::size_t n) { return below(n) == 0; }

    template <class Items>
    constexpr auto& pick(Items& items) {
        return items[below(items.size())];
    }

    template <class Items>
    constexpr void shuffle(Items&& items) {
        for (std::size_t i = items.size(); i > 1; --i)
            std::swap(items[i - 1], items[below(i)]);
    }

  private:
    std::uint64_t state_;
};

} // namespace jaipur::test
