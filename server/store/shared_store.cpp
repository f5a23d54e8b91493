#include "server/store/shared_store.hpp"

#include <utility>

namespace jaipur::server::store {

class SharedStore::Share final : public Store {
  public:
    Share(SharedStore& all, std::size_t number) : all_(all), number_(number) {}

    std::vector<core::RoomCode>
    load(const std::function<void(const core::Record&)>& take) override {
        return store().load(take);
    }

    std::optional<PushSecret> push_secret(const core::Entropy& entropy) override {
        return store().push_secret(entropy);
    }

    core::GuestEntries guests() override { return store().guests(); }

    std::uint64_t last_number() const override { return store().last_number(); }

    void append(std::vector<core::Record> records) override {
        all_.append(number_, std::move(records));
    }

    void housekeep(HousekeepingTask task) override {
        const std::lock_guard lock(all_.others_);
        store().housekeep(std::move(task));
    }

    void keep(core::GuestEntries entries, GuestsKept kept) override {
        const std::lock_guard lock(all_.others_);
        store().keep(std::move(entries), std::move(kept));
    }

    void find(const protocol::MatchId& match, Found found) override {
        const std::lock_guard lock(all_.others_);
        store().find(match, std::move(found));
    }

    void measure(const protocol::MatchId& match, Measured measured) override {
        const std::lock_guard lock(all_.others_);
        store().measure(match, std::move(measured));
    }

    std::optional<std::string> companion(std::string_view name) override {
        return store().companion(name);
    }

    void keep_companion(std::string name, std::string content, GuestsKept kept) override {
        store().keep_companion(std::move(name), std::move(content), std::move(kept));
    }

    bool accepts_records() const override { return store().accepts_records(); }

    std::optional<Link> link() const override { return store().link(); }

    core::Histogram commit_times() const override { return store().commit_times(); }

    void retain(std::chrono::days days) override { store().retain(days); }

  private:
    Store& store() const { return *all_.store_; }

    SharedStore& all_;
    const std::size_t number_;
};

Store::Answer SharedStore::answer() {
    return [this](std::uint64_t first, std::uint64_t last, core::Stored result) {
        answered(first, last, result);
    };
}

std::unique_ptr<Store> SharedStore::share(Store::Answer answer) {
    answers_.push_back(std::move(answer));
    return std::make_unique<Share>(*this, answers_.size() - 1);
}

void SharedStore::append(std::size_t share, std::vector<core::Record> records) {
    {
        const std::lock_guard lock(mutex_);
        for (const core::Record& record : records)
            asked_.emplace(record.number, share);
    }
    store_->append(std::move(records));
}

// In ranges of one share.
void SharedStore::answered(std::uint64_t first, std::uint64_t last, core::Stored result) {
    struct Range {
        std::size_t share = 0;
        std::uint64_t first = 0, last = 0;
    };

    std::vector<Range> ranges;
    {
        const std::lock_guard lock(mutex_);
        for (std::uint64_t record = first; record <= last; ++record) {
            const std::size_t share = asked_.extract(record).mapped();
            if (ranges.empty() || ranges.back().share != share)
                ranges.push_back({share, record, record});
            ranges.back().last = record;
        }
    }
    for (const Range& range : ranges)
        answers_[range.share](range.first, range.last, result);
}

} // namespace jaipur::server::store
