// One connection to PostgreSQL. Requests travel in pipeline mode, so that a whole transaction costs
// one round trip. Every wait has our deadline, because the kernel of a frozen machine goes on
// acknowledging, so neither TCP nor libpq would ever give up. It must not know about records.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

struct pg_conn;
struct pg_result;

namespace jaipur::server::postgresql {

using Clock = std::chrono::steady_clock;

// The connection can't be used any more, and nobody knows whether the database did the last
// request.
class Lost : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

// The database did nothing of the last request. The connection can still be used.
class Refused : public std::runtime_error {
  public:
    Refused(std::string state, const std::string& text)
        : std::runtime_error(text), state_(std::move(state)) {}

    // The error's code, of five characters (SQLSTATE).
    const std::string& state() const { return state_; }

    // It was undone because of others, and another attempt can succeed.
    bool transient() const {
        return state_ == "40001" || state_ == "40P01" || state_ == "57014" || state_ == "55P03";
    }

    // Insufficient resources, for example disk space.
    bool full() const { return state_.starts_with("53"); }

    bool passes() const { return transient() || full(); }

    // Before the next attempt.
    std::chrono::milliseconds pause() const { return std::chrono::milliseconds(full() ? 200 : 20); }

  private:
    std::string state_;
};

inline constexpr const char* too_late = "the database did not answer in time";

// libpq's texts may have several lines.
std::string on_one_line(const char* text);

struct Statement {
    const char* sql = nullptr; // must outlive the connection, which prepares it once
    std::vector<std::string> parameters{};
};

struct Result {
    std::vector<std::vector<std::string>> rows;
    std::uint64_t affected = 0; // rows
};

class Connection {
  public:
    // What a connection string says, with one of its hosts.
    using Options = std::map<std::string, std::string>;

    // Throws Lost.
    Connection(const Options& options, Clock::time_point until);
    Connection(const Connection&) = delete; // libpq knows its address
    Connection& operator=(const Connection&) = delete;

    // Sends all statements at once, and waits for all results. Throws Lost or Refused. A notice
    // also counts as lost: on a commit, it may say that only one disk has it.
    std::vector<Result> run(const std::vector<Statement>& statements, Clock::time_point until);

    // Several statements without parameters, for what is done once.
    void execute(const std::string& sql, Clock::time_point until);

    int socket() const;
    // Between requests, when something has arrived. Throws Lost if it was the end.
    void look();

  private:
    friend class Attempts;
    struct Sent;

    struct Close {
        void operator()(pg_conn* connection) const;
    };

    using Owned = std::unique_ptr<pg_conn, Close>;

    explicit Connection(Owned accepted);

    static Owned start(const Options& options);
    void prepare();

    void send(const std::vector<Statement>& statements, std::vector<Sent>& sent);
    void receive(const std::vector<Sent>& sent, Clock::time_point until,
                 std::vector<Result>& results);
    void roll_back(Clock::time_point until);
    void wait(short events, Clock::time_point until) const;
    [[noreturn]] void give_up() const;

    Owned connection_;
    std::map<const char*, std::string> prepared_; // the name of each statement
    bool noticed_ = false;
    std::string notice_;
};

} // namespace jaipur::server::postgresql
