#include "server/store/record_codec.hpp"
#include "server/store/records_ahead.hpp"
#include "tests/server/store/samples.hpp"

#include <doctest/doctest.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace jaipur::server::store::test {

TEST_CASE("records that are decoded ahead come in order, damaged ones too") {
    constexpr std::uint64_t count = 3000;
    constexpr std::uint64_t every = 700; // is damaged
    std::vector<std::uint64_t> taken;
    RecordsAhead records([&](const RecordsAhead::Row& row, const auto& record) {
        taken.push_back(row.number);
        CAPTURE(row.number);
        REQUIRE(record.has_value() == (row.number % every != 0));
        if (record)
            CHECK(record->number == row.number);
    });
    core::Record record = sample_records().front();
    for (std::uint64_t number = 1; number <= count; ++number) {
        record.number = number;
        std::string text = encode_record(record);
        if (number % every == 0)
            text.pop_back();
        records.add({number, record.room, std::move(text)});
    }
    records.finish();
    REQUIRE(taken.size() == count);
    for (std::uint64_t i = 0; i < count; ++i)
        CHECK(taken[i] == i + 1);
}

} // namespace jaipur::server::store::test
