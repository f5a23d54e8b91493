#include "tests/server/shell/server_process.hpp"

#include "tests/server/shell/raw_client.hpp"

#include <algorithm>
#include <charconv>
#include <csignal>
#include <fcntl.h>
#include <fstream>
#include <iterator>
#include <poll.h>
#include <sstream>
#include <sys/resource.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <utility>

namespace jaipur::server::test {

namespace {

// After fork: only what may be called there.
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

ServerProcess::ServerProcess(std::vector<std::string> arguments, int descriptors) {
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
    while (poll(&entry, 1, 20'000) > 0 && read(output_, &c, 1) == 1 && c != '\n')
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

std::chrono::milliseconds ServerProcess::processor_time() const {
    std::ifstream file("/proc/" + std::to_string(pid_) + "/stat");
    std::string stat{std::istreambuf_iterator<char>(file), {}};
    std::istringstream fields(stat.substr(stat.rfind(')') + 1));
    std::vector<std::string> values{std::istream_iterator<std::string>(fields), {}};
    constexpr std::size_t user = 11, system = 12; // counted from the state on
    if (values.size() <= system)
        return {};
    const long ticks = std::stol(values[user]) + std::stol(values[system]);
    return std::chrono::milliseconds(ticks * 1000 / sysconf(_SC_CLK_TCK));
}

std::optional<int> run_server(std::vector<std::string> arguments) {
    return ServerProcess(std::move(arguments)).exit_code();
}

} // namespace jaipur::server::test
