// The setup of all measurements: how long they take, in which directory, and how to start the
// programs under comparison.
#pragma once

#include "tests/bench/process.hpp"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace jaipur::bench {

// Something is missing here, such as Node or enough descriptors: measure without it.
class Skipped : public std::runtime_error {
    using std::runtime_error::runtime_error;
};

class Ground {
  public:
    struct Plan {
        std::filesystem::path server;  // jaipur-server
        std::filesystem::path folder;  // for what the programs write; on the measured disk
        std::vector<std::string> more; // additional server options
        double seconds = 3;            // per measurement
        bool quick = false;            // small, and once
    };

    // The size of an echo reply: the mean length of a view in play.
    static constexpr int view_bytes = 1530;

    explicit Ground(Plan plan);

    double seconds() const { return plan_.seconds; }

    double warming() const { return plan_.quick ? 0.2 : 0.7; }

    // How many, in a full and in a quick run.
    int of(int full, int quick) const { return plan_.quick ? quick : full; }

    bool is_quick() const { return plan_.quick; }

    std::uint64_t descriptors() const { return descriptors_; }

    std::filesystem::path fresh_folder() const;
    Process in_memory_server(int threads = 1) const;
    Process tls_server() const; // in memory
    Process durable_server(const std::filesystem::path& data, int threads = 1) const;
    void back_up(const std::filesystem::path& data, const std::filesystem::path& file) const;
    // With views of this many bytes: in memory, or durable.
    Process floor(int view) const;
    Process floor(int view, const std::filesystem::path& folder) const;
    Process epoll_echo() const;
    Process beast_echo() const;
    // jaipur.js or lean.js. Throws Skipped.
    Process node(const std::string& program) const;

  private:
    std::filesystem::path log() const { return plan_.folder / "log"; }

    Process server(std::vector<std::string> options) const;
    Process reference(const std::string& name, std::vector<std::string> options) const;

    Plan plan_;
    std::uint64_t descriptors_;
};

} // namespace jaipur::bench
