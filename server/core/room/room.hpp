// One room: its state as the records made it, and what no record holds: who is connected and what
// the clocks read. It decides what a request or a timer leads to (a record, an answer), and tells
// its members what records changed. It must not know about other rooms or the store.
#pragma once

#include "server/core/chance.hpp"
#include "server/core/delivery.hpp"
#include "server/core/limits.hpp"
#include "server/core/password.hpp"
#include "server/core/room/overview.hpp"
#include "server/core/room/state.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace jaipur::server::core {

// What a request leads to: a refusal; an `ok` without a record; or a record, which changes the room
// once it is stored.
struct Refused {
    protocol::ErrorCode code{};
    std::string rule; // "R8" if a rule of the game was broken
};

struct Granted {
    decltype(protocol::Ok::adds) adds;
};

using Decision = std::variant<Refused, Granted, RecordBody>;

// What happens next if nobody does anything.
struct Timer {
    enum class Kind : std::uint8_t {
        BotThinks,
        BotActs,
        FlagFalls,
        RevealOverdue,
        ReadyTaken,
        SeatFreed,
        ClaimOpens,
        Abandoned,
        OperatorEnds,
        RoomDies,
        PushEnds, // the push service no longer knows the player's browser
    };
    Kind kind{};
    Time at{};
    Seat seat{};
};

// The earliest of several timers; of those due at the same time, the first one wins.
struct FirstTimer {
    std::optional<Timer> first;

    void add(const Timer& timer) {
        if (!first || timer.at < first->at)
            first = timer;
    }
};

// The delay before trying again after the store refused a record; no clock runs until then.
inline constexpr milliseconds storage_retry{1000};

// How much longer a reveal may take after a restart: our clients wait up to 24 s before they try
// to come back.
inline constexpr milliseconds time_to_come_back{20000};

class Room {
  public:
    // Nobody is connected yet; clocks run from `now`. `notice` is what the operator tells everybody
    // at the moment; both it and the limits must outlive the room.
    Room(RoomState state, const Limits& limits, const std::optional<protocol::Notice>& notice,
         Time now);

    const RoomState& state() const { return state_; }

    // ---- decide (decide.cpp): nothing here changes the room
    // A request from a member of the room.
    Decision decide(SessionId from, const protocol::TableRequest& request, Time now,
                    const Entropy& entropy) const;
    // Whether this password, hashed with the room's salt, opens the room. That never changes while
    // the room is open.
    bool may_join(const std::optional<HashedPassword>& password) const;
    bool may_watch(const std::optional<HashedPassword>& password) const;
    // Public without a password: everybody may know its code.
    bool is_for_anybody() const;
    // For a session that may join or watch.
    Decision decide_join(const std::string& name, std::optional<int> trader, const TokenHash& token,
                         const Entropy& entropy) const;
    Decision decide_watch() const;
    std::optional<Seat> seat_with(const TokenHash& token) const;
    // Whether quick_match may join: public, no password, not played over days, a free seat, and
    // somebody connected.
    bool open_to_quick_match() const;
    Record record(RecordBody body, std::uint64_t number, Time now) const;

    // ---- time (time.cpp)
    std::optional<Timer> next_timer() const;
    // The record that a due timer leads to, if any.
    std::optional<RecordBody> due(const Timer& timer, const Entropy& entropy) const;
    // What a due timer does that leads to no record: a bot is asked, or players are told that one
    // of them may claim the win.
    void do_due(const Timer& timer, Time now, Output& out);
    // What the bot answered; ignored unless it was asked about this action.
    void thought(const Thought& thought);
    // The store refused a record: nobody's clock is charged for the time it took.
    void not_stored(const Record& record, Time now);

    // The refused record came from a timer: it is made again later, and until then the room accepts
    // nothing that would be stored after it.
    void try_again_later(Time now) { retry_at_ = now + storage_retry; }

    bool is_held_up(Time now) const { return retry_at_ && now < *retry_at_; }

    // ---- apply (room.cpp)
    Change apply(const Record& record, Time now);

    // ---- presence (room.cpp)
    // Connects a session to the seat, in place of the one before. `lag` may be unknown.
    void sit(Seat seat, SessionId session, std::optional<milliseconds> lag, Time now);
    // Returns the name that the spectator gets: with a number if it looks like another one here
    // (`distinct_name`).
    std::optional<std::string> watch(SessionId session, std::optional<std::string> name);
    void leave(SessionId session, Time now);

    std::optional<SessionId> at(Seat seat) const { return seats_[seat].session; }

    std::optional<Seat> seat_of(SessionId session) const;

    // Of players and spectators.
    std::vector<SessionId> sessions() const;

    bool is_seated(SessionId session) const { return seat_of(session).has_value(); }

    void set_lag(SessionId session, milliseconds lag);

    struct Watcher {
        SessionId session = 0;
        protocol::SpectatorNumber number = 0;
        std::optional<std::string> name;
    };

    const std::vector<Watcher>& watchers() const { return watchers_; }

    // The session of the spectator with this number; empty if they have gone.
    std::optional<SessionId> watcher(protocol::SpectatorNumber number) const;

    // ---- push messages to players who aren't connected (push.cpp)
    // After a record was applied: whose turn has come, and so on.
    void notify(const Record& record, const Change& change, Output& out) const;
    // Connections break long before that is noticed: if it has been this player's turn for less
    // than `unnoticed`, they haven't heard of it.
    void notify_dropped(Seat seat, milliseconds unnoticed, Time now, Output& out) const;
    // A message that waits to be sent to this seat is out of date.
    void withdraw_notice(Seat seat, Output& out) const;

