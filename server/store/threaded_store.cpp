#include "server/store/threaded_store.hpp"

#include <algorithm>
#include <iterator>

namespace jaipur::server::store {

template <class Add>
void ThreadedStore::ask(Add add) {
    bool first = false;
    {
        const std::lock_guard lock(mutex_);
        if (ended_)
            return;
        first = jobs_.empty();
        add(jobs_);
    }
    if (first)
        wake();
}

void ThreadedStore::append(std::vector<core::Record> records) {
    ask([&](Jobs& jobs) { std::ranges::move(records, std::back_inserter(jobs.records)); });
}

void ThreadedStore::housekeep(HousekeepingTask task) {
    ask([&](Jobs& jobs) { jobs.tasks.push_back(std::move(task)); });
}

void ThreadedStore::find(const protocol::MatchId& match, Found found) {
    ask([&](Jobs& jobs) { jobs.finds.emplace_back(match, std::move(found)); });
}

void ThreadedStore::measure(const protocol::MatchId& match, Measured measured) {
    ask([&](Jobs& jobs) { jobs.measures.emplace_back(match, std::move(measured)); });
}

void ThreadedStore::keep(core::GuestEntries entries, GuestsKept kept) {
    ask([&](Jobs& jobs) {
        jobs.guests.push_back(std::move(entries));
        jobs.kept.push_back(std::move(kept));
    });
}

void ThreadedStore::keep_companion(std::string name, std::string content, GuestsKept kept) {
    ask([&](Jobs& jobs) {
        jobs.companions.emplace_back(Companion{std::move(name), std::move(content)},
                                     std::move(kept));
    });
}

void ThreadedStore::adopt(core::Slot slot, Adopted adopted) {
    ask([&](Jobs& jobs) { jobs.slots.emplace_back(slot, std::move(adopted)); });
}

void ThreadedStore::release(core::Slot slot) {
    ask([&](Jobs& jobs) { jobs.slots.emplace_back(slot, nullptr); });
}

void ThreadedStore::look(bool drains, std::uint64_t version, Looked looked) {
    ask([&](Jobs& jobs) { jobs.looks.push_back({drains, version, std::move(looked)}); });
}

void ThreadedStore::retain(std::chrono::days days) {
    ask([&](Jobs& jobs) { jobs.retain = days; });
}

core::Histogram ThreadedStore::commit_times() const {
    const std::lock_guard lock(mutex_);
    return commit_times_;
}

void ThreadedStore::end() {
    const std::lock_guard lock(mutex_);
    ended_ = true;
    jobs_ = {};
}

void ThreadedStore::took(Clock::duration time) {
    const std::lock_guard lock(mutex_);
    commit_times_.add(time);
}

void ThreadedStore::keep_for(std::chrono::days days) {
    if (days == retain_)
        return;
    retain_ = days;
    retention_due_ = days.count() > 0 ? Clock::now() : Clock::time_point::max();
}

} // namespace jaipur::server::store
