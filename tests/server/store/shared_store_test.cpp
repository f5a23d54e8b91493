// One store for several threads.
#include "server/core/lobby/record_numbers.hpp"
#include "server/store/memory_store.hpp"
#include "server/store/shared_store.hpp"
#include "tests/server/store/kept.hpp"
#include "tests/server/store/samples.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <thread>
#include <vector>

namespace jaipur::server::store::test {

namespace {

constexpr std::size_t threads = 4;

// A real store, and a share of it for each thread, with what it heard.
struct Shares {
    explicit Shares(const std::filesystem::path& directory) {
        shared.use(std::make_unique<SqliteStore>(settings_for(directory), shared.answer(),
                                                 [](std::string_view what) { FAIL(what); }));
        for (Ear& ear : ears)
            shares.push_back(shared.share(ear.answer()));
        shares.front()->load([](const core::Record&) {});
    }

    std::vector<Ear> ears{threads};
    SharedStore shared;
    std::vector<std::unique_ptr<Store>> shares;
};

std::vector<std::uint64_t> numbers_in(const std::vector<Answered>& answers) {
    std::vector<std::uint64_t> numbers;
    for (const Answered& answered : answers)
        for (std::uint64_t number = answered.first; number <= answered.last; ++number) {
            numbers.push_back(number);
            CHECK(answered.result == core::Stored::Durable);
        }
    return numbers;
}

} // namespace

TEST_CASE("each thread hears of its own records, in their order, and all are there") {
    const TemporaryDirectory directory;
    std::vector<std::uint64_t> asked[threads];
    {
        Shares all(directory.path());
        core::RecordNumbers numbers;
        std::vector<std::thread> running;
        for (std::size_t thread = 0; thread < threads; ++thread)
            running.emplace_back([&, thread] {
                const core::RoomCode room = "ABC23" + std::to_string(2 + thread);
                for (int i = 0; i < 200; ++i) {
                    const std::uint64_t number = numbers.next();
                    asked[thread].push_back(number);
                    all.shares[thread]->append(chat_records(number, 1, room));
                }
                all.ears[thread].wait_for(asked[thread].back());
            });
        for (std::thread& each : running)
            each.join();
        for (std::size_t thread = 0; thread < threads; ++thread)
            CHECK(numbers_in(all.ears[thread].answers()) == asked[thread]);
    }
    CHECK(rows(database_in(directory.path()), "select count(*) from records").front() == "800");
}

TEST_CASE("records of several threads that are stored together are answered in parts") {
    std::vector<Ear> ears(2);
    SharedStore shared;
    const Store::Answer answer = shared.answer();

    // Answers nothing on its own.
    struct Silent final : MemoryStore {
        using MemoryStore::MemoryStore;

        void append(std::vector<core::Record>) override {}
    };

    shared.use(std::make_unique<Silent>([](std::uint64_t, std::uint64_t, core::Stored) {}));
    const auto first = shared.share(ears[0].answer()), second = shared.share(ears[1].answer());
    first->append(chat_records(1, 2));
    second->append(chat_records(3, 1, "DEF567"));
    first->append(chat_records(4, 1));
    second->append(chat_records(5, 1, "DEF567"));
    answer(1, 4, core::Stored::Durable);
    answer(5, 5, core::Stored::Full);
    CHECK(ears[0].answers() ==
          std::vector<Answered>{{1, 2, core::Stored::Durable}, {4, 4, core::Stored::Durable}});
    CHECK(ears[1].answers() ==
          std::vector<Answered>{{3, 3, core::Stored::Durable}, {5, 5, core::Stored::Full}});
}

TEST_CASE("every thread can ask for everything") {
    const TemporaryDirectory directory;
    Shares all(directory.path());
    all.shares[1]->housekeep(finished_match(1, core::Time{}, "a replay"));
    for (const auto& share : all.shares) {
        CHECK(found_in(*share, 1) == "a replay");
        CHECK(measured_in(*share, 1) == std::string("a replay").size());
        CHECK(share->accepts_records());
    }
    CHECK(keep(*all.shares[2], {{1, std::nullopt}}) == core::Stored::Durable);
}

} // namespace jaipur::server::store::test
