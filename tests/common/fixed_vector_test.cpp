#include "common/fixed_vector.hpp"

#include <doctest/doctest.h>

#include <type_traits>
#include <vector>

using namespace jaipur;

TEST_CASE("a fixed vector holds what was pushed, up to its capacity") {
    FixedVector<int, 3> items;
    CHECK(items.empty());
    items.push_back(4);
    items.push_back(5);
    CHECK_FALSE(items.full());
    items.push_back(6);
    CHECK(items.full());
    CHECK(items.size() == items.capacity());
    CHECK(std::vector<int>(items.begin(), items.end()) == std::vector{4, 5, 6});
    CHECK(items.back() == 6);
    items.pop_back();
    items[0] = 7;
    CHECK(items == FixedVector<int, 3>{7, 5});
    items.clear();
    CHECK(items.empty());
}

TEST_CASE("fixed vectors compare their items, not what they held before") {
    FixedVector<int, 3> items{1, 2, 3};
    items.pop_back();
    CHECK(items == FixedVector<int, 3>{1, 2});
    CHECK_FALSE(items == FixedVector<int, 3>{1, 2, 3});
    CHECK_FALSE(items == FixedVector<int, 3>{1, 4});
    CHECK(FixedVector<int, 3>({1, 2, 9}, 2) == items);
}

TEST_CASE("a fixed vector of trivial items is copied as memory") {
    CHECK(std::is_trivially_copyable_v<FixedVector<int, 3>>);
}
