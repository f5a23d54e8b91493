// A server's core with a simulated environment: a manual clock, seeded chance, a store that answers
// on command, connections that keep what they were sent. Every delivery is checked: one reply per
// request in order, `seq` without gaps, nothing sent before it is stored, and the state equal to
// replaying its records.
#pragma once

#include "server/core/lobby/lobby.hpp"
#include "server/core/room/state.hpp"
#include "tests/support/random.hpp"

#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace jaipur::server::core::test {

using namespace std::chrono_literals;

using jaipur::test::Random;

// A request that has not been answered yet.
struct Asked {
    std::uint64_t id = 0;
    std::optional<protocol::RequestBody> body; // nullopt: malformed
};

// One connection, and what it was sent.
struct Peer {
    std::deque<Asked> asked;
    std::vector<protocol::ServerMessage> replies;
    std::vector<std::string_view> kinds;        // of the requests that `replies` answer
    std::vector<protocol::ServerMessage> heard; // in order
    std::vector<protocol::Chat> chats;
    std::optional<protocol::RoomInfo> room;
    std::optional<protocol::View> view;
    std::optional<protocol::Commitments> table;
    std::optional<protocol::CloseCode> closed;
    int views = 0, rooms = 0, tables = 0;
    bool entering = false; // the next view is its first in a room
};

enum class StoreMode : std::uint8_t { AtOnce, WhenTold };

// The default limits, but without limits on requests.
Limits patient_limits();

// A match over days, for one seal.
protocol::CreateOptions over_days(int days = 3);
// The easy bot has the other seat.
protocol::CreateOptions against_bot();

inline Address ip(std::uint64_t number) {
    return {Address::Kind::V4, number};
}

class World {
  public:
    explicit World(std::uint64_t seed = 1, Limits limits = patient_limits(),
                   StoreMode mode = StoreMode::AtOnce);

    Lobby lobby;
    Random random;
    Time now{std::chrono::milliseconds{1763640000000}};
    StoreMode mode;
    std::map<SessionId, Peer> peers;
    std::deque<Record> unstored;
    std::deque<PasswordToHash> unhashed;
    std::deque<GuestChange> unstored_guests;
    std::map<std::uint64_t, GuestEntry> guests; // what a store would hold
    protocol::Secret last_secret{};             // of an invitation
    bool bots_think = true;                     // at once; otherwise when told
    std::deque<ToThink> thoughts;
    std::vector<Push> pushes;                    // all so far
    std::map<RoomCode, RoomState> shadows;       // built from acknowledged records only
    std::map<RoomCode, std::vector<Record>> log; // what a store would hold
    std::map<protocol::MatchId, protocol::Replay> finished;
    std::uint64_t snapshots = 0;
    std::uint64_t records = 0;
    std::uint64_t refused_by_store = 0;
    std::vector<Slot> released; // all so far

    SessionId connect(const Address& from = {});
    void disconnect(SessionId session);
    // Sends a request; its answer may come later.
    void send(SessionId session, protocol::RequestBody body);
    void send_malformed(SessionId session, protocol::Error error);
    // Sends a request that is answered at once.
    protocol::ServerMessage ask(SessionId session, protocol::RequestBody body);
    // "ok", or the code of the error.
    std::string answer(SessionId session, protocol::RequestBody body);
    // The last answer, in the same form; empty: none yet.
    std::string last_answer(SessionId session);
    protocol::Seated enter(SessionId session, protocol::RequestBody body);

    void answer_store(Stored result);
    // The same about the oldest change of the guest book.
    void answer_guests(Stored result);
    // Hashes the next password that the core wants hashed.
    void hash_password();
    // Answers for the next bot that has been asked.
    void think();
    // The process dies: connections and unanswered records are lost. After a while a new process
    // restores the rooms, unchanged.
    void crash(milliseconds down = 0ms);
    // The other server's rooms in this slot come here, as the store has them, with clocks as they
    // were; that server has given them up, or has crashed.
    void adopt(World& from, Slot slot);
    // Another server takes the slot: its records that are not stored yet never will be.
    void drop(Slot slot);
    void release(Slot slot);
    // Gives records to the store and messages to their peers.
    void carry_out(Output& out);
    void shut_down();
    // Lets time pass, waking the lobby whenever it asks.
    void pass(milliseconds time);

    // A finished match; null if it was not kept.
    const protocol::Replay* replay(const protocol::MatchId& match) const;

    const RoomState& state(const RoomCode& room) const { return *lobby.room(room); }

    Peer& peer(SessionId session) { return peers.at(session); }

    const protocol::View& view(SessionId session) { return *peer(session).view; }

    const protocol::RoomInfo& room(SessionId session) { return *peer(session).room; }

  private:
    void offer_push();
    void housekeeping(const Output& out);
    void take(SessionId to, const protocol::ServerMessage& message);
    void take_reply(Peer& peer, std::optional<std::uint64_t> re,
                    const protocol::ServerMessage& message);
    void take_ok(Peer& peer, const protocol::Ok& ok, const Asked& asked);
    void take_room(Peer& peer, const protocol::RoomInfo& room);
    void take_view(Peer& peer, const protocol::View& view);
    void take_chat(Peer& peer, const protocol::Chat& chat);

    Limits limits_;
    std::set<std::pair<std::string, std::int64_t>> stored_lines_; // of chat
    milliseconds ahead_{0}; // of our clock, the times in rooms that came from other servers
    std::uint64_t last_stored_ = 0;
    SessionId last_session_ = 0;
    std::uint64_t last_request_ = 100;
};

// ---- two people at a table ----------------------------------------------------------------------

struct Table2 {
    RoomCode room;
    SessionId host = 0, guest = 0;
    std::string host_token, guest_token;

    SessionId at(Seat seat) const { return seat == Seat::Zero ? host : guest; }
};

protocol::Secret nonce_of(std::uint8_t byte);
// The commitment for the room's match and the seat.
protocol::Hash commit_for(World& world, SessionId session, Seat seat,
                          const protocol::Secret& nonce);

Table2 sit_down(World& world, protocol::CreateOptions options = {});
// Both return on new connections.
void come_back(World& world, Table2& table);
// Both are ready without contributing, and agree to the spectator delay if the room offers one: the
// round is dealt.
void deal(World& world, const Table2& table);
// A random legal action of the player to act.
void play_one(World& world, const Table2& table);
void play_round(World& world, const Table2& table);
void play_match(World& world, const Table2& table);

} // namespace jaipur::server::core::test
