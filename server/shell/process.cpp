#include "server/shell/process.hpp"

#include <csignal>
#include <filesystem>
#include <fstream>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <system_error>
#include <unistd.h>

namespace jaipur::server::shell {

namespace {

void mask_stop_signals(int how) {
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGINT);
    sigaddset(&signals, SIGTERM);
    sigaddset(&signals, SIGHUP);
    pthread_sigmask(how, &signals, nullptr);
}

} // namespace

void hold_stop_signals() {
    mask_stop_signals(SIG_BLOCK);
}

void release_stop_signals() {
    mask_stop_signals(SIG_UNBLOCK);
}

void forbid_core_dumps() {
    const rlimit none{0, 0};
    setrlimit(RLIMIT_CORE, &none);
    prctl(PR_SET_DUMPABLE, 0); // a core that is piped to a program heeds no limit
}

std::uint64_t raise_descriptor_limit() {
    rlimit descriptors{};
    if (getrlimit(RLIMIT_NOFILE, &descriptors) != 0)
        return 0;
    descriptors.rlim_cur = descriptors.rlim_max;
    setrlimit(RLIMIT_NOFILE, &descriptors);
    return descriptors.rlim_cur;
}

void give_way() {
    [[maybe_unused]] const int niceness = nice(5); // of this thread alone, in Linux
}

ProcessFigures process_figures() {
    ProcessFigures figures;
    std::uint64_t size = 0, resident = 0;
    if (std::ifstream("/proc/self/statm") >> size >> resident)
        figures.resident_bytes = resident * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
    std::error_code error;
    std::filesystem::directory_iterator each("/proc/self/fd", error);
    for (; !error && each != std::filesystem::directory_iterator(); each.increment(error))
        ++figures.descriptors;
    if (figures.descriptors > 0)
        --figures.descriptors; // the one with which they were counted
    if (rlimit limit{}; getrlimit(RLIMIT_NOFILE, &limit) == 0)
        figures.most_descriptors = limit.rlim_cur;
    return figures;
}

} // namespace jaipur::server::shell
