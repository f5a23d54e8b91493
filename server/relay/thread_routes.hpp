// Sessions whose room another thread of this server has. Each thread has a lobby with some slots. A
// session that names a room of another thread moves there, with its connection and its one
// unanswered request: its client isn't read meanwhile. It asks other threads what only they know.
// Threads only post to each other, and never wait.
#pragma once

#include "server/core/connection_quota.hpp"
#include "server/core/lobby/session.hpp"
#include "server/core/owners.hpp"
#include "server/net/websocket.hpp"
#include "server/relay/destination.hpp"
#include "server/relay/gathering.hpp"
#include "server/relay/relays.hpp"
#include "server/relay/routes.hpp"
#include "server/relay/waiting_sessions.hpp"

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace jaipur::server::relay {

// A session on its way to another thread.
struct Moving {
    std::shared_ptr<net::WebSocket> connection;
    core::ConnectionQuota::Ticket admission, session; // of its connection, and its own
    Client client;
    core::Conduct conduct;
    std::string request; // to be served there
};

class ThreadRoutes final : public Routes, private WaitingSessions {
  public:
    // What they need of their thread, besides what relays do.
    struct Thread {
        std::function<bool(core::SessionId)> can_leave;
        // Ends the session here. The result lacks its request.
        std::function<Moving(core::SessionId)> leave;
        std::function<void(Moving)> arrive;
    };

    // `number`: of this thread, from 0.
    ThreadRoutes(const net::Executor& executor, std::size_t number, std::size_t threads, Host host,
                 Thread thread);

    // Before any of them gets a message: all, by their numbers. They end only when no thread runs.
    void meet(std::vector<ThreadRoutes*> all) { all_ = std::move(all); }

    std::optional<bool> received(core::SessionId, std::string_view) override {
        return std::nullopt; // while a session is on its way, its client isn't read
    }

    std::optional<bool> received(core::SessionId id, const protocol::RequestBody& request,
                                 std::string_view text) override;

    void lag(core::SessionId, std::chrono::milliseconds) override {}

    void drained(core::SessionId id) override;
    void ended(core::SessionId id) override;

    void settled() override { look_at_answers(); }

  private:
    using Way = Destination::Way;

    // Other threads are asked about a request.
    struct Asking {
        Destination to;
        std::uint64_t re = 0;
        std::size_t due = 0;                // answers
        std::optional<std::size_t> found{}; // the thread that has the seat
        Answers answers{};                  // by thread, or of the only one
    };

    struct Session {
        std::string request;
        std::shared_ptr<Asking> asking{};
        std::optional<std::size_t> moves_to{};
    };

    // Posts it to this thread.
    template <class Do>
    void run(Do what);

    Session* find(core::SessionId id);
    std::size_t deal(const protocol::CreateRoom& request);
    Destination destination(const protocol::RequestBody& request);
    void proceed(core::SessionId id) override;

    void give_up(core::SessionId id) override { sessions_.erase(id); }

    void serve_here(core::SessionId id);
    void go(core::SessionId id, const Destination& to, const protocol::Request& request);
    void move(core::SessionId id, std::size_t to);
    void leave(core::SessionId id);

    void find_seat(core::SessionId id);
    void heard(core::SessionId id, const std::shared_ptr<Asking>& asking, std::size_t thread,
               bool has);
    void gather(core::SessionId id, const protocol::Request& request);
    void ask(std::size_t thread, std::size_t place, core::SessionId id, std::string text);
    void answer(const Client& client, const std::string& request,
                const std::function<void(std::optional<std::string>)>& answer);
    void answered(core::SessionId id, const std::shared_ptr<Asking>& asking, std::size_t place,
                  std::optional<std::string> answer);
    void gathered(core::SessionId id);

    const std::size_t number_;
    const Thread thread_;
    const Known known_;
    core::Owners owners_;
    std::vector<ThreadRoutes*> all_;
    std::size_t last_dealt_;
    std::unordered_map<core::SessionId, Session> sessions_; // that are on their way, or ask
};

} // namespace jaipur::server::relay
