// One room: its state as the records made it, and beside it what no record holds: who is connected
// and what the clocks read. It decides what requests and time come to (a record, an answer), and
// tells members what records brought. It knows nothing of other rooms or of the store.
#pragma once

#include "server/core/chance.hpp"
#include "server/core/delivery.hpp"
#include "server/core/limits.hpp"
#include "server/core/room/state.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace jaipur::server::core {

// What a request comes to: it is refused; it is fine and there is nothing to store; or it changes
// the room, once the record is stored.
struct Refused {
    protocol::ErrorCode code{};
    std::string rule; // "R8", where a rule of the game was broken
};

struct Granted {};

using Decision = std::variant<Refused, Granted, RecordBody>;

// What the passing of time brings next.
struct Timer {
    enum class Kind : std::uint8_t {
        BotActs,
        FlagFalls,
        RevealOverdue,
        ReadyTaken,
        SeatFreed,
        ClaimOpens, // nothing to store: it is only told
        Abandoned,
        RoomDies,
    };
    Kind kind{};
    Time at{};
    Seat seat{};
};

// After the store refused something: when it is tried again, and for how long no clock runs.
inline constexpr milliseconds storage_retry{1000};

// What may change of a `room` while it is open.
struct News {
    struct Player {
        std::uint64_t seated_by = 0; // 0: a free seat
        bool connected = false, ready = false, rematch = false, claimable = false;
        std::optional<milliseconds> lag;
        friend bool operator==(const Player&, const Player&) = default;
    };

    Phase phase{};
    PerSeat<Player> players;
    int spectators = 0;
    protocol::MatchId match{};
    int aborted = 0;
    friend bool operator==(const News&, const News&) = default;
};

class Room {
  public:
    // Nobody is connected yet; what the clocks are to count begins now.
    Room(RoomState state, const Limits& limits, Time now);

    const RoomState& state() const { return state_; }

    // ---- decide (decide.cpp): nothing here changes the room
    // A request of somebody who is in the room.
    Decision decide(SessionId from, const protocol::TableRequest& request, Time now,
                    const Entropy& entropy) const;
    // Whether the room is there for who shows this password, hashed with the salt of the room's.
    // As long as it is open, that does not change.
    bool may_join(const std::optional<PasswordHash>& password) const;
    bool may_watch(const std::optional<PasswordHash>& password) const;
    // Of somebody who may.
    Decision decide_join(const protocol::JoinRoom& request, const TokenHash& token,
                         const Entropy& entropy) const;
    Decision decide_watch() const;
    std::optional<Seat> seat_with(const TokenHash& token) const;
    // As quick_match asks: public, no password, waiting for somebody, and somebody there.
    bool suits_anybody() const;
    Record record(RecordBody body, std::uint64_t number, Time now) const;

    // ---- time (time.cpp)
    std::optional<Timer> next_timer() const;
    // What is to be stored when it has come; nothing for ClaimOpens.
    std::optional<RecordBody> due(const Timer& timer, Time now, const Entropy& entropy) const;
    // A record was refused: the time that the store took counts against nobody.
    void not_stored(const Record& record, Time now);

    // It was what time brought, and is tried again later; till then nothing else can be accepted
    // that would have to be stored after it.
    void try_again_later(Time now) { retry_at_ = now + storage_retry; }

    bool is_held_up(Time now) const { return retry_at_ && now < *retry_at_; }

    // ---- apply (room.cpp)
    Change apply(const Record& record, Time now);

    // ---- presence (room.cpp)
    // Whoever was connected there no longer is. `lag`: where it is known.
    void sit(Seat seat, SessionId session, std::optional<milliseconds> lag, Time now);
    void watch(SessionId session, std::optional<std::string> name);
    void leave(SessionId session, Time now);

    std::optional<SessionId> at(Seat seat) const { return seats_[seat].session; }

    bool sits(SessionId session) const { return seat_of(session).has_value(); }

    void lags(SessionId session, milliseconds lag);

    int watchers() const { return static_cast<int>(watchers_.size()); }

    // ---- tell (tell.cpp)
    // What an applied record brought, to everybody here; a newcomer gets the whole picture.
    void tell(const Change& change, std::optional<SessionId> newcomer, Time now, Output& out);
    void tell_newcomer(SessionId newcomer, Time now, Output& out);
    void tell_chat(const Chatted& line, Time at, Output& out) const;
    // What a player could have heard since, as far as the room keeps it: nothing of before the seat
    // was taken, for there is no history.
    void tell_chat_since(Time after, SessionId player, Output& out) const;
    // Somebody's grace has run out.
    void tell_claim(Time now, Output& out);
    // `room`, where something in it has changed. (No clock is read for good here: an act that waits
    // in line counts from when it came.)
    void tell_room(Time now, Output& out);
    protocol::RoomListing listing() const;

  private:
    struct Presence {
        std::optional<SessionId> session;
        Time away_since{}; // while there is none
        std::optional<milliseconds> lag;
    };

    struct Watcher {
        SessionId session = 0;
        std::optional<std::string> name;
    };

    // The clocks at some moment.
    struct Reading {
        PerSeat<milliseconds> absence, clock_left;
        Time at{};
    };

    bool is_bot(Seat seat) const;
    bool is_away(Seat seat) const; // a person, not connected
    bool is_deserted() const;
    std::optional<Seat> seat_of(SessionId session) const;
    std::optional<Seat> free_seat() const;

    milliseconds grace() const { return std::chrono::seconds(state_.options.grace); }

    Reading read(Time now) const;

    void settle(Time now) { reading_ = read(now); }

    Decision decide_ready(Seat seat, const protocol::Ready& request) const;
    Decision decide_reveal(Seat seat, const protocol::Reveal& request) const;
    Decision decide_act(Seat seat, const protocol::Act& request) const;
    Decision decide_end(Seat seat, const protocol::TableRequest& request, Time now) const;
    Decision decide_rematch(Seat seat, const Entropy& entropy) const;
    Decision decide_leave(std::optional<Seat> seat, const Entropy& entropy) const;
    Decision decide_chat(SessionId from, const protocol::SendChat& request) const;

    void match_timers(std::vector<Timer>& timers) const;
    void waiting_timers(std::vector<Timer>& timers) const;

    protocol::Viewer watcher_kind() const;
    News news(Time now) const;
    protocol::RoomInfo info(const News& news, Time now) const;
    void send_room(const News& news, Time now, Output& out);
    void send_views(const Change& change, std::optional<SessionId> except, Time now, Output& out);
    void to_all(const protocol::ServerMessage& message, Output& out) const;

    RoomState state_;
    const Limits& limits_;
    PerSeat<Presence> seats_;
    std::vector<Watcher> watchers_;
    Reading reading_;
    Time phase_since_, table_since_, deserted_since_;
    std::optional<Time> retry_at_;
    std::optional<News> told_; // by the last `room` pushed
};

} // namespace jaipur::server::core
