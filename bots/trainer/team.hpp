// Threads that do one task after another together. A task may be as short as 50 µs.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <thread>
#include <vector>

namespace jaipur::bots::trainer {

class Team {
  public:
    // The caller's thread is one of them.
    explicit Team(int threads);
    Team(const Team&) = delete;
    Team& operator=(const Team&) = delete;
    ~Team();

    // Calls `part` with 0 to `count` - 1, each once and on any thread; returns when all are done.
    void share(std::size_t count, const std::function<void(std::size_t)>& part);

  private:
    void begin();
    void help();
    void work();

    const std::function<void(std::size_t)>* part_ = nullptr; // null: the end
    std::size_t count_ = 0;
    std::atomic<std::size_t> next_ = 0;
    std::atomic<std::uint32_t> tasks_ = 0; // begun so far
    std::atomic<std::size_t> busy_ = 0;    // of the others
    std::vector<std::jthread> others_;
};

} // namespace jaipur::bots::trainer
