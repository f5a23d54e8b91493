#include "bots/play/program.hpp"

#include "protocol/program.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <ctime>
#include <fcntl.h>
#include <memory>
#include <poll.h>
#include <spawn.h>
#include <stdexcept>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>

extern char** environ; // NOLINT: POSIX says so

namespace jaipur::bots {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t longest_answer = 65536; // bytes

// A single program replaces the shell, so that its processor time is that of the process; nothing
// can replace a subshell in parentheses. `env` sets the variables of `A=1 ./program`, which `exec`
// doesn't.
std::string for_shell(const std::string& command) {
    const bool in_parentheses = command.find('(') == command.find_first_not_of(" \t");
    const bool is_single = command.find_first_of(";&|\n") == std::string::npos && !in_parentheses;
    return is_single ? "exec env " + command : command;
}

// How soon a stop is noticed.
constexpr std::chrono::milliseconds look_up_every{50};

} // namespace

// A process in a separate group; the destructor ends them all.
class Program::Process {
    class Descriptor {
      public:
        Descriptor() = default;

        explicit Descriptor(int number) : number_(number) {}

        Descriptor(const Descriptor&) = delete;
        Descriptor& operator=(const Descriptor&) = delete;

        Descriptor(Descriptor&& from) noexcept : number_(std::exchange(from.number_, -1)) {}

        Descriptor& operator=(Descriptor&& from) noexcept {
            std::swap(number_, from.number_);
            return *this;
        }

        ~Descriptor() {
            if (number_ >= 0)
                ::close(number_);
        }

        int number() const { return number_; }

      private:
        int number_ = -1;
    };

    struct Pipe {
        Descriptor out, in; // what is written to `in` can be read from `out`

        Pipe() {
            std::array<int, 2> ends{};
            if (::pipe2(ends.data(), O_CLOEXEC) != 0)
                throw std::runtime_error("can't make a pipe");
            out = Descriptor(ends[0]);
            in = Descriptor(ends[1]);
        }
    };

  public:
    explicit Process(const std::string& command) {
        Pipe to, from;
        posix_spawn_file_actions_t files;
        posix_spawn_file_actions_init(&files);
        posix_spawn_file_actions_adddup2(&files, to.out.number(), STDIN_FILENO);
        posix_spawn_file_actions_adddup2(&files, from.in.number(), STDOUT_FILENO);
        // Such as our connection to a server, which it could keep open after our end.
        posix_spawn_file_actions_addclosefrom_np(&files, STDERR_FILENO + 1);
        posix_spawnattr_t how;
        posix_spawnattr_init(&how);
        posix_spawnattr_setflags(&how, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF);
        sigset_t pipe; // we ignore it, but a program expects to be ended by it
        sigemptyset(&pipe);
        sigaddset(&pipe, SIGPIPE);
        posix_spawnattr_setsigdefault(&how, &pipe);
        std::string shell = "/bin/sh", option = "-c", words = for_shell(command);
        const std::array<char*, 4> arguments{shell.data(), option.data(), words.data(), nullptr};
        const int failed =
            posix_spawn(&pid_, shell.c_str(), &files, &how, arguments.data(), environ);
        posix_spawn_file_actions_destroy(&files);
        posix_spawnattr_destroy(&how);
        if (failed != 0)
            throw std::runtime_error("can't start /bin/sh");
        to_ = std::move(to.in);
        from_ = std::move(from.out);
        // So that a program that doesn't read can't block us.
        ::fcntl(to_.number(), F_SETFL, O_NONBLOCK);
    }

    Process(const Process&) = delete;
    Process& operator=(const Process&) = delete;

    ~Process() {
        ::kill(-pid_, SIGKILL);
        ::waitpid(pid_, nullptr, 0);
    }

    int to() const { return to_.number(); }

    int from() const { return from_.number(); }

    // Ends it, and returns its exit code; nothing if it didn't exit. It has closed its pipes, so it
    // has a moment to exit.
    std::optional<int> exit_code() const {
        siginfo_t end{};
        const auto wait = [&](int flags) {
            return ::waitid(P_PID, static_cast<id_t>(pid_), &end, WEXITED | WNOWAIT | flags) == 0;
        };
        for (int looks = 0; looks < 200 && wait(WNOHANG) && end.si_pid == 0; ++looks)
            ::usleep(5000);
        ::kill(-pid_, SIGKILL);
        return wait(0) && end.si_code == CLD_EXITED ? std::optional(end.si_status) : std::nullopt;
    }

