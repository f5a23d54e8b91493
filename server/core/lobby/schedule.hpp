// When to check which room. Lazy deletion: a stale entry costs one wasted check.
#pragma once

#include "server/core/record.hpp"
#include "server/core/time.hpp"

#include <functional>
#include <optional>
#include <queue>
#include <utility>
#include <vector>

namespace jaipur::server::core {

class Schedule {
  public:
    using Entry = std::pair<Time, RoomCode>;

    void add(Time at, const RoomCode& room) { entries_.emplace(at, room); }

    std::optional<Time> first() const {
        if (entries_.empty())
            return std::nullopt;
        return entries_.top().first;
    }

    // The next entry that is due, if any.
    std::optional<Entry> pop(Time now) {
        if (entries_.empty() || entries_.top().first > now)
            return std::nullopt;
        Entry entry = entries_.top();
        entries_.pop();
        return entry;
    }

  private:
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> entries_;
};

} // namespace jaipur::server::core
