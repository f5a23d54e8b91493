// The real binary as a separate process.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <sys/types.h>
#include <vector>

namespace jaipur::server::shell::test {

inline const std::string any_port = "127.0.0.1:0";

class ServerProcess {
  public:
    // `descriptors`: how many it may open; 0: as many as this process.
    explicit ServerProcess(std::vector<std::string> arguments, int descriptors = 0);
    ~ServerProcess(); // kills it if it still runs
    ServerProcess(const ServerProcess&) = delete;
    ServerProcess& operator=(const ServerProcess&) = delete;

    // The line that says where it listens; empty: it ended without one.
    std::string line();
    // The port in that line; 0: none.
    std::uint16_t port();
    void signal(int number);
    bool runs() const; // it hasn't ended
    // Its exit code; nullopt: it still runs after a while, or a signal ended it.
    std::optional<int> exit_code();
    // Waits until all its descriptors are in use; whether that happened.
    bool runs_out_of_descriptors() const;
    // Waits until it has been seen asleep `times` times (a spinning program never is); whether that
    // happened.
    bool sleeps(int times) const;

  private:
    int descriptors_;
    pid_t pid_ = -1;
    int output_ = -1;
};

// Runs it to its end.
std::optional<int> run_server(std::vector<std::string> arguments);

} // namespace jaipur::server::shell::test
