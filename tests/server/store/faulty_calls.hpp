// Counts and breaks system calls that the store makes outside SQLite. While one of these is alive,
// the calls of this process go through it.
#pragma once

#include <atomic>

namespace jaipur::server::store::test {

class FaultyCalls {
  public:
    FaultyCalls();
    ~FaultyCalls();
    FaultyCalls(const FaultyCalls&) = delete;
    FaultyCalls& operator=(const FaultyCalls&) = delete;

    std::atomic<int> fsyncs = 0;
    std::atomic<int> fsync_error = 0;     // 0: works
    std::atomic<int> renameat2_error = 0; // 0: works
    std::atomic<int> renameat2_failed = 0;
    std::atomic<int> acknowledged_error = 0; // writing the number of the last acknowledged record
    std::atomic<int> acknowledged_failed = 0;
};

} // namespace jaipur::server::store::test
