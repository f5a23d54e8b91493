#include "tests/server/postgresql/postgres.hpp"

#include <algorithm>
#include <cstdlib>
#include <fcntl.h>
#include <fstream>
#include <grp.h>
#include <pwd.h>
#include <stdexcept>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <utility>

namespace jaipur::server::postgresql::test {

namespace {

namespace fs = std::filesystem;

constexpr auto patience = 60s;

// PostgreSQL refuses to run as root.
const passwd* somebody_else() {
    if (::geteuid() != 0)
        return nullptr;
    const passwd* user = ::getpwnam("postgres");
    return user != nullptr ? user : ::getpwnam("nobody");
}

// A program of PostgreSQL, which ends with this process.
pid_t start(const char* program, std::vector<std::string> arguments, const fs::path& log) {
    const std::string path = std::string(JAIPUR_POSTGRESQL_PROGRAMS) + "/" + program;
    arguments.insert(arguments.begin(), path);
    std::vector<char*> words;
    for (std::string& argument : arguments)
        words.push_back(argument.data());
    words.push_back(nullptr);
    const passwd* user = somebody_else();
    const pid_t child = ::fork();
    if (child != 0)
        return child;
    if (user != nullptr && (::setgroups(0, nullptr) != 0 || ::setgid(user->pw_gid) != 0 ||
                            ::setuid(user->pw_uid) != 0))
        ::_exit(126);
    ::prctl(PR_SET_PDEATHSIG, SIGQUIT);
    const int file = ::open(log.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0600);
    ::dup2(file, STDOUT_FILENO);
    ::dup2(file, STDERR_FILENO);
    if (::chdir("/") != 0)
        ::_exit(126);
    ::execv(words.front(), words.data());
    ::_exit(127);
}

std::string text_of(const fs::path& file) {
    std::ifstream in(file);
    return {std::istreambuf_iterator<char>(in), {}};
}

std::vector<pid_t> children_of(pid_t parent) {
    std::vector<pid_t> children;
    for (const auto& entry : fs::directory_iterator("/proc")) {
        const std::string name = entry.path().filename();
        if (!std::ranges::all_of(name, [](char c) { return c >= '0' && c <= '9'; }))
            continue;
        const std::string status = text_of(entry.path() / "stat"); // pid (name) state parent …
        const auto after = status.rfind(')');
        if (after != std::string::npos && std::atoi(status.c_str() + after + 4) == parent)
            children.push_back(std::stoi(name));
    }
    return children;
}

Connection connection_to(const std::string& address) {
    return {hosts_of(address).front(), Clock::now() + patience};
}

} // namespace

// ---- the server --------------------------------------------------------------------------------

Postgres& Postgres::instance() {
    static Postgres only;
    return only;
}

Postgres::Postgres() {
    std::string name = (fs::temp_directory_path() / "jaipur-postgresql-XXXXXX").string();
    directory_ = ::mkdtemp(name.data());
    if (const passwd* user = somebody_else();
        user != nullptr && ::chown(directory_.c_str(), user->pw_uid, user->pw_gid) != 0)
        throw std::runtime_error("chown failed");
    const auto log = directory_ / "log";
    const auto data = (directory_ / "data").string();
    const pid_t made = start(
        "initdb",
        {"-D", data, "-U", "jaipur", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"}, log);
    int status = 0;
    if (::waitpid(made, &status, 0) != made || status != 0)
        throw std::runtime_error("initdb failed: " + text_of(log));
    process_ = start("postgres",
                     {"-D", data, "-k", directory_.string(), "-c", "listen_addresses=", "-c",
                      "deadlock_timeout=200ms"},
                     log);
    const bool ready = eventually([&] {
        try {
            connection_to(address("postgres"));
            return true;
        } catch (const Lost&) {
            return false;
        }
    });
    if (!ready)
        throw std::runtime_error("PostgreSQL did not start: " + text_of(log));
}

Postgres::~Postgres() {
    thaw();
    ::kill(process_, SIGQUIT);
    ::waitpid(process_, nullptr, 0);
    fs::remove_all(directory_);
}

std::string Postgres::address(const std::string& database) const {
    return "host=" + directory_.string() + " user=jaipur dbname=" + database;
}

void Postgres::freeze() const {
    ::kill(process_, SIGSTOP); // first, so that it makes no more children
    for (const pid_t child : children_of(process_))
        ::kill(child, SIGSTOP);
}

void Postgres::thaw() const {
    for (const pid_t child : children_of(process_))
        ::kill(child, SIGCONT);
    ::kill(process_, SIGCONT);
}

// ---- databases ---------------------------------------------------------------------------------

TestDatabase::TestDatabase() {
    static int count = 0;
    name_ = "test" + std::to_string(++count);
    const std::string create = "create database " + name_;
    connection_to(Postgres::instance().address("postgres"))
        .run({{create.c_str()}}, Clock::now() + patience);
}

TestDatabase::~TestDatabase() {
    const std::string drop = "drop database " + name_ + " with (force)";
    connection_to(Postgres::instance().address("postgres"))
        .run({{drop.c_str()}}, Clock::now() + patience);
}

std::vector<std::string> TestDatabase::sql(const std::string& statement) const {
    auto connection = connection_to(address());
    connection.execute("set client_min_messages = error; set search_path = jaipur",
                       Clock::now() + patience);
    const auto results = connection.run({{statement.c_str()}}, Clock::now() + patience);
    std::vector<std::string> values;
    for (const auto& row : results.front().rows)
        values.push_back(row.front());
    return values;
}

void TestDatabase::on_insert(std::uint64_t number, const std::string& body, bool at_commit) const {
    const std::string name = "on_" + std::to_string(number);
    sql("create function " + name + "() returns trigger language plpgsql as $$ begin " + body +
        "; return new; end $$");
    sql("create constraint trigger " + name + " after insert on record deferrable initially " +
        (at_commit ? "deferred" : "immediate") + " for each row when (new.number = " +
        std::to_string(number) + ") execute function " + name + "()");
}

int TestDatabase::terminate() const {
    return std::stoi(sql("select count(pg_terminate_backend(pid)) from pg_stat_activity "
                         "where datname = current_database() and pid <> pg_backend_pid() "
                         "and backend_type = 'client backend'")
                         .front());
}

PostgresqlStore::Settings settings_for(const TestDatabase& database) {
    static int count = 0;
    PostgresqlStore::Settings settings;
    settings.session.connection = database.address();
    settings.session.owner = "owner" + std::to_string(++count);
    settings.session.ttl = 120s;
    settings.session.deadline = 20s;
    settings.session.single_database = true;
    return settings;
}

Opened::Opened(PostgresqlStore::Settings settings)
    : Loaded([&](store::test::Ear& heard) {
          return std::make_unique<PostgresqlStore>(std::move(settings), heard.answer(),
                                                   heard.failed(), heard.failed());
      }) {}

void Losses::follow(PostgresqlStore::Settings& settings) {
    settings.session.lost = [this](std::string_view why) {
        last = why;
        ++count;
    };
}

Followed::Followed(std::optional<std::chrono::milliseconds> deadline)
    : opened([&] {
          auto settings = settings_for(database);
          if (deadline)
              settings.session.deadline = *deadline;
          losses.follow(settings);
          return settings;
      }()) {}

bool eventually(const std::function<bool()>& condition) {
    const auto until = Clock::now() + patience;
    while (!condition()) {
        if (Clock::now() >= until)
            return false;
        std::this_thread::sleep_for(10ms);
    }
    return true;
}

} // namespace jaipur::server::postgresql::test
