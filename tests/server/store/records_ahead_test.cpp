#include "server/store/record_codec.hpp"
#include "server/store/records_ahead.hpp"
#include "tests/server/store/samples.hpp"

#include <doctest/doctest.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace jaipur::server::store::test {

TEST_CASE("records that are decoded ahead come in order, judged, damaged ones too") {
    using Verdict = Audit::Verdict;
    constexpr std::uint64_t count = 3000;
    constexpr std::uint64_t every = 700;  // is damaged
    constexpr std::uint64_t removed = 30; // at the beginning
    const auto judge = [](const RecordsAhead::Row& row) {
        return row.number <= removed ? Verdict::LeftOver : Verdict::Live;
    };
    std::vector<std::uint64_t> taken;
    RecordsAhead records(
        judge, [&](const RecordsAhead::Row& row, Verdict verdict, const auto& record) {
            taken.push_back(row.number);
            CAPTURE(row.number);
            CHECK(verdict == judge(row));
            REQUIRE(record.has_value() == (row.number > removed && row.number % every != 0));
            if (record)
                CHECK(record->number == row.number);
        });
    core::Record record = sample_records().front();
    for (std::uint64_t number = 1; number <= count; ++number) {
        record.number = number;
        std::string text = encode_record(record);
        if (number % every == 0)
            text.pop_back();
        records.add({number, record.room, std::move(text), 0});
    }
    records.finish();
    REQUIRE(taken.size() == count);
    for (std::uint64_t i = 0; i < count; ++i)
        CHECK(taken[i] == i + 1);
}

} // namespace jaipur::server::store::test
