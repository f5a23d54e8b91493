// A vector with a fixed capacity that lives inside its owner: no allocation, trivially copyable
// when its elements are. The game's state is made of these, so that copying a state is one memcpy.
// It must not know about the game.
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <initializer_list>

namespace jaipur {

template <class T, std::size_t Capacity>
class FixedVector {
  public:
    using value_type = T;

    constexpr FixedVector() = default;

    constexpr FixedVector(std::initializer_list<T> items) {
        for (const T& item : items)
            push_back(item);
    }

    // The first `size` of these items.
    constexpr FixedVector(const std::array<T, Capacity>& items, std::size_t size)
        : items_(items), size_(static_cast<std::uint8_t>(size)) {
        assert(size <= Capacity);
    }

    static constexpr std::size_t capacity() { return Capacity; }

    constexpr std::size_t size() const { return size_; }

    constexpr bool empty() const { return size_ == 0; }

    constexpr bool full() const { return size_ == Capacity; }

    // The vector must not be full.
    constexpr void push_back(const T& item) {
        assert(size_ < Capacity);
        items_[size_++] = item;
    }

    constexpr void pop_back() {
        assert(size_ > 0);
        --size_;
    }

    constexpr void clear() { size_ = 0; }

    constexpr T& operator[](std::size_t i) {
        assert(i < size_);
        return items_[i];
    }

    constexpr const T& operator[](std::size_t i) const {
        assert(i < size_);
        return items_[i];
    }

    constexpr T& back() { return (*this)[size_ - 1u]; }

    constexpr const T& back() const { return (*this)[size_ - 1u]; }

    constexpr T* begin() { return items_.data(); }

    constexpr T* end() { return items_.data() + size_; }

    constexpr const T* begin() const { return items_.data(); }

    constexpr const T* end() const { return items_.data() + size_; }

    friend constexpr bool operator==(const FixedVector& a, const FixedVector& b) {
        return std::ranges::equal(a, b);
    }

  private:
    std::array<T, Capacity> items_{};
    std::uint8_t size_ = 0;
    static_assert(Capacity <= 255);
};

} // namespace jaipur
