// A server's core as a value: frames, connections, time and the store's answers go in, and
// everything sent is recorded with its time. The same inputs give the same run.
#pragma once

#include "server/core/lobby/lobby.hpp"
#include "server/core/outbox.hpp"
#include "server/core/room/state.hpp"
#include "tests/noninterference/chance.hpp"
#include "tests/noninterference/round.hpp"

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

namespace jaipur::paired {

using server::core::milliseconds;
using server::core::RoomCode;
using server::core::SessionId;
using server::core::Time;

// ---- what goes in

struct Connect {
    SessionId session = 0;
    server::core::Address from;
};

struct HangUp {
    SessionId session = 0;
};

struct Frame {
    SessionId session = 0;
    std::string text;
    bool broke_a_rule = false; // it was an action that the game's rules refused
};

struct RoundTrip {
    SessionId session = 0;
    milliseconds time{};
};

struct Pass {
    milliseconds time{};
};

struct StoreAnswers { // to the oldest unanswered record
    server::core::Stored result{};
};

struct Restart { // the process dies, and a new one reads the store
    milliseconds down{};
    std::uint64_t entropy = 0;
};

using Input = std::variant<Connect, HangUp, Frame, RoundTrip, Pass, StoreAnswers, Restart>;

// ---- the output

// One message to one session; null: the connection is closed.
struct Sent {
    std::size_t input = 0; // the input that caused it
    Time at{};
    SessionId to = 0;
    std::shared_ptr<const protocol::ServerMessage> message;
    std::shared_ptr<const std::string> text; // from the server's own encoder
    protocol::CloseCode closed{};
};

// A stored chat line.
struct Line {
    RoomCode room;
    std::string text;
    bool to_spectators = false; // only: one of them wrote it during a match
};

// After each input: metrics, the next wake-up time, how many records await the store, and the push
// messages to players, in words.
using Pulse = std::tuple<std::size_t, std::size_t, std::size_t, std::optional<Time>, std::size_t,
                         std::string>;

enum class Store : std::uint8_t { AtOnce, WhenTold };

class Rig {
  public:
    Rig(std::uint64_t seed, const server::core::Limits& limits, Store store, Chance& chance);

    // From now on, records only what these are sent.
    void listen_for(std::set<SessionId> sessions) { listens_for_ = std::move(sessions); }

    void take(const Input& input);

    const server::core::Lobby& lobby() const { return *lobby_; }

    bool waits_for_store() const { return !unstored_.empty(); }

    const std::vector<Sent>& sent() const { return sent_; }

    const std::vector<Pulse>& pulses() const { return pulses_; }

    // Replays that were kept, as bytes.
    const std::vector<std::string>& finished() const { return finished_; }

    const std::vector<Line>& chat() const { return chat_; }

    // Of all rooms, in dealing order.
    const std::vector<Round>& rounds() const { return rounds_; }

  private:
    void accept(const Connect& input);
    void accept(const HangUp& input);
    void accept(const Frame& input);
    void accept(const RoundTrip& input);
    void accept(const Pass& input);
    void accept(const StoreAnswers& input);
    void accept(const Restart& input);

    void carry_out(server::core::Output& out);
    void carry_out(const server::core::Delivery& delivery);
    void note(const server::core::Push& push);
    std::unique_ptr<server::core::Lobby> new_lobby(std::uint64_t entropy) const;
    void hash(const server::core::PasswordToHash& password);
    void think(const server::core::ToThink& what);
    void housekeeping(const server::core::Output& out);
    void note_submitted(const server::core::Record& record);
    void note_stored(const server::core::Record& record);

    server::core::Limits limits_;
    Store store_;
    Chance& chance_;
    std::optional<std::set<SessionId>> listens_for_;
    server::core::Encoder encode_;
    std::unique_ptr<server::core::Lobby> lobby_;
    Time now_{milliseconds{1763640000000}};
    std::deque<server::core::Record> unstored_;
    std::map<std::uint64_t, server::core::Record> log_; // in the store
    std::uint64_t last_stored_ = 0;
    std::vector<Sent> sent_;
    std::vector<Pulse> pulses_;
    std::string push_messages_; // of this input
    std::vector<std::string> finished_;
    std::vector<Line> chat_;
    std::vector<Round> rounds_;
    std::map<RoomCode, std::size_t> running_; // the round of each room, in `rounds_`
};

} // namespace jaipur::paired
