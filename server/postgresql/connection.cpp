#include "server/postgresql/connection.hpp"

#include <algorithm>
#include <cerrno>
#include <libpq-fe.h>
#include <optional>
#include <poll.h>
#include <utility>

namespace jaipur::server::postgresql {

namespace {

using namespace std::chrono_literals;
using std::chrono::milliseconds;

struct Clear {
    void operator()(PGresult* result) const { PQclear(result); }
};

using OwnedResult = std::unique_ptr<PGresult, Clear>;

std::string state_of(const PGresult* result) {
    const char* const state = PQresultErrorField(result, PG_DIAG_SQLSTATE);
    return state == nullptr ? "" : state;
}

// Errors after which this server may have done the request, or another one is in charge now: it
// shuts down, has crashed, or no longer accepts writes.
bool leaves_in_doubt(std::string_view state) {
    return state.empty() || state.starts_with("08") || state.starts_with("57P") || state == "25006";
}

Result read(const PGresult* from) {
    Result result;
    for (int row = 0; row < PQntuples(from); ++row) {
        auto& values = result.rows.emplace_back();
        for (int column = 0; column < PQnfields(from); ++column)
            values.emplace_back(PQgetvalue(from, row, column),
                                static_cast<std::size_t>(PQgetlength(from, row, column)));
    }
    const std::string count = PQcmdTuples(const_cast<PGresult*>(from));
    result.affected = count.empty() ? 0 : std::stoull(count);
    return result;
}

} // namespace

std::string on_one_line(const char* text) {
    std::string result(text == nullptr ? "" : text);
    while (!result.empty() && (result.back() == '\n' || result.back() == ' '))
        result.pop_back();
    for (std::size_t end = 0; (end = result.find('\n', end)) != std::string::npos;)
        result.replace(end, 1, "; ");
    return result;
}

// ---- connecting --------------------------------------------------------------------------------

void Connection::Close::operator()(pg_conn* connection) const {
    PQfinish(connection);
}

Connection::Connection(const Options& options, Clock::time_point until)
    : connection_(start(options)) {
    auto next = PGRES_POLLING_WRITING;
    while (next != PGRES_POLLING_OK) {
        wait(next == PGRES_POLLING_READING ? POLLIN : POLLOUT, until);
        next = PQconnectPoll(connection_.get());
        if (next == PGRES_POLLING_FAILED)
            give_up();
    }
    prepare();
}

Connection::Connection(Owned accepted) : connection_(std::move(accepted)) {
    prepare();
}

// Looks up the host's name, however long that takes.
Connection::Owned Connection::start(const Options& options) {
    std::vector<const char*> names, values;
    for (const auto& [name, value] : options) {
        names.push_back(name.c_str());
        values.push_back(value.c_str());
    }
    names.push_back(nullptr);
    values.push_back(nullptr);
    Owned started(PQconnectStartParams(names.data(), values.data(), 0));
    if (!started || PQstatus(started.get()) == CONNECTION_BAD)
        throw Lost(started ? on_one_line(PQerrorMessage(started.get())) : "out of memory");
    PQsetNoticeReceiver(started.get(), [](void*, const PGresult*) {}, nullptr);
    return started;
}

void Connection::prepare() {
    PQsetNoticeReceiver(
        connection_.get(),
        [](void* self, const PGresult* notice) {
            static_cast<Connection*>(self)->noticed_ = true;
            static_cast<Connection*>(self)->notice_ = on_one_line(PQresultErrorMessage(notice));
        },
        this);
    if (PQsetnonblocking(connection_.get(), 1) != 0 || PQenterPipelineMode(connection_.get()) != 1)
        give_up();
}

// ---- requests ----------------------------------------------------------------------------------

// What a result answers: a statement, or its preparation, or the end of the pipeline.
struct Connection::Sent {
    const char* sql = nullptr;
    std::string prepares{}; // under this name
};

std::vector<Result> Connection::run(const std::vector<Statement>& statements,
                                    Clock::time_point until) {
    noticed_ = false;
    std::vector<Sent> sent;
    send(statements, sent);
    std::vector<Result> results;
    try {
        receive(sent, until, results);
    } catch (const Refused&) {
        roll_back(until);
        throw;
    }
    if (noticed_)
        throw Lost("the database sent a notice: " + notice_);
    return results;
}

void Connection::execute(const std::string& sql, Clock::time_point until) {
    for (std::size_t from = 0; from < sql.size();) {
        const std::size_t end = std::min(sql.find(';', from), sql.size());
        const std::string one = sql.substr(from, end - from);
        from = end + 1;
        if (one.find_first_not_of(" \n") == std::string::npos)
            continue;
        if (PQsendQueryParams(connection_.get(), one.c_str(), 0, nullptr, nullptr, nullptr, nullptr,
                              0) != 1 ||
            PQpipelineSync(connection_.get()) != 1)
            give_up();
        std::vector<Result> results;
        receive({{one.c_str()}}, until, results);
    }
}

void Connection::send(const std::vector<Statement>& statements, std::vector<Sent>& sent) {
    auto* const to = connection_.get();
    std::map<const char*, std::string> names = prepared_;
    for (const Statement& statement : statements) {
        if (!names.contains(statement.sql)) {
            const std::string name = "s" + std::to_string(names.size());
            names.emplace(statement.sql, name);
            if (PQsendPrepare(to, name.c_str(), statement.sql, 0, nullptr) != 1)
                give_up();
            sent.push_back({statement.sql, name});
        }
        std::vector<const char*> values;
        for (const std::string& parameter : statement.parameters)
            values.push_back(parameter.c_str());
        if (PQsendQueryPrepared(to, names.at(statement.sql).c_str(),
                                static_cast<int>(values.size()), values.data(), nullptr, nullptr,
                                0) != 1)
            give_up();
        sent.push_back({statement.sql});
    }
    if (PQpipelineSync(to) != 1)
        give_up();
}

void Connection::receive(const std::vector<Sent>& sent, Clock::time_point until,
                         std::vector<Result>& results) {
    auto* const from = connection_.get();
    std::optional<Refused> refused;
    auto next = sent.begin();
    for (;;) {
        const int unsent = PQflush(from);
        if (unsent < 0)
            give_up();
        if (PQisBusy(from) == 1) {
            wait(static_cast<short>(unsent > 0 ? POLLIN | POLLOUT : POLLIN), until);
            if (PQconsumeInput(from) != 1)
                give_up();
            continue;
        }
        const OwnedResult result(PQgetResult(from));
        if (PQstatus(from) == CONNECTION_BAD)
            give_up();
        if (!result) { // the end of one statement's results
            if (next != sent.end())
                ++next;
            continue;
        }
        const auto status = PQresultStatus(result.get());
        if (status == PGRES_PIPELINE_SYNC)
            break;
        const bool known = next != sent.end();
        if (status == PGRES_FATAL_ERROR) {
            const std::string text = on_one_line(PQresultErrorMessage(result.get()));
            const std::string state = state_of(result.get());
            if (leaves_in_doubt(state) || (known && std::string_view(next->sql) == "commit"))
                throw Lost(text);
            refused.emplace(state, text);
        } else if (status != PGRES_PIPELINE_ABORTED && known) {
            if (!next->prepares.empty())
                prepared_.emplace(next->sql, next->prepares);
            else
                results.push_back(read(result.get()));
        }
    }
    if (refused)
        throw Refused(*refused);
}

void Connection::roll_back(Clock::time_point until) {
    if (PQtransactionStatus(connection_.get()) != PQTRANS_IDLE)
        execute("rollback", until);
}

int Connection::socket() const {
    return PQsocket(connection_.get());
}

void Connection::look() {
    if (PQconsumeInput(connection_.get()) != 1 || PQstatus(connection_.get()) == CONNECTION_BAD)
        give_up();
}

void Connection::wait(short events, Clock::time_point until) const {
    for (;;) {
        const auto left = std::chrono::ceil<milliseconds>(until - Clock::now());
        if (left.count() <= 0)
            throw Lost(too_late);
        pollfd descriptor{socket(), events, 0};
        const int ready = ::poll(&descriptor, 1, static_cast<int>(left.count()));
        if (ready > 0)
            return;
        if (ready < 0 && errno != EINTR)
            throw Lost("poll failed");
    }
}

void Connection::give_up() const {
    throw Lost(connection_ ? on_one_line(PQerrorMessage(connection_.get())) : "out of memory");
}

} // namespace jaipur::server::postgresql
