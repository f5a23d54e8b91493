#include "client/console/session/retry_delay.hpp"

#include <doctest/doctest.h>

namespace jaipur::client::test {

using namespace session;
using namespace std::chrono_literals;

TEST_CASE("delays are short at first, and grow with the time without a connection") {
    for (const auto away : {0ms, 1000ms, 10'000ms})
        CHECK(retry_delay(away, 0.5) == 500ms);
    CHECK(retry_delay(20s, 0.5) == 1s);
    CHECK(retry_delay(200s, 0.5) == 10s);
    for (const auto away : {300s, 86'400s})
        CHECK(retry_delay(away, 0.5) == 15s);
}

TEST_CASE("chance makes them 30 % longer or shorter") {
    CHECK(retry_delay(0s, 0) == 350ms);
    CHECK(retry_delay(0s, 1) == 650ms);
    CHECK(retry_delay(24h, 1) == 19500ms);
    CHECK(retry_delay(24h, 0) == 10500ms);
}

TEST_CASE("after 1012, the first delays are short") {
    for (const auto away : {0ms, 999ms}) {
        CHECK(retry_delay(away, 0, true) == 50ms);
        CHECK(retry_delay(away, 1, true) == 150ms);
    }
    CHECK(retry_delay(1s, 0.5, true) == 500ms);
}

} // namespace jaipur::client::test
