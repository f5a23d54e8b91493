// One option of the command line for each limit, and `--no-limits`.
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
    // Adds them to `app`, which must not parse once this is gone.
    explicit LimitOptions(CLI::App& app);
    ~LimitOptions() = default;
    LimitOptions(const LimitOptions&) = delete;
    LimitOptions& operator=(const LimitOptions&) = delete;

    // Once `app` has parsed. What was given holds even under `--no-limits`, wherever that stands.
    core::Limits limits() const;

  private:
    class Adder;

    bool no_limits_ = false;
    std::vector<std::function<void(core::Limits&)>> given_;
};

} // namespace jaipur::server::shell
