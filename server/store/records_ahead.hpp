// Judges and decodes stored records on other threads while the caller reads more of them.
#pragma once

#include "server/core/record.hpp"
#include "server/store/audit.hpp"

#include <cstdint>
#include <deque>
#include <functional>
#include <future>
#include <optional>
#include <string>
#include <vector>

namespace jaipur::server::store {

class RecordsAhead {
  public:
    struct Row {
        std::uint64_t number = 0;
        core::RoomCode room;
        std::string text;
        std::int64_t checksum = 0;
    };

    // The audit's verdict on a row; called on any thread.
    using Judge = std::function<Audit::Verdict(const Row&)>;
    // Called on the caller's thread, in the order of `add`. There is no record if the row isn't
    // live or its text is damaged.
    using Take =
        std::function<void(const Row&, Audit::Verdict, const std::optional<core::Record>&)>;

    RecordsAhead(Judge judge, Take take) : judge_(std::move(judge)), take_(std::move(take)) {}

    void add(Row row);
    // All rows have been taken.
    void finish();

  private:
    struct Decoded {
        Row row;
        Audit::Verdict verdict{};
        std::optional<core::Record> record;
    };

    using Chunk = std::vector<Decoded>;

    Chunk decoded(Chunk chunk) const;
    void take(const Chunk& chunk);
    void take_first();

    Judge judge_;
    Take take_;
    Chunk next_;
    std::deque<std::future<Chunk>> under_way_;
};

} // namespace jaipur::server::store