    double used_ms() const {
        clockid_t clock{};
        timespec time{};
        if (::clock_getcpuclockid(pid_, &clock) != 0 || ::clock_gettime(clock, &time) != 0)
            return 0;
        return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_nsec) * 1e-6;
    }

  private:
    pid_t pid_ = -1;
    Descriptor to_, from_;
};

Program::Program(std::string command, Patience patience)
    : command_(std::move(command)), patience_(patience) {
    ::signal(SIGPIPE, SIG_IGN); // `write` notices a program that has exited
}

Program::~Program() = default;

void Program::start() {
    if (process_ && fault_.empty())
        return;
    process_ = std::make_unique<Process>(command_);
    fault_.clear();
    left_.clear();
    never_started_ = false;
    first_ = true;
}

// It has ended once nothing is left that could write an answer.
bool Program::ends_within(std::chrono::milliseconds time) {
    constexpr short only_its_end = 0;
    const bool ended = wait_for(process_->from(), only_its_end, Clock::now() + time);
    if (ended)
        fail_by_exit();
    return ended;
}

double Program::used_ms() const {
    return process_ ? process_->used_ms() : 0;
}

std::optional<Action> Program::choose(const protocol::Observation& view,
                                      std::span<const protocol::ObservedEvent> round,
                                      std::stop_token stop) {
    stop_ = std::move(stop);
    auto deadline = Clock::now() + patience_.each;
    if (std::exchange(first_, false))
        deadline += patience_.to_start;
    if (!send(protocol::encode_decision(view, round) + "\n", deadline))
        return std::nullopt;
    const auto line = read_line(deadline);
    if (!line)
        return std::nullopt;
    const auto action = protocol::decode_answer(*line);
    if (!action || !protocol::turn_of(view) || check(*protocol::turn_of(view), *action)) {
        fault_ = (action ? "it chose an illegal action: " : "its answer isn't an action: ") +
                 line->substr(0, 200);
        return std::nullopt;
    }
    return action;
}

// Whether the descriptor is ready before the deadline, and before a stop.
bool Program::wait_for(int descriptor, short event, Clock::time_point deadline) const {
    while (!stop_.stop_requested()) {
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now());
        const auto wait = stop_.stop_possible() ? std::min(left, look_up_every) : left;
        pollfd asked{descriptor, event, 0};
        const int ready =
            ::poll(&asked, 1, static_cast<int>(std::max<std::int64_t>(wait.count(), 0)));
        if (ready > 0)
            return true;
        if (ready == 0 ? wait >= left : errno != EINTR)
            return false;
    }
    return false;
}

bool Program::send(std::string_view text, Clock::time_point deadline) {
    while (!text.empty()) {
        const auto written = ::write(process_->to(), text.data(), text.size());
        if (written >= 0)
            text.remove_prefix(static_cast<std::size_t>(written));
        else if (errno == EAGAIN && !wait_for(process_->to(), POLLOUT, deadline))
            return fail("it doesn't read its input");
        else if (errno != EAGAIN && errno != EINTR)
            return fail_by_exit();
    }
    return true;
}

std::optional<std::string> Program::read_line(Clock::time_point deadline) {
    for (;;) {
        if (const auto end = left_.find('\n'); end != std::string::npos) {
            std::string line = left_.substr(0, end);
            left_.erase(0, end + 1);
            return line;
        }
        if (left_.size() > longest_answer) {
            fail("its answer is too long");
            return std::nullopt;
        }
        if (!wait_for(process_->from(), POLLIN, deadline)) {
            fail("it didn't answer in time");
            return std::nullopt;
        }
        std::array<char, 4096> part{};
        const auto size = ::read(process_->from(), part.data(), part.size());
        if (size <= 0) {
            fail_by_exit();
            return std::nullopt;
        }
        left_.append(part.data(), static_cast<std::size_t>(size));
    }
}

bool Program::fail(std::string why) {
    fault_ = std::move(why);
    return false;
}

bool Program::fail_by_exit() {
    const auto code = process_->exit_code();
    never_started_ = code == 126 || code == 127; // says the shell (POSIX), and so does `env`
    return fail(never_started_ ? "it can't be started" : "it exited");
}

} // namespace jaipur::bots
