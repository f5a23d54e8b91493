// How many system calls a program makes.
#pragma once

#include "tests/bench/process.hpp"

#include <filesystem>
#include <optional>

namespace jaipur::bench {

// Counts from its beginning until `stop`, with `perf stat`, which hardly slows the program.
class SyscallCount {
  public:
    // `file` is for perf's output.
    SyscallCount(const Process& of, std::filesystem::path file);
    ~SyscallCount();

    SyscallCount(const SyscallCount&) = delete;
    SyscallCount& operator=(const SyscallCount&) = delete;

    // Nothing if there is no perf, or it may not count.
    std::optional<double> stop();

  private:
    std::filesystem::path file_;
    pid_t perf_ = -1;
};

} // namespace jaipur::bench
