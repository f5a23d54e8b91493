#include "bots/ladder/program.hpp"

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

namespace jaipur::bots::ladder {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t longest_answer = 65536; // bytes

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

// A single program takes the place of the shell, so its processor time is that of the process.
std::string for_shell(const std::string& command) {
    return command.find_first_of(";&|\n") == std::string::npos ? "exec " + command : command;
}

// A process in a separate group, which ends with this value.
class Process {
  public:
    explicit Process(const std::string& command) {
        Pipe to, from;
        posix_spawn_file_actions_t files;
        posix_spawn_file_actions_init(&files);
        posix_spawn_file_actions_adddup2(&files, to.out.number(), STDIN_FILENO);
        posix_spawn_file_actions_adddup2(&files, from.in.number(), STDOUT_FILENO);
        posix_spawnattr_t how;
        posix_spawnattr_init(&how);
        posix_spawnattr_setflags(&how, POSIX_SPAWN_SETPGROUP);
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
        // So that a program that doesn't read can't hold us up.
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

// Whether the descriptor is ready before the deadline.
bool wait_for(int descriptor, short event, Clock::time_point deadline) {
    for (;;) {
        const auto left =
            std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now()).count();
        pollfd asked{descriptor, event, 0};
        const int ready = ::poll(&asked, 1, static_cast<int>(std::max<std::int64_t>(left, 0)));
        if (ready > 0)
            return true;
        if (ready == 0 || errno != EINTR)
            return false;
    }
}

class Program : public Player {
  public:
    Program(std::string command, Patience patience)
        : command_(std::move(command)), patience_(patience) {
        ::signal(SIGPIPE, SIG_IGN); // a program that has ended is noticed by `write`
    }

    void begin_round(std::uint64_t) override {
        if (process_ && fault_.empty())
            return;
        process_ = std::make_unique<Process>(command_);
        fault_.clear();
        left_.clear();
        first_ = true;
    }

    std::optional<Action> choose(const Sight& sight) override {
        const auto deadline =
            Clock::now() + (std::exchange(first_, false) ? patience_.first : patience_.each);
        if (!send(protocol::encode_decision(sight.view, sight.round) + "\n", deadline))
            return std::nullopt;
        const auto line = read_line(deadline);
        if (!line)
            return std::nullopt;
        const auto action = protocol::decode_answer(*line);
        if (!action || !protocol::turn_of(sight.view) ||
            check(*protocol::turn_of(sight.view), *action)) {
            fault_ =
                (action ? "it chose an illegal action: " : "it answered with something else: ") +
                line->substr(0, 200);
            return std::nullopt;
        }
        return action;
    }

    std::string fault() const override { return fault_; }

    double used_ms() const override { return process_ ? process_->used_ms() : 0; }

  private:
    bool send(std::string_view text, Clock::time_point deadline) {
        while (!text.empty()) {
            const auto written = ::write(process_->to(), text.data(), text.size());
            if (written >= 0)
                text.remove_prefix(static_cast<std::size_t>(written));
            else if (errno == EAGAIN && !wait_for(process_->to(), POLLOUT, deadline))
                return fail("it reads nothing");
            else if (errno != EAGAIN && errno != EINTR)
                return fail("it has ended");
        }
        return true;
    }

    std::optional<std::string> read_line(Clock::time_point deadline) {
        for (;;) {
            if (const auto end = left_.find('\n'); end != std::string::npos) {
                std::string line = left_.substr(0, end);
                left_.erase(0, end + 1);
                return line;
            }
            if (left_.size() > longest_answer) {
                fail("its answer doesn't end");
                return std::nullopt;
            }
            if (!wait_for(process_->from(), POLLIN, deadline)) {
                fail("it didn't answer in time");
                return std::nullopt;
            }
            std::array<char, 4096> part{};
            const auto size = ::read(process_->from(), part.data(), part.size());
            if (size <= 0) {
                fail("it has ended");
                return std::nullopt;
            }
            left_.append(part.data(), static_cast<std::size_t>(size));
        }
    }

    bool fail(std::string why) {
        fault_ = std::move(why);
        return false;
    }

    std::string command_;
    Patience patience_;
    std::unique_ptr<Process> process_;
    std::string left_; // read, but not used yet
    std::string fault_;
    bool first_ = true;
};

} // namespace

NewPlayer by_program(std::string command, Patience patience) {
    return [command = std::move(command), patience] {
        return std::make_unique<Program>(command, patience);
    };
}

} // namespace jaipur::bots::ladder
