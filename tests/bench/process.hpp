// A program that the benchmark has started: where it listens, and what it has used. It ends with
// the benchmark at the latest.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <sys/types.h>
#include <vector>

namespace jaipur::bench {

class Process {
  public:
    // Starts it and waits until it prints `listening on ADDRESS:PORT`; its log goes to `log`.
    // `environment` are words like NAME=VALUE, in addition to ours.
    Process(const std::vector<std::string>& command, const std::filesystem::path& log,
            const std::vector<std::string>& environment = {});

    // Kills it.
    ~Process();

    Process(const Process&) = delete;
    Process& operator=(const Process&) = delete;

    std::uint16_t port() const { return port_; }

    pid_t pid() const { return pid_; }

    // The time from its start until it listened.
    double seconds_to_listen() const { return seconds_to_listen_; }

    // CPU time of all its threads, including ended ones.
    double cpu_seconds() const;

    // Bytes of the pages that it has sent to a disk. The file system's journal isn't included.
    double written_bytes() const;

    // Its memory without its program, and without the kernel's for its sockets.
    double heap_bytes() const;

  private:
    std::string first_line();
    double number_of(const std::string& file, const std::string& name) const; // in /proc

    pid_t pid_ = -1;
    int output_ = -1;
    std::uint16_t port_ = 0;
    double seconds_to_listen_ = 0;
};

// Runs a program to its end; fails unless it succeeds.
void run_to_end(const std::vector<std::string>& command, const std::filesystem::path& log);

// Raises the descriptor limit of this and its child programs to the maximum, and returns it.
std::uint64_t raise_descriptor_limit();

} // namespace jaipur::bench
