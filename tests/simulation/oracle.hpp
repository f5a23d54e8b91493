// The truth, derived only from the texts of durable records and from its own clocks, and
// compared with everything that the server sends and every client shows. It takes no part in what
// happens: it only throws.
#pragma once

#include "client/console/model.hpp"
#include "protocol/message.hpp"
#include "server/core/delivery.hpp"
#include "server/core/lobby/lobby.hpp"
#include "server/core/room/state.hpp"
#include "tests/simulation/account.hpp"
#include "tests/simulation/disk.hpp"
#include "tests/simulation/ground.hpp"

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <vector>

namespace jaipur::simulation {

using server::core::SessionId;

// A room as it was at one number of its view.
struct Past {
    Match match;
    protocol::MatchId id{};
    std::optional<protocol::Proof> proof;
    std::vector<Event> events; // of the round
    PerSeat<Millis> left;      // on the clocks, or for an action
    bool late = false;         // spectators saw it late, with both hands
};

// What one client has been shown since it entered its room on this connection.
struct Picture {
    // The least that this connection must be shown if it returns.
    std::string back_in;
    std::uint64_t least = 0;

    std::string room;
    bool begins = false;                         // the next view is the first
    std::uint64_t seq = 0;                       // of the last view
    std::vector<protocol::ObservedEvent> events; // of the round
};

// The part of a room's chat that a player's programs have received.
struct Heard {
    std::string room;
    std::int64_t last = 0; // 0: nothing yet
};

class Oracle {
  public:
    explicit Oracle(Ground& ground) : ground_(ground) {}

    // ---- the disk and the lobby (oracle_rooms.cpp)
    void durable(const std::string& record);
    // The store has answered; the lobby doesn't know yet.
    void answered(std::uint64_t record, server::core::Stored result);
    // The lobby has handled it.
    void compare(std::uint64_t record, const server::core::Lobby& lobby);
    // A new process has restored its rooms from the disk.
    void restarted(const server::core::Lobby& lobby, const Kept& kept);
    void kept_replay(const std::string& replay);
    // Everybody has gone home.
    void over(const server::core::Lobby& lobby, const Kept& kept) const;

    // ---- clocks (oracle_clocks.cpp)
    // The lobby is about to be told something: what was due earlier must have happened.
    void time_passes() const;
    // A record is on its way to the store.
    void made(const server::core::Record& record);

    // ---- what reaches the lobby and leaves it (oracle_told.cpp)
    void connected(SessionId session) { sessions_[session].id = session; }

    void disconnected(SessionId session);

    void asked(SessionId session, const Result<protocol::Request, protocol::Error>& request);
    void told(SessionId session, const protocol::ServerMessage& message);

    void process_gone() { sessions_.clear(); }

    // ---- clients (oracle_clients.cpp)
    // A client is about to request this: it may happen, once.
    void intends(const protocol::Act& act);
    // It was answered.
    void acknowledged(const protocol::Act& act, Seat seat);
    void refused(const protocol::Act& act, Seat seat, protocol::ErrorCode code);
    void shows(Picture& picture, const protocol::View& view);
    void heard(Heard& heard, const protocol::Chat& line);
    // Whether this token has a seat.
    bool holds(const std::string& token) const;

    // ---- looking
    const server::core::RoomState* room(const std::string& code) const;
    const server::core::RoomState* room_of(SessionId session) const;
    // What its room keeps of the chat from before it took its seat; null: nothing.
    const server::core::ChatLine* never_heard(SessionId session) const;
    // The match as of a view; null if there was no such view.
    const Past* past(const std::string& room, std::uint64_t seq) const;
    std::size_t running() const;

  private:
    struct Known {
        server::core::RoomState state;
        std::map<std::uint64_t, Past> past;
        std::vector<server::core::ChatLine> chat;
        PerSeat<std::uint64_t> seated_by; // the number of the record that took the seat
        PerSeat<Millis> seated_at, moved_at;
        PerSeat<int> missed_reveals;
        std::vector<std::string> log; // all its records
        Account account;
    };

    struct Made {
        std::string room;
        Times times;
        bool is_aside = false;
    };

    struct Asked {
        std::uint64_t id = 0;
        std::optional<protocol::RequestBody> body; // nullopt: malformed
        Millis at{0};
    };

    struct Session {
        SessionId id = 0;
        std::deque<Asked> asked;
        std::string room;
        std::optional<Seat> seat;
    };

    using Step = std::tuple<std::uint64_t, Seat>; // by ply

    void apply(const server::core::Record& record, const std::string& text);
    void took_seat(Known& known, Seat seat, std::uint64_t record);
    void moved_seat(Known& known, const server::core::SeatMoved& moved);
    void check_step(const server::core::RoomState& room, const server::core::Acted& acted) const;
    std::size_t seats_of(const server::core::TokenHash& token) const;
    void check_acknowledged(const server::core::Lobby& lobby, const Kept& kept) const;
    void replay_all(const Known& known) const;
    const server::core::RoomState& known(const std::string& room) const;
    protocol::View view_at(const std::string& room, std::uint64_t seq,
                           protocol::Viewer viewer) const;
    protocol::Viewer viewer_of(const protocol::View& view) const;

    void told_reply(Session& session, std::optional<std::uint64_t> re,
                    const protocol::ServerMessage& message);
    void told_ok(Session& session, const Asked& asked, const protocol::Ok& ok);
    void told_removed(const Session& session, const server::core::RoomState& room,
                      const protocol::Remove& removal) const;
    void told_seated(Session& session, const Asked& asked, const protocol::Seated& seated);
    void told_error(const Session& session, const Asked& asked, const protocol::Error& error) const;
    void told(const Session& session, const protocol::RoomInfo& info);
    void told(const Session& session, const protocol::View& view) const;
    void told(const Session& session, const protocol::Commitments& table) const;
    void told(const Session& session, const protocol::Chat& chat) const;
    void told(const protocol::RoomList& list) const;
    void told(const protocol::Invitation& invitation) const;
    void told(const protocol::GameList& list, const protocol::ListGames& asked) const;

    Millis now() const;
    Millis oldest_request() const;
    void served(Millis arrival);
    std::optional<Millis> requested_at(const server::core::Record& record) const;
    void check_made(const server::core::RoomState& room, const Account& account,
                    const server::core::Record& record, const Times& times) const;
    void answered_clocks(std::uint64_t record, server::core::Stored result);
    void apply_clocks(Known& known, const server::core::Record& record, bool begins);
    void check_clocks(const Session& session, const protocol::RoomInfo& info);
    void check_clock(const protocol::View& view, const Past* delayed) const;
    void check_move_time(const protocol::View& view, const Past* delayed) const;
    void check_refused_claim(const Session& session, Millis arrival) const;

    Ground& ground_;
    std::map<std::string, Known> rooms_;
    std::map<std::uint64_t, std::string> durable_; // not answered yet
    std::map<std::uint64_t, std::string> applied_; // with its room
    std::map<std::uint64_t, Made> made_;           // not applied yet
    std::map<SessionId, Session> sessions_;
    Micros started_{0}; // when the server's process started
    // The event in which requests were last answered, and the oldest one's arrival.
    std::pair<std::uint64_t, Millis> served_{};
    // By match, or by room if no match was named.
    std::map<std::pair<std::string, std::uint64_t>, std::vector<Action>> intents_;
    std::map<protocol::MatchId, std::map<Step, Action>> acknowledged_;
    std::set<protocol::MatchId> finished_;
    std::set<std::string> said_; // chat texts that are sent once
};

} // namespace jaipur::simulation
