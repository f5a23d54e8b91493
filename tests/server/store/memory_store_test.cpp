#include "server/store/memory_store.hpp"
#include "tests/server/store/kept.hpp"
#include "tests/server/store/samples.hpp"

#include <doctest/doctest.h>

namespace jaipur::server::store::test {

namespace {

std::optional<std::string> found(MemoryStore& store, std::uint8_t match) {
    std::optional<std::optional<std::string>> answer;
    store.find({match}, [&](std::optional<std::string> replay) { answer = std::move(replay); });
    REQUIRE(answer);
    return *answer;
}

void finish(MemoryStore& store, std::uint8_t match, const std::string& replay) {
    store.housekeep(FinishedMatch{{match}, {}, replay});
}

} // namespace

TEST_CASE("a memory store answers at once, and keeps no records") {
    std::vector<Answered> answers;
    MemoryStore store([&](std::uint64_t first, std::uint64_t last, core::Stored result) {
        answers.push_back({first, last, result});
    });
    CHECK(store.last_number() == 0);
    store.append({});
    store.append(chat_records(1, 3));
    CHECK(answers == std::vector<Answered>{{1, 3, core::Stored::Durable}});
    store.load([](const core::Record&) { FAIL("a record"); });
}

TEST_CASE("a memory store keeps the last finished matches") {
    for (std::size_t most = 0; most <= 2; ++most) {
        MemoryStore store([](auto...) {}, most);
        for (std::uint8_t match = 1; match <= 4; ++match)
            finish(store, match, std::to_string(match));
        finish(store, 4, "again");
        for (std::uint8_t match = 1; match <= 4; ++match) {
            const bool kept = most == 0 || match + most > 4;
            CHECK(found(store, match) ==
                  (kept ? std::optional(std::to_string(match)) : std::nullopt));
            store.measure({match}, [&](std::optional<std::size_t> bytes) {
                CHECK(bytes == (kept ? std::optional<std::size_t>(1) : std::nullopt));
            });
        }
    }
}

} // namespace jaipur::server::store::test
