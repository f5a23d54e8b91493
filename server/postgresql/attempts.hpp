// Connections to one of the hosts of a connection string.
#pragma once

#include "server/postgresql/connection.hpp"
#include "server/store/error.hpp"

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace jaipur::server::postgresql {

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
