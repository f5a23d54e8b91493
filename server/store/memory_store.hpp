// Rooms that live as long as the process: every record counts as durable at once, and none is kept.
#pragma once

#include "server/store/store.hpp"

#include <utility>

namespace jaipur::server {

class MemoryStore final : public Store {
  public:
    explicit MemoryStore(Answer answer) : answer_(std::move(answer)) {}

    void append(std::vector<Record> records) override;

  private:
    Answer answer_;
};

} // namespace jaipur::server
