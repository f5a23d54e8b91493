#include "tests/bench/process.hpp"

#include "tests/bench/load/epoll.hpp"
#include "tests/bench/load/view_text.hpp"

#include <csignal>
#include <cstdlib>
#include <ctime>
#include <fcntl.h>
#include <fstream>
#include <sstream>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace jaipur::bench {

namespace {

// In the child; doesn't return. Without an `output`, stdout goes to the log, too.
[[noreturn]] void become(const std::vector<std::string>& command,
                         const std::vector<std::string>& environment,
                         const std::filesystem::path& log, int output) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    const int errors = open(log.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0600);
    if (errors < 0)
        _exit(127);
    dup2(output >= 0 ? output : errors, STDOUT_FILENO);
    dup2(errors, STDERR_FILENO);
    std::vector<char*> words;
    words.reserve(command.size() + 1);
    for (const std::string& word : command)
        words.push_back(const_cast<char*>(word.c_str()));
    words.push_back(nullptr);
    for (const std::string& variable : environment)
        putenv(const_cast<char*>(variable.c_str())); // NOLINT: the child has one thread
    execvp(words[0], words.data());
    _exit(127);
}

[[noreturn]] void fail_with_log(const std::string& what, const std::filesystem::path& log) {
    std::ifstream file(log);
    std::ostringstream text;
    text << file.rdbuf();
    const std::string all = text.str();
    fail(what + (all.empty()
                     ? ""
                     : ": " + all.substr(all.size() - std::min<std::size_t>(all.size(), 500))));
}

} // namespace

Process::Process(const std::vector<std::string>& command, const std::filesystem::path& log,
                 const std::vector<std::string>& environment) {
    int ends[2]; // NOLINT: pipe fills it
    if (pipe2(ends, O_CLOEXEC) != 0)
        fail("no pipe");
    const auto start = Clock::now();
    pid_ = fork();
    if (pid_ == 0)
        become(command, environment, log, ends[1]);
    close(ends[1]);
    output_ = ends[0];
    const std::string line = first_line();
    seconds_to_listen_ = seconds_since(start);
    if (const auto port = number(std::string_view(line).substr(line.rfind(':') + 1)))
        port_ = static_cast<std::uint16_t>(*port);
    if (pid_ > 0 && port_ != 0)
        return;
    this->~Process();
    fail_with_log(command[0] + " did not start", log);
}

Process::~Process() {
    if (pid_ > 0) {
        kill(pid_, SIGKILL);
        waitpid(pid_, nullptr, 0);
        close(output_);
    }
    pid_ = -1;
}

std::string Process::first_line() {
    std::string line;
    char next = 0;
    while (read(output_, &next, 1) == 1 && next != '\n')
        line += next;
    return line;
}

double Process::cpu_seconds() const {
    clockid_t clock = 0;
    timespec time{};
    if (clock_getcpuclockid(pid_, &clock) != 0 || clock_gettime(clock, &time) != 0)
        fail("a measured program has ended");
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) / 1e9;
}

double Process::number_of(const std::string& file, const std::string& name) const {
    std::ifstream words("/proc/" + std::to_string(pid_) + "/" + file);
    for (std::string word; words >> word;)
        if (double number = 0; word == name + ":" && words >> number)
            return number;
    fail("a measured program has ended");
}

double Process::written_bytes() const {
    return number_of("io", "write_bytes");
}

double Process::heap_bytes() const {
    return number_of("status", "RssAnon") * 1024;
}

void run_to_end(const std::vector<std::string>& command, const std::filesystem::path& log) {
    const pid_t pid = fork();
    if (pid == 0)
        become(command, {}, log, -1);
    int status = 0;
    if (pid < 0 || waitpid(pid, &status, 0) != pid || status != 0)
        fail_with_log(command[0] + " failed", log);
}

std::uint64_t raise_descriptor_limit() {
    constexpr rlim_t wanted = 65536;
    rlimit limit{wanted, wanted};
    if (setrlimit(RLIMIT_NOFILE, &limit) == 0 || getrlimit(RLIMIT_NOFILE, &limit) != 0)
        return limit.rlim_cur;
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
    return limit.rlim_cur;
}

} // namespace jaipur::bench
