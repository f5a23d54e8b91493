#include "tests/server/shell/server_process.hpp"

#include "tests/server/shell/raw_client.hpp"

#include <algorithm>
#include <charconv>
#include <csignal>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <poll.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <utility>

namespace jaipur::server::shell::test {

namespace {

// After fork: only async-signal-safe calls.
[[noreturn]] void become_server(char** arguments, int output, int descriptors) {
    dup2(output, STDOUT_FILENO);
    dup2(open("/dev/null", O_WRONLY), STDERR_FILENO);
    if (descriptors != 0) {
        const auto most = static_cast<rlim_t>(descriptors);
        const rlimit limit{most, most};
        setrlimit(RLIMIT_NOFILE, &limit);
    }
    execv(JAIPUR_SERVER, arguments);
    _exit(127);
}

} // namespace

ServerProcess::ServerProcess(std::vector<std::string> arguments, int descriptors)
    : descriptors_(descriptors) {
    arguments.insert(arguments.begin(), JAIPUR_SERVER);
    std::vector<char*> pointers;
    for (std::string& argument : arguments)
        pointers.push_back(argument.data());
    pointers.push_back(nullptr);
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0)
        return;
    pid_ = fork();
    if (pid_ == 0)
        become_server(pointers.data(), ends[1], descriptors);
    close(ends[1]);
    output_ = ends[0];
}

ServerProcess::~ServerProcess() {
    if (pid_ > 0) {
        kill(pid_, SIGKILL);
        waitpid(pid_, nullptr, 0);
    }
    close(output_);
}

std::string ServerProcess::line() {
    std::string text;
    pollfd entry{output_, POLLIN, 0};
    char c = 0;
    while (poll(&entry, 1, static_cast<int>(patience.count())) > 0 && read(output_, &c, 1) == 1 &&
           c != '\n')
        text += c;
    return text;
}

std::uint16_t ServerProcess::port() {
    const std::string text = line();
    std::uint16_t result = 0;
    std::from_chars(text.data() + text.rfind(':') + 1, text.data() + text.size(), result);
    return result;
}

void ServerProcess::signal(int number) {
    kill(pid_, number);
}

bool ServerProcess::runs() const {
    siginfo_t ended{};
    return waitid(P_PID, static_cast<id_t>(pid_), &ended, WEXITED | WNOHANG | WNOWAIT) == 0 &&
           ended.si_pid == 0;
}

std::optional<int> ServerProcess::exit_code() {
    const auto until = std::chrono::steady_clock::now() + patience;
    int status = 0;
    while (waitpid(pid_, &status, WNOHANG) == 0) {
        if (std::chrono::steady_clock::now() > until)
            return std::nullopt;
        std::this_thread::sleep_for(2ms);
    }
    pid_ = -1;
    return WIFEXITED(status) ? std::optional(WEXITSTATUS(status)) : std::nullopt;
}

bool ServerProcess::runs_out_of_descriptors() const {
    const std::filesystem::path folder = "/proc/" + std::to_string(pid_) + "/fd";
    const auto until = std::chrono::steady_clock::now() + patience;
    int descriptor = 0;
    while (descriptor < descriptors_ && std::chrono::steady_clock::now() < until)
        if (std::filesystem::exists(
                std::filesystem::symlink_status(folder / std::to_string(descriptor))))
            ++descriptor;
        else
            std::this_thread::sleep_for(2ms);
    return descriptor == descriptors_;
}

bool ServerProcess::sleeps(int times) const {
    const std::string path = "/proc/" + std::to_string(pid_) + "/stat";
    const auto until = std::chrono::steady_clock::now() + patience;
    while (times > 0 && std::chrono::steady_clock::now() < until) {
        std::ifstream file(path);
        const std::string stat{std::istreambuf_iterator<char>(file), {}};
        if (const auto name = stat.rfind(") "); name != std::string::npos && stat[name + 2] == 'S')
            --times;
        std::this_thread::sleep_for(5ms);
    }
    return times == 0;
}

std::optional<int> run_server(std::vector<std::string> arguments) {
    return ServerProcess(std::move(arguments)).exit_code();
}

} // namespace jaipur::server::shell::test
