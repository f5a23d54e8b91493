#include "server/postgresql/attempts.hpp"

#include <algorithm>
#include <cstdint>
#include <libpq-fe.h>
#include <poll.h>
#include <stdexcept>
#include <utility>

namespace jaipur::server::postgresql {

namespace {

using namespace std::chrono_literals;
using std::chrono::milliseconds;

constexpr milliseconds again_after = 100ms;
constexpr milliseconds others_turn = 500ms;

} // namespace

Attempts::Attempts(const std::vector<Connection::Options>& hosts, milliseconds patience)
    : patience_(patience) {
    for (const auto& host : hosts)
        attempts_.push_back({host});
}

std::unique_ptr<Connection> Attempts::first(Clock::time_point until) {
    for (;;) {
        for (Attempt& attempt : attempts_) {
            if (!is_accepted(attempt))
                continue;
            auto accepted = std::move(attempt.connection);
            accepted_ = static_cast<std::size_t>(&attempt - attempts_.data());
            for (Attempt& other : attempts_)
                other.connection.reset();
            return std::unique_ptr<Connection>(new Connection(std::move(accepted)));
        }
        if (Clock::now() >= until)
            return nullptr;
        wait(until);
    }
}

void Attempts::reject() {
    if (attempts_.size() > 1)
        attempts_.at(accepted_).from = Clock::now() + others_turn;
}

// Goes on with it, as far as that is possible without waiting.
bool Attempts::is_accepted(Attempt& attempt) {
    const auto now = Clock::now();
    try {
        if (!attempt.connection && now >= attempt.from)
            begin(attempt);
    } catch (const Lost& lost) {
        fail(attempt, lost.what());
    }
    auto* const connection = attempt.connection.get();
    const short events = attempt.reads ? POLLIN : POLLOUT;
    for (pollfd ready{connection ? PQsocket(connection) : -1, events, 0};
         connection && ::poll(&ready, 1, 0) > 0;
         ready = {PQsocket(connection), static_cast<short>(attempt.reads ? POLLIN : POLLOUT), 0}) {
        const auto next = PQconnectPoll(connection);
        if (next == PGRES_POLLING_OK)
            return true;
        attempt.reads = next == PGRES_POLLING_READING;
        if (next == PGRES_POLLING_FAILED) {
            fail(attempt, on_one_line(PQerrorMessage(connection)));
            return false;
        }
    }
    if (connection && now >= attempt.until)
        fail(attempt, too_late);
    return false;
}

void Attempts::begin(Attempt& attempt) const {
    const auto now = Clock::now();
    attempt.reads = false;
    attempt.until = now + patience_;
    const auto measure = [&] { attempt.start = Clock::now() - now; };
    try {
        attempt.connection = Connection::start(attempt.options);
    } catch (const Lost&) {
        measure();
        throw;
    }
    measure();
}

// A slow name lookup delays the other hosts.
void Attempts::fail(Attempt& attempt, std::string why) {
    attempt.connection.reset();
    attempt.from = Clock::now() + std::max<Clock::duration>(again_after, 4 * attempt.start);
    why_ = std::move(why);
}

void Attempts::wait(Clock::time_point until) const {
    std::vector<pollfd> descriptors;
    for (const Attempt& attempt : attempts_) {
        until = std::min(until, attempt.connection ? attempt.until : attempt.from);
        if (attempt.connection)
            descriptors.push_back({PQsocket(attempt.connection.get()),
                                   static_cast<short>(attempt.reads ? POLLIN : POLLOUT), 0});
    }
    const auto left = std::chrono::ceil<milliseconds>(until - Clock::now()).count();
    ::poll(descriptors.data(), descriptors.size(),
           static_cast<int>(std::max<std::int64_t>(left, 0)));
}

// libpq goes on to the next host when one refuses, but would wait for a frozen one forever. So each
// connection gets one host.
std::vector<Connection::Options> hosts_of(const std::string& connection_string) {
    char* error = nullptr;
    PQconninfoOption* const parsed = PQconninfoParse(connection_string.c_str(), &error);
    const std::string text = on_one_line(error);
    PQfreemem(error);
    if (parsed == nullptr)
        throw std::invalid_argument(text);
    Connection::Options all{{"fallback_application_name", "jaipur"}};
    for (const PQconninfoOption* option = parsed; option->keyword != nullptr; ++option)
        if (option->val != nullptr)
            all[option->keyword] = option->val;
    PQconninfoFree(parsed);
    all["target_session_attrs"] = "read-write";
    const auto split = [&](const char* name) {
        std::vector<std::string> parts;
        const std::string list = all.contains(name) ? all[name] : "";
        for (std::size_t from = 0; from <= list.size() && !list.empty();) {
            const std::size_t comma = std::min(list.find(',', from), list.size());
            parts.push_back(list.substr(from, comma - from));
            from = comma + 1;
        }
        return parts;
    };
    std::vector<Connection::Options> hosts;
    const std::size_t count =
        std::max({split("host").size(), split("hostaddr").size(), std::size_t{1}});
    for (std::size_t i = 0; i < count; ++i) {
        auto& one = hosts.emplace_back(all);
        for (const char* name : {"host", "hostaddr", "port"})
            if (const auto parts = split(name); parts.size() > 1)
                one[name] = parts.at(std::min(i, parts.size() - 1));
    }
    return hosts;
}

std::vector<Connection::Options> named_hosts_of(const std::string& connection_string) {
    try {
        return hosts_of(connection_string);
    } catch (const std::invalid_argument&) { // whose text may have the password
        throw store::StoreError(store::StoreError::Kind::CantOpen,
                                "not a connection string of PostgreSQL; expected one such as "
                                "postgresql://USER@HOST/DATABASE or host=HOST dbname=DATABASE");
    }
}

void connect_to_one(const std::vector<Connection::Options>& hosts,
                    const std::function<void(const Connection::Options&)>& connect) {
    std::string why;
    for (const auto& host : hosts) {
        try {
            return connect(host);
        } catch (const Lost& error) {
            why += (why.empty() ? "" : "; ") + std::string(error.what());
        }
    }
    throw unreachable(why);
}

store::StoreError unreachable(const std::string& why) {
    return {store::StoreError::Kind::Unreachable, "can't connect to the database: " + why};
}

} // namespace jaipur::server::postgresql
