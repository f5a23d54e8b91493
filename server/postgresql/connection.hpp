// One connection to PostgreSQL. Requests travel in pipeline mode, so that a whole transaction costs
// one round trip. Every wait has our deadline, because the kernel of a frozen machine goes on
// acknowledging, so neither TCP nor libpq would ever give up. It must not know about records.
#pragma once

#include "server/store/error.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
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

// Attempts to connect to several hosts, side by side: an unreachable host doesn't delay the
// others. After a failure, a host is tried again soon.
class Attempts {
  public:
    // `patience`: for one attempt.
    Attempts(const std::vector<Connection::Options>& hosts, std::chrono::milliseconds patience);

    // The first connection that succeeds; the other attempts end. Null if none did by `until`; the
    // next call continues them. Throws Lost.
    std::unique_ptr<Connection> first(Clock::time_point until);
    // That connection was of no use: other hosts, if there are any, have their turn first.
    void reject();

    // The last failure.
    const std::string& why() const { return why_; }

  private:
    struct Attempt {
        Connection::Options options;
        Connection::Owned connection{}; // null: none is under way
        bool reads = false;             // waits for the host, or to send
        Clock::time_point from{}, until{};
        Clock::duration start{}; // how long it took to look up its name
    };

    void begin(Attempt& attempt) const;
    bool is_accepted(Attempt& attempt);
    void fail(Attempt& attempt, std::string why);
    void wait(Clock::time_point until) const;

    const std::chrono::milliseconds patience_;
    std::vector<Attempt> attempts_;
    std::size_t accepted_ = 0; // the last one
    std::string why_;
};

// One set of options for each host of a connection string, which may be a URI. Throws
// std::invalid_argument.
std::vector<Connection::Options> hosts_of(const std::string& connection_string);
// The same. Throws store::StoreError, whose text has nothing of the connection string.
std::vector<Connection::Options> named_hosts_of(const std::string& connection_string);

// Calls `connect`, which throws Lost if it can't, with each of these hosts until one is reached.
// Throws store::StoreError: what each of them said.
void connect_to_one(const std::vector<Connection::Options>& hosts,
                    const std::function<void(const Connection::Options&)>& connect);
store::StoreError unreachable(const std::string& why);

} // namespace jaipur::server::postgresql
