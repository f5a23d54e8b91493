// Choices of cards, made and compared very often when exchanges are listed. A list of cards is
// packed into one integer, one byte per card, which is four times as fast as handling single bytes.
// The bits of the last byte say which kinds are in the list. The only rule it knows is how many
// cards a side of an exchange can choose from.
#pragma once

#include "common/action.hpp"
#include "common/card.hpp"
#include "common/numbers.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

namespace jaipur {

// A bit for each kind of card.
using Kinds = unsigned;

constexpr Kinds kind_of(Card card) {
    return Kinds{1} << static_cast<unsigned>(card);
}

using PackedCards = std::uint64_t;
static_assert(sizeof(PackedCards) == max_exchange && sizeof(Card) == 1);
inline constexpr std::size_t kinds_place = max_exchange - 1;
inline constexpr std::size_t largest_exchange = market_size;
static_assert(largest_exchange <= kinds_place);

constexpr unsigned shift_to(std::size_t place) {
    const bool little = std::endian::native == std::endian::little;
    return static_cast<unsigned>(8 * (little ? place : max_exchange - 1 - place));
}

constexpr PackedCards at(std::size_t place, std::size_t byte) {
    return static_cast<PackedCards>(byte) << shift_to(place);
}

constexpr Kinds kinds_in(PackedCards cards) {
    return static_cast<std::uint8_t>(cards >> shift_to(kinds_place));
}

inline ExchangeCards unpack(PackedCards cards, std::size_t size) {
    return {std::bit_cast<std::array<Card, max_exchange>>(cards & ~at(kinds_place, 0xFF)), size};
}

// Each side of an exchange chooses from at most seven cards: the market has five, and the hand and
// usable camels are at most seven together (R10). So at most 35 choices (7 over 3) have equal size.
using EqualChoices = std::array<PackedCards, 35>;

// All distinct choices of up to `most` cards by size, each in the order of `Card`.
class Choices {
  public:
    explicit Choices(std::size_t most) : most_(most) { // leaves the large lists uninitialized
        for (std::size_t size = 0; size < lists_.size(); ++size)
            ends_[size] = lists_[size].data();
        *ends_[0]++ = 0;
    }

    Choices(const Choices&) = delete;
    Choices& operator=(const Choices&) = delete;
    ~Choices() = default;

    // Adds `count` cards of a kind to choose from. Call it in the order of `Card`.
    void add(Card card, std::size_t count) {
        // From large to small, so that no choice is extended twice.
        for (std::size_t size = std::min(largest_ + 1, most_); size-- > 0;) {
            const std::size_t top = std::min(size + count, most_);
            for (PackedCards list : of(size)) {
                list |= at(kinds_place, kind_of(card));
                for (std::size_t place = size; place < top; ++place) {
                    list |= at(place, static_cast<std::size_t>(card));
                    *ends_[place + 1]++ = list;
                }
            }
        }
        largest_ = std::min(largest_ + count, most_);
    }

    std::span<const PackedCards> of(std::size_t size) const {
        return {lists_[size].data(), ends_[size]};
    }

  private:
    std::array<EqualChoices, largest_exchange + 1> lists_;
    std::array<PackedCards*, largest_exchange + 1> ends_;
    std::size_t largest_ = 0, most_;
};

// A subset of the goods, in order, as bits. Iterating over it needs no branch per good, which the
// processor would often mispredict.
class Goods {
  public:
    class Iterator {
      public:
        explicit Iterator(unsigned left) : left_(left) {}

        Good operator*() const { return static_cast<Good>(std::countr_zero(left_)); }

        Iterator& operator++() {
            left_ &= left_ - 1;
            return *this;
        }

        friend bool operator==(Iterator, Iterator) = default;

      private:
        unsigned left_;
    };

    template <class Belongs>
    explicit Goods(Belongs belongs) {
        for (Good good : all_goods)
            bits_ |= (belongs(good) ? 1U : 0U) << static_cast<unsigned>(good);
    }

    Iterator begin() const { return Iterator(bits_); }

    static Iterator end() { return Iterator(0); }

  private:
    unsigned bits_ = 0;
};

} // namespace jaipur
