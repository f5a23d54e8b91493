// A real server on loopback in its own thread, with the test's limits and store.
#pragma once

#include "server/core/limits.hpp"
#include "server/core/lobby/lobby.hpp"
#include "server/shell/server.hpp"

#include <boost/asio/io_context.hpp>

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace jaipur::server::shell::test {

// Its page: one file, larger than a single write.
net::Page large_page();

// The default limits, but without limits on requests.
core::Limits patient_limits();

// A store that can hold its answers back, like a slow disk.
class HeldStore {
  public:
    void hold();
    void release();
    std::size_t held() const;

    Server::MakeStore make();

  private:
    struct State;
    class Face;
    std::shared_ptr<State> state_ = make_state();

    static std::shared_ptr<State> make_state();
};

// Randomness that fails once `broken` is set.
struct BreakableEntropy {
    std::shared_ptr<std::atomic<bool>> broken = std::make_shared<std::atomic<bool>>(false);

    core::Entropy make() const;
};

class RunningServer {
  public:
    explicit RunningServer(core::Limits limits = patient_limits());
    RunningServer(core::Limits limits, core::Entropy entropy, const Server::MakeStore& make_store);
    RunningServer(const RunningServer&) = delete;
    RunningServer& operator=(const RunningServer&) = delete;
    ~RunningServer(); // stops it as a signal would, and waits

    std::uint16_t port() const { return port_; }

    std::uint16_t metrics_port() const { return metrics_port_; }

    void stop(); // begins to stop

    // Reloads it with other options; returns once it has.
    void reload(const std::function<void(Serve&)>& change);

    // Until it has stopped. Ends this program if it never does: nothing else can end the server.
    void wait();

  private:
    Serve options_;
    boost::asio::io_context context_{1};
    Server server_;
    std::uint16_t port_, metrics_port_;
    std::thread thread_;
    std::promise<void> ended_;
};

} // namespace jaipur::server::shell::test
