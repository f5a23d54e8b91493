// What stores share that work on a separate thread.
#pragma once

#include "server/store/store.hpp"

#include <deque>
#include <functional>
#include <string>
#include <vector>

namespace jaipur::server::store {

using HousekeepingTasks = std::deque<HousekeepingTask>;

// Answers these records; neighbours with the same result, together. A missing number was never
// appended; the ranges on both sides of it are answered separately.
void answer_ranges(const Store::Answer& answer, const std::vector<core::Record>& records,
                   const std::function<core::Stored(const core::Record&)>& result_of);
// The same, with one result for all.
void answer_ranges(const Store::Answer& answer, const std::vector<core::Record>& records,
                   core::Stored result);

// The replay that a find must return if these tasks are still to be done; null if none has it.
const std::string* unwritten_replay(const HousekeepingTasks& tasks, const protocol::MatchId& match);

} // namespace jaipur::server::store
