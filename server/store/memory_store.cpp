#include "server/store/memory_store.hpp"

#include "server/store/requests.hpp"

#include <optional>
#include <utility>

namespace jaipur::server::store {

void MemoryStore::append(std::vector<core::Record> records) {
    if (!records.empty())
        answer_ranges(answer_, records, core::Stored::Durable);
}

void MemoryStore::housekeep(HousekeepingTask task) {
    auto* finished = std::get_if<FinishedMatch>(&task); // no records are kept
    if (finished == nullptr ||
        !matches_.emplace(finished->match, std::move(finished->replay)).second)
        return;
    by_age_.push_back(finished->match);
    if (most_matches_ > 0 && by_age_.size() > most_matches_) {
        matches_.erase(by_age_.front());
        by_age_.pop_front();
    }
}

void MemoryStore::find(const protocol::MatchId& match, Found found) {
    const auto kept = matches_.find(match);
    found(kept == matches_.end() ? std::nullopt : std::optional(kept->second));
}

void MemoryStore::measure(const protocol::MatchId& match, Measured measured) {
    const auto kept = matches_.find(match);
    measured(kept == matches_.end() ? std::nullopt : std::optional(kept->second.size()));
}

} // namespace jaipur::server::store
