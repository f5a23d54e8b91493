// What every durable store does, whatever is behind it.
#include "tests/server/store/contract.hpp"
#include "tests/server/store/samples.hpp"

#include <doctest/doctest.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <numeric>
#include <string>
#include <thread>
#include <vector>

namespace jaipur::server::store::test {

namespace {

struct Reopened : Loaded<Store> {
    explicit Reopened(Data& data, const Data::Settings& settings = {})
        : Loaded([&](Ear& heard) { return data.open(heard, settings); }) {}
};

} // namespace

TEST_CASE("records survive closing, unchanged and in order") {
    const auto data = new_data();
    const auto records = sample_records();
    {
        Reopened opened(*data);
        CHECK(opened.loaded.empty());
        CHECK(opened.store->last_number() == 0);
        CHECK(opened.append(records) == core::Stored::Durable);
        CHECK(opened.store->last_number() == records.size());
    }
    const Reopened again(*data);
    CHECK(texts(again.loaded) == texts(records));
    CHECK(again.store->last_number() == records.size());
}

TEST_CASE("answers arrive in order, one per record") {
    const auto data = new_data();
    Reopened opened(*data);
    for (std::uint64_t number = 1; number <= 2000; number += 4)
        opened.store->append(chat_records(number, 4));
    opened.ear->wait_for(2000);
    std::uint64_t next = 1;
    for (const Answered& answered : opened.ear->answers()) {
        CHECK(answered.first == next);
        CHECK(answered.last >= answered.first);
        CHECK(answered.result == core::Stored::Durable);
        next = answered.last + 1;
    }
    CHECK(next == 2001);
}

TEST_CASE("numbers never appended are not answered") {
    const auto data = new_data();
    Reopened opened(*data);
    auto records = chat_records(3, 2);
    for (core::Record& record : chat_records(9, 1))
        records.push_back(record);
    opened.append(std::move(records));
    CHECK(opened.ear->answers() ==
          std::vector<Answered>{{3, 4, core::Stored::Durable}, {9, 9, core::Stored::Durable}});
}

TEST_CASE("a snapshot replaces its room's records up to its number") {
    const auto data = new_data();
    {
        Reopened opened(*data);
        opened.append(chat_records(1, 4, "ABC234"));
        opened.append(chat_records(5, 2, "XYZ789"));
        opened.append(chat_records(7, 2, "ABC234"));
        opened.store->housekeep(Compact{snapshot_record(7, "ABC234")});
        opened.settle();
    }
    auto expected = chat_records(5, 2, "XYZ789");
    expected.push_back(snapshot_record(7, "ABC234"));
    expected.push_back(chat_record(8, "ABC234"));
    const Reopened again(*data);
    CHECK(texts(again.loaded) == texts(expected));
}

TEST_CASE("a closed room is forgotten, but not a later room with the same code") {
    const auto data = new_data();
    {
        Reopened opened(*data);
        opened.append(chat_records(1, 4, "ABC234"));
        opened.append(chat_records(5, 1, "XYZ789"));
        opened.append(chat_records(6, 1, "ABC234"));
        opened.store->housekeep(core::DiscardRange{"ABC234", 0, 4});
        opened.store->housekeep(core::DiscardRange{"ABC234", 0, 4}); // again, as after a crash
    }
    auto expected = chat_records(5, 1, "XYZ789");
    expected.push_back(chat_record(6, "ABC234"));
    const Reopened again(*data);
    CHECK(texts(again.loaded) == texts(expected));
}

TEST_CASE("the last number survives the records") {
    const auto data = new_data();
    {
        Reopened opened(*data);
        opened.append(chat_records(1, 9));
        opened.store->housekeep(core::DiscardRange{"ABC234", 0, 9});
    }
    const Reopened again(*data);
    CHECK(again.loaded.empty());
    CHECK(again.store->last_number() == 9);
}

TEST_CASE("the time of each transaction is kept") {
    const auto data = new_data();
    Reopened opened(*data);
    const auto count = [&] {
        const core::Histogram::Counts counts = opened.store->commit_times().counts();
        return std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
    };
    const std::uint64_t before = count();
    CHECK(opened.append(chat_records(1, 1)) == core::Stored::Durable);
    CHECK(opened.append(chat_records(2, 2)) == core::Stored::Durable);
    CHECK(count() == before + 2);
    CHECK(opened.store->commit_times().sum() > 0ns);
}

TEST_CASE("replays are found by match; storing one again changes nothing") {
    const auto data = new_data();
    Reopened opened(*data);
    CHECK_FALSE(opened.find(1));
    opened.store->housekeep(finished_match(1, core::Time{1s}, "one"));
    opened.store->housekeep(finished_match(2, core::Time{2s}, "two"));
    opened.store->housekeep(finished_match(1, core::Time{1s}, "one"));
    CHECK(opened.find(1) == "one");
    CHECK(opened.find(2) == "two");
    CHECK_FALSE(opened.find(3));
    CHECK(opened.measure(2) == 3u);
    CHECK_FALSE(opened.measure(3));
    opened.store->housekeep(finished_match(4, core::Time{1s}, std::string(50'000, 'x')));
    CHECK(opened.measure(4) == 50'000u);
    opened.settle();
    CHECK(opened.measure(4) == 50'000u); // from the disk
    CHECK(data->replays() == 3);
}

namespace {

// Settings of a store that has run for some days, as a test says.
struct Aged {
    std::atomic<int> days = 0;

    Data::Settings settings(int retain) {
        return {std::chrono::days{retain}, [this] { return std::chrono::days{days}; }};
    }
};

} // namespace

TEST_CASE("replays are removed once servers have run long enough since they were stored") {
    const auto data = new_data();
    Aged first;
    {
        Reopened opened(*data, first.settings(0));
        for (std::uint8_t match = 1; match <= 250; ++match) {
            first.days = match <= 240 ? 0 : match - 240;
            opened.store->housekeep(finished_match(match, core::Time{}));
            opened.settle();
        }
    } // restarts count on
    Aged second;
    {
        second.days = 4;
        Reopened kept(*data, second.settings(0));
        kept.settle();
        CHECK(kept.find(1));
    }
    Aged third;
    Reopened opened(*data, third.settings(10));
    const auto count = [&] { return data->replays(); };
    const auto until = std::chrono::steady_clock::now() + 60s;
    while (count() != 7 && std::chrono::steady_clock::now() < until)
        std::this_thread::sleep_for(5ms);
    CHECK(count() == 7);     // in several steps: there were 243 to remove
    CHECK(opened.find(244)); // stored when the uptime was 4 days; it is 14 now
    CHECK_FALSE(opened.find(243));
}

TEST_CASE("how long replays are kept can change while the store is open") {
    const auto data = new_data();
    Aged aged;
    Reopened opened(*data, aged.settings(0));
    opened.store->housekeep(finished_match(1, core::Time{}));
    opened.settle();
    aged.days = 10;
    opened.store->retain(std::chrono::days{20});
    opened.settle();
    CHECK(opened.find(1));
    opened.store->retain(std::chrono::days{5});
    const auto until = std::chrono::steady_clock::now() + 60s;
    while (opened.find(1) && std::chrono::steady_clock::now() < until)
        std::this_thread::sleep_for(5ms);
    CHECK_FALSE(opened.find(1));
}

TEST_CASE("what a replay says about the clock deletes nothing, and nothing lives longer by it") {
    const auto data = new_data();
    {
        Aged young;
        Reopened opened(*data, young.settings(1));
        opened.store->housekeep(finished_match(1, core::Time{}));                  // long ago
        opened.store->housekeep(finished_match(2, core::Time{core::Time::max()})); // in the future
        opened.settle();
    }
    const auto left_after = [&](int days) {
        Aged aged;
        aged.days = days;
        Reopened(*data, aged.settings(1)).settle();
        return data->replays();
    };
    CHECK(left_after(1) == 2);
    CHECK(left_after(1) == 0);
}

TEST_CASE("entries of the guest book are found again, changed and removed ones as they are now") {
    const auto data = new_data();
    const auto found = [&] {
        Ear ear;
        return data->open(ear, {})->guests();
    };
    core::GuestEntries entries = sample_guests();
    {
        Reopened opened(*data);
        CHECK(keep(*opened.store, entries) == core::Stored::Durable);
    }
    CHECK(found() == entries);
    std::get<core::ServerInvitation>(*entries[0].body).spent = 2;
    {
        Reopened opened(*data);
        CHECK(keep(*opened.store, {entries[0], {3, {}}, {99, {}}}) == core::Stored::Durable);
    }
    entries.erase(entries.begin() + 2);
    CHECK(found() == entries);
}

TEST_CASE("the key for push messages is drawn once, and every later start has it") {
    const auto data = new_data(), other = new_data();
    const auto key_of = [](Data& from, std::uint8_t drawn) {
        Ear ear;
        return from.open(ear, {})->push_secret([drawn](auto bytes) {
            for (auto& byte : bytes)
                byte = static_cast<std::uint8_t>(byte + drawn + (&byte - bytes.data()) * 8);
        });
    };
    const auto key = key_of(*data, 0xF1).value();
    CHECK(key[0] == 0xF1); // the highest bit of a part is kept
    CHECK(key[31] == static_cast<std::uint8_t>(0xF1 + 31 * 8));
    CHECK(key_of(*data, 2) == key);
    CHECK(key_of(*other, 3) != key);
}

} // namespace jaipur::server::store::test
