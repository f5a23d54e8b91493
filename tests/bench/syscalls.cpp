#include "tests/bench/syscalls.hpp"

#include "tests/bench/load/view_text.hpp"

#include <chrono>
#include <csignal>
#include <fcntl.h>
#include <fstream>
#include <string>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <utility>

namespace jaipur::bench {

namespace {

constexpr std::chrono::milliseconds until_it_counts(300);

} // namespace

SyscallCount::SyscallCount(const Process& of, std::filesystem::path file) : file_(std::move(file)) {
    const std::string pid = std::to_string(of.pid());
    perf_ = fork();
    if (perf_ == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        const int nowhere = open("/dev/null", O_RDWR);
        dup2(nowhere, STDOUT_FILENO);
        dup2(nowhere, STDERR_FILENO);
        execlp("perf", "perf", "stat", "-x,", "-e", "raw_syscalls:sys_enter", "-p", pid.c_str(),
               "-o", file_.c_str(), nullptr);
        _exit(127);
    }
    std::this_thread::sleep_for(until_it_counts);
}

SyscallCount::~SyscallCount() {
    stop();
}

std::optional<double> SyscallCount::stop() {
    if (perf_ <= 0)
        return std::nullopt;
    kill(perf_, SIGINT);
    waitpid(std::exchange(perf_, -1), nullptr, 0);
    std::ifstream lines(file_);
    for (std::string line; std::getline(lines, line);)
        if (line.find("sys_enter") != std::string::npos)
            if (const auto count = number(line))
                return static_cast<double>(*count);
    return std::nullopt;
}

} // namespace jaipur::bench
