#include "client/console/session/reconnect.hpp"

#include <doctest/doctest.h>

namespace jaipur::client::test {

using namespace session;

using std::chrono::milliseconds;

TEST_CASE("delays double from half a second to fifteen seconds") {
    Reconnect reconnect;
    for (const int expected : {500, 1000, 2000, 4000, 8000, 15000, 15000, 15000})
        CHECK(reconnect.next(0.5) == milliseconds(expected));
    CHECK(reconnect.failures() == 8);
    reconnect.succeeded();
    CHECK(reconnect.failures() == 0);
    CHECK(reconnect.next(0.5) == milliseconds(500));
}

TEST_CASE("chance makes them 30 % longer or shorter") {
    CHECK(Reconnect().next(0) == milliseconds(350));
    CHECK(Reconnect().next(1) == milliseconds(650));
    Reconnect late;
    for (int i = 0; i < 1000; ++i) // far beyond what doubling could bear
        late.next(1);
    CHECK(late.next(1) == milliseconds(19500));
    CHECK(late.next(0) == milliseconds(10500));
}

} // namespace jaipur::client::test