    // The push service no longer knows the subscription that comes from this record.
    void push_gone(Seat seat, std::uint64_t subscribed_by) { ended_push_[seat] = subscribed_by; }

    // ---- tell (tell.cpp)
    // Tells everybody here what a record changed; a newcomer gets the whole picture.
    void tell(const Change& change, std::optional<SessionId> newcomer, Time now, Output& out);
    void tell_newcomer(SessionId newcomer, Time now, Output& out);
    void tell_chat(const Chatted& line, Time at, Output& out) const;
    // Sends a player the chat lines after this time that the room still keeps; none from before the
    // player took the seat, because players get no history.
    void tell_chat_since(Time after, SessionId player, Output& out) const;
    // Sends `room` to everybody if something in it has changed, and to a newcomer in any case.
    // (Clocks don't settle here: an action that waits counts from its arrival.)
    void tell_room(Time now, Output& out, std::optional<SessionId> newcomer = std::nullopt);
    protocol::RoomListing listing() const;
    protocol::Invitation invitation() const;
    protocol::Game game(Seat seat, Time now) const;

    // ---- for the operator (operator.cpp)
    RoomOverview overview() const;

    // Ends the running match, as soon as a record of it is stored. `why` may be empty.
    void end_by_operator(std::string why) { operator_ends_ = std::move(why); }

  private:
    struct Presence {
        std::optional<SessionId> session;
        Time away_since{}; // if there is no session
        std::optional<milliseconds> lag;
    };

    struct ClockSnapshot {
        PerSeat<milliseconds> absence, clock_left;
        Time at{};
    };

    bool is_bot(Seat seat) const;
    bool is_away(Seat seat) const; // a person who is not connected
    bool is_deserted() const;
    std::optional<Seat> free_seat() const;
    std::vector<std::string> player_names() const;
    void rename_watchers();

    int watcher_count() const { return static_cast<int>(watchers_.size()); }

    milliseconds grace() const { return std::chrono::seconds(state_.options.grace); }

    milliseconds patience() const { return std::chrono::seconds(patience_of(state_.options)); }

    bool is_over_days() const { return is_played_over_days(state_.options); }

    ClockSnapshot clocks(Time now) const;
    // Two reasons why the opponent may claim the win.
    bool is_gone(Seat seat, const ClockSnapshot& times) const;
    bool is_overdue(Seat seat, const ClockSnapshot& times) const;

    void settle(Time now) { clocks_ = clocks(now); }

    Decision decide_ready(Seat seat, const protocol::Ready& request) const;
    Decision decide_reveal(Seat seat, const protocol::Reveal& request) const;
    Decision decide_act(Seat seat, const protocol::Act& request) const;
    Decision decide_resign(Seat seat) const;
    Decision decide_claim(Seat seat, Time now) const;
    Decision decide_rematch(Seat seat, const Entropy& entropy) const;
    Decision decide_leave(std::optional<Seat> seat, const Entropy& entropy) const;
    SeatLeft freed(Seat seat, const Entropy& entropy) const;
    bool may_chat(SessionId from) const;
    Decision decide_chat(SessionId from, const protocol::SendChat& request) const;
    Decision decide_set_chat(Seat seat, const protocol::SetChat& request) const;
    Decision decide_list() const;
    Decision decide_key(const Entropy& entropy) const;
    Decision decide_push(Seat seat, const std::optional<protocol::PushSubscription>& to) const;
    Decision decide_remove(Seat seat, const protocol::Remove& request) const;

    bool has_asked_bot() const;
    void ask_bot(Seat seat, Time now, Output& out);
    void tell_claim(Time now, Output& out);
    void bot_timers(Seat seat, FirstTimer& timers) const;
    milliseconds bot_share() const;
    milliseconds bot_time() const;

    Time turn_began() const { return turn_since_.value_or(phase_since_); }

    Time reveal_overdue() const;
    void match_timers(FirstTimer& timers) const;
    void waiting_timers(FirstTimer& timers) const;

    protocol::Viewer watcher_kind() const;
    protocol::RoomOptions options() const;
    protocol::RoomInfo info(Time now) const;
    bool announced_overdue() const;
    void send_room(protocol::RoomInfo info, Output& out);
    protocol::View view_for(protocol::Viewer viewer, std::span<const Event> events,
                            const ClockSnapshot& times) const;
    void send_views(const Change& change, std::optional<SessionId> except, Time now, Output& out);
    void to_all(protocol::ServerMessage message, Output& out) const;
    void notify(Seat seat, Notice::What what, Output& out) const;
    bool push_has_ended(Seat seat) const;

    RoomState state_;
    const Limits& limits_;
    const std::optional<protocol::Notice>& notice_;
    PerSeat<Presence> seats_;
    std::vector<Watcher> watchers_; // in the order of their numbers
    protocol::SpectatorNumber last_watcher_ = 0;
    ClockSnapshot clocks_;
    Time phase_since_, table_since_, deserted_since_;
    std::optional<Time> turn_since_;    // empty: since before a restart
    PerSeat<std::uint64_t> ended_push_; // records with subscriptions that no longer work
    std::optional<Time> retry_at_;
    std::optional<std::string> operator_ends_; // the match that runs; why

    struct AskedBot {
        protocol::MatchId match{};
        std::uint32_t ply = 0; // of the action that it was asked for
        bool at_once = false;
        std::optional<Action> answer;
    };

    std::optional<AskedBot> asked_bot_; // may be about an earlier action
    // The player to act has run out of time. Only the ClaimOpens timer sets this, because it waits
    // for the store and for earlier requests.
    bool is_late_ = false;
    std::optional<protocol::RoomInfo>
        announced_; // in the last `room`, but with the latest countdowns
};

} // namespace jaipur::server::core
