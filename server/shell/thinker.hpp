// Thinks for bots, on separate threads, so that nobody's game waits for them. The more bots wait,
// the less time each of them gets, so that none waits for long. Only those that must answer at once
// take a few microseconds of the executor's thread instead: they don't look ahead.
#pragma once

#include "bots/levels.hpp"
#include "server/core/chance.hpp"
#include "server/core/delivery.hpp"
#include "server/core/histogram.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/io_context.hpp>

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <string_view>
#include <thread>
#include <vector>

namespace jaipur::server::shell {

class Thinker {
  public:
    // Called on `executor`, in any order.
    using Answer = std::function<void(const core::Thought&)>;

    // `entropy`: for what bots choose at random; called on any thread. Throws std::runtime_error if
    // a thread can't start.
    Thinker(boost::asio::any_io_executor executor, int threads, core::Entropy entropy,
            Answer answer);
    Thinker(const Thinker&) = delete;
    Thinker& operator=(const Thinker&) = delete;
    ~Thinker();

    void think(core::ToThink what);
    // Bots that still wait get no answer. They aren't work of the executor, so they can't keep the
    // server alive.
    void stop();

    // How long bots thought, by level; without those that had to answer at once. On the executor's
    // thread.
    using Times = std::map<std::string_view, core::Histogram>;

    const Times& times() const { return times_; }

    int waiting() const { return waiting_; }

  private:
    core::Thought answer(const core::ToThink& what, const bots::Level& level, double at_most) const;

    std::uint64_t draw_seed() const;

    boost::asio::any_io_executor executor_;
    const core::Entropy entropy_;
    Answer answer_;
    const int threads_;
    std::atomic<int> waiting_ = 0; // bots without an answer
    Times times_;
    std::atomic<bool> stopped_ = false;
    boost::asio::io_context thoughts_;
    boost::asio::executor_work_guard<boost::asio::io_context::executor_type> open_;
    std::vector<std::jthread> running_; // last: they end first
};

} // namespace jaipur::server::shell
