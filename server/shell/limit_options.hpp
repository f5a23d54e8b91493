// A command-line option for each limit, and `--no-limits`.
#pragma once

#include "server/core/limits.hpp"

#include <functional>
#include <vector>

namespace CLI {
class App;
}

namespace jaipur::server::shell {

class LimitOptions {
  public:
    // Adds the options to `app`, which must not parse after this object is gone.
    explicit LimitOptions(CLI::App& app);
    ~LimitOptions() = default;
    LimitOptions(const LimitOptions&) = delete;
    LimitOptions& operator=(const LimitOptions&) = delete;

    // After `app` has parsed. Given options hold even with `--no-limits`, in any order.
    core::Limits limits() const;

  private:
    class Adder;

    bool no_limits_ = false;
    std::vector<std::function<void(core::Limits&)>> given_;
};

} // namespace jaipur::server::shell
