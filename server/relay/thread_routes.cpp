#include "server/relay/thread_routes.hpp"

#include "protocol/codec.hpp"
#include "protocol/hash.hpp"
#include "server/log/log.hpp"

#include <boost/asio/post.hpp>

#include <algorithm>
#include <exception>
#include <utility>

namespace jaipur::server::relay {

namespace asio = boost::asio;
using core::SessionId;
using protocol::CloseCode;

namespace {

// As `Destination` names a thread.
std::string address_of(std::size_t thread) {
    return std::to_string(thread);
}

std::size_t thread_at(const std::string& address) {
    return std::stoul(address);
}

core::Owners owners(std::size_t number, std::size_t threads) {
    const auto holds = [number, threads](core::Slot slot) {
        return core::thread_of(slot, threads) == number;
    };
    core::Owners made(address_of(number), holds, core::milliseconds::max()); // no slot is ever free
    core::SlotHolders seen;
    std::map<std::string, std::string> addresses;
    for (std::size_t thread = 0; thread < threads; ++thread) {
        seen.servers.emplace(address_of(thread), false);
        addresses.emplace(address_of(thread), address_of(thread));
    }
    for (const core::Slot slot : core::all_slots)
        seen.holders.emplace(slot, address_of(core::thread_of(slot, threads)));
    made.see(std::move(seen), std::move(addresses), core::Time{});
    return made;
}

// A session that asks one thing, and ends with the answer.
class Question final : public net::SessionConnection,
                       public std::enable_shared_from_this<Question> {
  public:
    using Answer = std::function<void(std::optional<std::string>)>;

    Question(const net::Executor& executor, Answer answer)
        : executor_(executor), answer_(std::move(answer)) {}

    void start(Hooks hooks) override { hooks_ = std::move(hooks); }

    void read_on() override {}

    void send(core::Outgoing outgoing) override {
        if (is_answer(*outgoing.text))
            finish(*outgoing.text);
    }

    void queue(core::Outgoing outgoing) override { send(std::move(outgoing)); }

    void flush() override {}

    std::size_t queued() const override { return 0; }

    bool is_blocked() const override { return false; }

    void close(CloseCode) override { finish(std::nullopt); }

    void abort() override { finish(std::nullopt); }

  private:
    void finish(std::optional<std::string> text) {
        if (const auto answer = std::exchange(answer_, nullptr))
            answer(std::move(text));
        if (auto closing = std::exchange(hooks_.closing, nullptr))
            asio::post(executor_, std::move(closing));
    }

    const net::Executor executor_;
    Answer answer_;
    Hooks hooks_;
};

} // namespace

ThreadRoutes::ThreadRoutes(const net::Executor& executor, std::size_t number, std::size_t threads,
                           Host host, Thread thread)
    : WaitingSessions(executor, std::move(host)), number_(number), thread_(std::move(thread)),
      known_{host_.has, host_.knows_pass}, owners_(owners(number, threads)), last_dealt_(number) {}

template <class Do>
void ThreadRoutes::run(Do what) {
    asio::post(executor_, std::move(what));
}

// ---- where requests go -------------------------------------------------------------------------

ThreadRoutes::Session* ThreadRoutes::find(SessionId id) {
    const auto found = sessions_.find(id);
    return found == sessions_.end() ? nullptr : &found->second;
}

namespace {

// Any thread can open its room.
bool is_dealt(const protocol::RequestBody& request) {
    const auto* const create = protocol::as<protocol::CreateRoom>(request);
    return create && !create->options.is_public;
}

} // namespace

// Private rooms are dealt out to all threads: by the token, so that a request and its repeat on
// another connection meet, even at the same moment.
std::size_t ThreadRoutes::deal(const protocol::CreateRoom& request) {
    if (request.token)
        return protocol::sha256(*request.token).front() % all_.size();
    return last_dealt_ = (last_dealt_ + 1) % all_.size();
}

Destination ThreadRoutes::destination(const protocol::RequestBody& request) {
    auto to = destination_of(request, owners_, known_);
    const auto* const create = protocol::as<protocol::CreateRoom>(request);
    const bool repeats = create && create->token && to.way == Way::Here;
    if (!is_dealt(request) || repeats)
        return to;
    const std::size_t thread = deal(*create);
    to.address = thread == number_ ? "" : address_of(thread);
    if (to.way == Way::Here && thread != number_)
        to.way = Way::Move;
    return to;
}

std::optional<bool> ThreadRoutes::received(SessionId id, const protocol::RequestBody& request,
                                           std::string_view text) {
    if (!is_dealt(request) && destination(request).way == Way::Here)
        return std::nullopt;
    sessions_[id].request = text;
    run([this, id] { safely(id, [&] { proceed(id); }); }); // the connection is in a call to here
    return false;
}

void ThreadRoutes::proceed(SessionId id) {
    Session* const session = find(id);
    if (!session || !host_.visitor(id))
        return;
    const auto request = protocol::decode(session->request);
    auto to = destination(request->body);
    const Where where = this->where(id, request->body, to);
    if (where == Where::Later)
        return;
    // If it may not ask, to be served here means to be refused.
    if (where == Where::Here || to.way == Way::Here || !host_.may_ask(id))
        serve_here(id);
    else
        go(id, to, *request);
}

void ThreadRoutes::go(SessionId id, const Destination& to, const protocol::Request& request) {
    if (to.way == Way::Move)
        return move(id, thread_at(to.address));
    auto& asking = sessions_.at(id).asking;
    asking = std::make_shared<Asking>(Asking{to, request.id});
    to.way == Way::Find ? find_seat(id) : gather(id, request);
}

void ThreadRoutes::serve_here(SessionId id) {
    const std::string text = std::move(sessions_.at(id).request);
    sessions_.erase(id);
    host_.serve(id, text);
    host_.read_on(id);
}

// ---- from thread to thread ---------------------------------------------------------------------

void ThreadRoutes::move(SessionId id, std::size_t to) {
    sessions_.at(id).moves_to = to;
    leave(id);
}

// If its client hasn't taken everything yet, later.
void ThreadRoutes::leave(SessionId id) {
    if (!thread_.can_leave(id))
        return;
    Session session = std::move(sessions_.at(id));
    sessions_.erase(id);
    Moving moving = thread_.leave(id);
    moving.request = std::move(session.request);
    ThreadRoutes& there = *all_[*session.moves_to];
    there.run([&there, moving = std::move(moving)]() mutable {
        try {
            there.thread_.arrive(std::move(moving));
        } catch (const std::exception&) {
            log::error("a session between threads failed");
        }
    });
}

void ThreadRoutes::drained(SessionId id) {
    if (const Session* const session = find(id); session && session->moves_to)
        run([this, id] {
            if (const Session* const still = find(id); still && still->moves_to)
                safely(id, [&] { leave(id); });
        });
}

void ThreadRoutes::ended(SessionId id) {
    sessions_.erase(id);
}

// ---- questions ---------------------------------------------------------------------------------

void ThreadRoutes::find_seat(SessionId id) {
    const auto asking = sessions_.at(id).asking;
    asking->due = all_.size() - 1;
    for (ThreadRoutes* const other : all_) {
        if (other == this)
            continue;
        other->run([this, other, id, asking, seats = asking->to.seats] {
            const bool has = std::ranges::any_of(seats, other->host_.has);
            run([this, other, id, asking, has] {
                safely(id, [&] { heard(id, asking, other->number_, has); });
            });
        });
    }
}

void ThreadRoutes::heard(SessionId id, const std::shared_ptr<Asking>& asking, std::size_t thread,
                         bool has) {
    const Session* const session = find(id);
    if (!session || session->asking != asking)
        return;
    if (has)
        asking->found = thread;
    if (--asking->due > 0)
        return;
    const std::string& otherwise = asking->to.address;
    if (asking->found)
        move(id, *asking->found);
    else if (!otherwise.empty() && !std::ranges::any_of(asking->to.seats, host_.has))
        move(id, thread_at(otherwise));
    else
        serve_here(id);
}

// Asks all threads, this one as well: so the answers are alike, and nothing is said twice.
void ThreadRoutes::gather(SessionId id, const protocol::Request& request) {
    const Session& session = sessions_.at(id);
    Asking& asking = *session.asking;
    asking.due = asking.to.way == Way::Ask ? 1 : all_.size();
    asking.answers.resize(asking.due);
    if (asking.to.way == Way::Ask)
        return ask(thread_at(asking.to.address), 0, id, session.request);
    const auto* const games = protocol::as<protocol::ListGames>(request.body);
    for (const ThreadRoutes* const each : all_)
        ask(each->number_, each->number_, id,
            games ? question_about(*games, request.id,
                                   each == this ? "" : address_of(each->number_), owners_)
                  : session.request);
}

void ThreadRoutes::ask(std::size_t thread, std::size_t place, SessionId id, std::string text) {
    const auto visitor = host_.visitor(id);
    const auto heard = [this, id, asking = sessions_.at(id).asking,
                        place](std::optional<std::string> answer) {
        run([this, id, asking, place, answer = std::move(answer)]() mutable {
            safely(id, [&] { answered(id, asking, place, std::move(answer)); });
        });
    };
    ThreadRoutes& other = *all_[thread];
    other.run([&other, client = visitor->client, text = std::move(text), heard] {
        other.answer(client, text, heard);
    });
}

void ThreadRoutes::answer(const Client& client, const std::string& request,
                          const std::function<void(std::optional<std::string>)>& answer) {
    try {
        const auto question = std::make_shared<Question>(executor_, answer);
        const SessionId id = host_.begin(question, client);
        safely(id, [&] { host_.serve(id, request); });
    } catch (const std::exception&) {
        log::error("a session between threads failed");
        answer(std::nullopt);
    }
}

void ThreadRoutes::answered(SessionId id, const std::shared_ptr<Asking>& asking, std::size_t place,
                            std::optional<std::string> answer) {
    const Session* const session = find(id);
    if (!session || session->asking != asking)
        return;
    asking->answers[place] = std::move(answer);
    if (--asking->due == 0)
        gathered(id);
}

void ThreadRoutes::gathered(SessionId id) {
    const auto asking = sessions_.at(id).asking;
    sessions_.erase(id);
    auto* const client = host_.connection(id);
    if (!client)
        return;
    auto answer = answer_of(asking->to, asking->answers, asking->re);
    if (!answer) // the client comes back, and asks again
        return client->close(CloseCode::ServiceRestart);
    client->send({nullptr, std::make_shared<const std::string>(std::move(*answer))});
    client->flush();
    host_.read_on(id);
}

} // namespace jaipur::server::relay
