// Where long lines end on a terminal.
#include "client/console/app/output.hpp"

#include <doctest/doctest.h>

namespace jaipur::client::test {

TEST_CASE("long lines are wrapped between words, but not in what people copy") {
    using app::broken_between_words;
    CHECK(broken_between_words("one two three four", 10) == "one two\nthree four");
    CHECK(broken_between_words("", 10).empty());
    CHECK(broken_between_words("  ./jaipur join K7QX2M 192.168.1.20:7777", 10) ==
          "  ./jaipur join K7QX2M 192.168.1.20:7777");
    CHECK(broken_between_words("To watch it again, run: ./jaipur replay MATCH", 10) ==
          "To watch\nit again,\nrun:\n  ./jaipur replay MATCH");
}

} // namespace jaipur::client::test
