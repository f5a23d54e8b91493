#include "server/log/log.hpp"

#include <doctest/doctest.h>

namespace jaipur::server::log {

TEST_CASE("a log line is ASCII JSON, whatever it contains") {
    CHECK(line("listening", {{"address", "127.0.0.1:1"}, {"sessions", std::int64_t{-3}}}) ==
          R"("event":"listening","address":"127.0.0.1:1","sessions":-3)");
    CHECK(line("x", {{"text", "a\"b\\c\nd\x1b[31m\xc3\xa9\x7f"}}) ==
          R"("event":"x","text":"a\"b\\c\u000ad\u001b[31m\u00c3\u00a9\u007f")");
}

} // namespace jaipur::server::log
