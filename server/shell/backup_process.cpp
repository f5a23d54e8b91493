#include "server/shell/backup_process.hpp"

#include "server/net/as_values.hpp"
#include "server/shell/options.hpp"

#include <boost/asio/buffer.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/this_coro.hpp>

#include <array>
#include <csignal>
#include <fcntl.h>
#include <spawn.h>
#include <string_view>
#include <sys/wait.h>
#include <system_error>
#include <unistd.h>
#include <utility>
#include <vector>

namespace jaipur::server::shell {

namespace asio = boost::asio;
using net::as_values;

namespace {

constexpr std::size_t most_output = 16 << 10;

// What libpq reads. Other settings of the environment, and its configuration file, may be wrong by
// now. Other users can read a password on a command line, but not here.
std::vector<std::string> environment_for(const Serve::Database& database) {
    std::vector<std::string> variables{variable_of("store") + "=" + database.connection};
    for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry)
        if (const std::string_view text = *entry;
            text.starts_with("PG") || text.starts_with("HOME="))
            variables.emplace_back(text);
    return variables;
}

std::vector<char*> pointers_to(std::vector<std::string>& words) {
    std::vector<char*> pointers;
    for (std::string& word : words)
        pointers.push_back(word.data());
    pointers.push_back(nullptr);
    return pointers;
}

// Starts this program again, with its output in `pipe`. Returns an error number.
int start(std::vector<std::string> words, std::vector<std::string> variables, int pipe,
          pid_t& process) {
    posix_spawn_file_actions_t actions{};
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, pipe, STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, pipe, STDERR_FILENO);
    posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1); // players' connections
    const int error = ::posix_spawn(&process, "/proc/self/exe", &actions, nullptr,
                                    pointers_to(words).data(), pointers_to(variables).data());
    posix_spawn_file_actions_destroy(&actions);
    return error;
}

// A process whose output has ended, ends.
int exit_code_of_process(pid_t process) {
    int status = 0;
    if (TEMP_FAILURE_RETRY(::waitpid(process, &status, 0)) != process)
        return exit_code::software;
    return WIFEXITED(status) ? WEXITSTATUS(status) : exit_code::software;
}

} // namespace

asio::awaitable<BackupResult> run_backup(std::optional<std::filesystem::path> data,
                                         std::optional<Serve::Database> database,
                                         std::filesystem::path file) {
    std::vector<std::string> words{"jaipur-server", "backup", file.string()}, variables;
    if (data)
        words.insert(words.end(), {"--data", data->string()});
    else
        variables = environment_for(*database);
    std::array<int, 2> ends{};
    BackupResult result{exit_code::software, {}};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
        result.output = std::system_category().message(errno);
        co_return result;
    }
    pid_t process = 0;
    const int error = start(std::move(words), std::move(variables), ends[1], process);
    ::close(ends[1]);
    const auto executor = co_await asio::this_coro::executor;
    asio::posix::stream_descriptor output(executor, ends[0]);
    if (error != 0) {
        result.output = std::system_category().message(error);
        co_return result;
    }
    auto buffer = asio::dynamic_buffer(result.output, most_output);
    auto [ended, size] = co_await asio::async_read(output, buffer, as_values);
    if (ended != asio::error::eof) // too much output; nobody reads the rest
        ::kill(process, SIGKILL);
    result.exit_code = exit_code_of_process(process);
    co_return result;
}

} // namespace jaipur::server::shell
