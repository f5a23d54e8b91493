#include "tests/mutation/sample/sample.hpp"

#include <doctest/doctest.h>

namespace sample {

bool is_digit(int number);

TEST_CASE("boundaries, and a name with a comma") {
    CHECK(fits(3));
    CHECK_FALSE(fits(4));
    CHECK(is_long(20));
    CHECK_FALSE(is_long(5));
}

TEST_CASE("logic") {
    CHECK(both(true, true));
    CHECK_FALSE(both(true, false));
    CHECK_FALSE(both(false, true));
    CHECK(either(true, true));
}

TEST_CASE("numbers") {
    CHECK(next(3) == 4);
    CHECK(first_of({7, 8}) == 7);
    CHECK(first_of({}) == 0);
    CHECK(countdown(3) == 3);
    for (int number : {-1, 10})
        CHECK_FALSE(is_digit(number));
    for (int number : {0, 9})
        CHECK(is_digit(number));
}

TEST_CASE("text") {
    std::vector<std::string> log;
    CHECK(parsed("12", log) == 12);
    CHECK_FALSE(parsed("", log));
}

} // namespace sample
