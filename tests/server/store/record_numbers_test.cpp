// Which records each room has, compared with a list after additions, removals and undos.
#include "server/store/record_numbers.hpp"
#include "tests/support/random.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <set>
#include <utility>

namespace jaipur::server::store::test {

using jaipur::test::Random;

namespace {

using List = std::set<std::pair<core::RoomCode, std::uint64_t>>;

std::set<std::uint64_t> removed_from(List& list, const core::RoomCode& room, std::uint64_t first,
                                     std::uint64_t last) {
    std::set<std::uint64_t> removed;
    const auto begin = list.lower_bound({room, first}), end = list.upper_bound({room, last});
    std::for_each(begin, end, [&](const auto& each) { removed.insert(each.second); });
    list.erase(begin, end);
    return removed;
}

} // namespace

TEST_CASE("a room's numbers are those added, except those removed or undone") {
    Random random(3);
    const std::vector<core::RoomCode> rooms{"AAAAAA", "BBBBBB", "CCCCCC"};
    RecordNumbers numbers;
    List list, confirmed;
    std::uint64_t last_number = 0;
    std::size_t removals = 0, undone = 0;
    for (int i = 0; i < 20'000; ++i) {
        const core::RoomCode& room = rooms[random.below(rooms.size())];
        if (random.one_in(20)) {
            numbers.undo();
            undone += list != confirmed ? 1U : 0U;
            list = confirmed;
        } else if (random.one_in(10)) {
            numbers.confirm();
            confirmed = list;
        } else if (random.one_in(8)) {
            const std::uint64_t first = random.below(last_number + 1);
            const std::uint64_t last = first + random.below(50);
            const auto removed = numbers.remove(room, first, last);
            removals += removed.size();
            REQUIRE(std::set<std::uint64_t>(removed.begin(), removed.end()) ==
                    removed_from(list, room, first, last));
        } else {
            numbers.add(room, ++last_number);
            list.insert({room, last_number});
        }
    }
    CHECK(removals > 1'000);
    CHECK(undone > 100);
    for (const core::RoomCode& room : rooms) {
        const auto left = numbers.remove(room, 0, last_number);
        CHECK(std::set<std::uint64_t>(left.begin(), left.end()) ==
              removed_from(list, room, 0, last_number));
    }
}

} // namespace jaipur::server::store::test
