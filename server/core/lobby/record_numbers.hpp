// The numbers of records, each given out once. Several threads may draw from them, so those of one
// thread rise, but may have gaps.
#pragma once

#include <atomic>
#include <cstdint>

namespace jaipur::server::core {

class RecordNumbers {
  public:
    std::uint64_t next() { return last_.fetch_add(1, std::memory_order_relaxed) + 1; }

    // From now on they are higher than this one.
    void raise(std::uint64_t number) {
        std::uint64_t last = last_.load(std::memory_order_relaxed);
        while (last < number && !last_.compare_exchange_weak(last, number)) {
        }
    }

  private:
    std::atomic<std::uint64_t> last_ = 0;
};

} // namespace jaipur::server::core
