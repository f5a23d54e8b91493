// Decodes stored records on other threads while the caller reads more of them.
#pragma once

#include "server/core/record.hpp"

#include <cstddef>
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
    };

    // Called on the caller's thread, in the order of `add`; without a record if the text is
    // damaged.
    using Take = std::function<void(const Row&, const std::optional<core::Record>&)>;

    explicit RecordsAhead(Take take) : take_(std::move(take)) {}

    void add(Row row);
    // All rows have been taken.
    void finish();

  private:
    struct Decoded {
        Row row;
        std::optional<core::Record> record;
    };

    using Chunk = std::vector<Decoded>;

    static Chunk decoded(Chunk chunk);
    void take(const Chunk& chunk);
    void take_first();

    Take take_;
    Chunk next_;
    std::deque<std::future<Chunk>> under_way_;
};

} // namespace jaipur::server::store
