// For rooms that live as long as the process: each record counts as durable at once and is not
// kept. The last finished matches are kept.
#pragma once

#include "server/store/store.hpp"

#include <cstddef>
#include <deque>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace jaipur::server::store {

class MemoryStore : public Store {
  public:
    // Keeps at most this many finished matches; 0: all.
    explicit MemoryStore(Answer answer, std::size_t most_matches = 0)
        : answer_(std::move(answer)), most_matches_(most_matches) {}

    std::vector<core::RoomCode> load(const std::function<void(const core::Record&)>&) override {
        return {};
    }

    std::optional<PushSecret> push_secret(const core::Entropy& entropy) override {
        return core::draw<PushSecret>(entropy);
    }

    std::uint64_t last_number() const override { return 0; }

    void append(std::vector<core::Record> records) override;
    void housekeep(HousekeepingTask task) override;
    void find(const protocol::MatchId& match, Found found) override;
    void measure(const protocol::MatchId& match, Measured measured) override;

  private:
    Answer answer_;
    std::size_t most_matches_;
    std::map<protocol::MatchId, std::string> matches_;
    std::deque<protocol::MatchId> by_age_;
};

} // namespace jaipur::server::store
