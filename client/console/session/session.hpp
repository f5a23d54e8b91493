// The session with a server: owns the model, sends requests and matches replies, reconnects and
// resumes its seat, repeats an action without an answer, keeps the seat's record and takes part in
// the fair shuffle. Pure: connection, seats, time and randomness come from outside. It draws
// nothing and contains no rules of the game.
#pragma once

#include "client/console/controls.hpp"
#include "client/console/model.hpp"
#include "client/console/session/admission.hpp"
#include "client/console/session/connection.hpp"
#include "client/console/session/retry_delay.hpp"
#include "client/console/session/seats.hpp"
#include "client/console/shuffle/verifier.hpp"
#include "protocol/message.hpp"

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace jaipur::client::session {

struct Environment {
    std::function<SteadyTime()> now;
    std::function<void(std::span<std::uint8_t>)> entropy; // good enough for secrets
    // Commands that return the user to a seat and replay a match (MATCH stands for its ID).
    // Empty: jaipur-client's own command line. A bot's lacks the room's code at its end.
    std::string come_back = {}, replay = {};
    std::string page = {}; // the address of the page in a browser; empty: not shown
    // The command that starts this program's own server again; empty: it has none.
    std::string start_again = {};
    // Where others reach the server; empty: at the address that the user gave.
    std::string invite_at = {};
    SeatUser user = SeatUser::Person;
    std::string player = {};  // which bot it is, for `SeatRecord`
    std::string options = {}; // which commands that return to this server need, too
    // What gets the user into a private server, from the command line.
    std::optional<protocol::Secret> invitation = {};
    std::optional<std::string> server_password = {};
    bool can_ask = false; // somebody is there who may know the password
};

class Session final : public Controls, public ConnectionEvents {
  public:
    static constexpr std::chrono::seconds ping_every{10};
    static constexpr std::chrono::seconds answer_within{10}; // a ping, or a new connection
    static constexpr std::chrono::seconds quit_within{1};    // the answer to a farewell
    static constexpr std::size_t longest_log = 2000;
    static constexpr std::string_view last_code = "ZZZZZZ"; // of a room: none comes after it

    Session(std::string server, std::string name, Connection& connection, Seats& seats,
            Passes& passes, Environment environment);

    const Model& model() const { return model_; }

    // The frontend that is notified from now on; it must outlive the session or be replaced.
    void show_on(Frontend* frontend) { frontend_ = frontend; }

    // Commands that the user is told to type use plain mode.
    void use_plain_mode() { plain_flag_ = " --plain"; }

    void start();
    // Call it at `deadline()`.
    void tick();
    std::optional<SteadyTime> deadline() const;

    // Whether the program should end.
    bool ended() const { return life_ == Life::Ended; }

    // What to print after the screen is closed; often empty.
    const std::string& farewell() const { return farewell_; }

    // ---- Controls
    void request(protocol::RequestBody body, OnReply on_reply = {}) override;
    void ready() override;
    void ready_and_agree() override;
    void resume(const KeptSeat& seat, OnReply on_reply = {}) override;
    void forget(const KeptSeat& seat) override;
    void enter_server(const std::string& key, OnReply on_reply = {}) override;
    void stay_outside() override;
    void reconnect_now() override;
    void quit() override;

    // ---- ConnectionEvents
    void opened() override;
    void received(std::string_view text) override;
    void closed(std::uint16_t code, std::string_view reason) override;

  private:
    using Kind = LogLine::Kind;

    struct Sent {
        protocol::RequestBody body;
        OnReply on_reply;
        int attempts = 1;            // this one and those refused by a rate limit
        bool repeated = false;       // the answer to an earlier one was lost
        bool let_in = false;         // sent again, because a private server has let us in
        bool is_probe = false;       // only finds out whether strangers may enter rooms
        bool was_locked_out = false; // on an earlier connection
    };

    struct Later { // to be sent again
        SteadyTime at;
        Sent sent;
    };

    struct Announced { // how much of a round is in the log
        protocol::MatchId match{};
        int round = 0;
        std::size_t events = 0;
    };

    // ---- the connection and requests
    bool online() const { return model_.link.state == LinkState::Online; }

    SeatRecord* own_seat() { return std::get_if<SeatRecord>(&place_); }

    bool is_watching() const { return std::holds_alternative<protocol::Spectate>(place_); }

    void connect();
    void came_back();
    void own_server_ended();
    bool is_hopeless() const;
    void give_up();
    std::string unreachable(const std::string& why) const;
    void drop_connection(std::string why, bool server_restarts = false);
    void tell_lost();
    std::chrono::steady_clock::duration away() const;
    void give_up_unanswered();
    void send_once_back(Sent sent);
    void send_chats();
    void give_up_chats();
    void wait_for_retry(bool server_restarts = false);
    void send(Sent sent);
    void ping();
    bool take_pong(std::uint64_t id);
    std::optional<KeptSeat> own_kept_seat(const std::string& room) const;
    bool take_kept_seat(const protocol::JoinRoom& join, OnReply& on_reply);
    void go_back(const KeptSeat& seat, OnReply on_reply, std::optional<protocol::JoinRoom> instead);
    void refuse(const OnReply& on_reply, protocol::ErrorCode code, std::string words);
    std::optional<SeatRecord> record_of(const KeptSeat& seat);
    // The seat that this request asks for, if any.
    std::optional<SeatRecord> asked_for(const protocol::RequestBody& body) const;
    void forget_asked_for(const protocol::RequestBody& body);

    // ---- a private server (entering_server.cpp)
    void introduce();
    void lock_out(Sent sent);
    void open_gate();
    bool is_getting_in() const;
    void try_to_get_in();
    void find_out_who_may_enter();
    void let_in(const protocol::Enter& enter);
    void not_let_in(const protocol::Enter& enter, const protocol::Error& error);
    void ask_for_server_key(std::string refusal);
    void refuse_server_key(const OnReply& on_reply, protocol::ErrorCode code,
                           const std::string& words);
    void stay_outside(protocol::ErrorCode code);
    void refuse_locked_out(protocol::ErrorCode code);

    // ---- replies
    void receive(const protocol::Ok& ok);
    void receive(const protocol::Error& error);
    std::optional<Sent> take_sent(std::uint64_t id);
    bool send_later(Sent& sent, const protocol::Error& error);
    bool send_without_token(Sent& sent, const protocol::Error& error);
    static bool says_nothing_about_seat(const Sent& sent, const protocol::Error& error);
    int useful_attempts(const Sent& sent) const;
    void answered(const Sent& sent, const protocol::Ok& ok);
    void refused(Sent& sent, const protocol::Error& error);
    void seated(const protocol::EntryRequest& request, const protocol::Seated& seated);
    void say_name(const protocol::Seated& seated);
    void resumed(const protocol::Seated& seated);
    void resume_refused(const protocol::Resume& resume, OnReply& on_reply,
                        const protocol::Error& error);
    void say_refused(const Sent& sent, const protocol::Error& error);
    void forget_action();
    void go_on();
    void left_room();
    void removed();
    enum class Leaving : std::uint8_t { Answered, Unanswered };
    void end_quitting(Leaving leaving);
    void say_how_to_come_back(const std::string& room);
    std::string come_back_command(const std::string& room) const;
    std::string how_to_come_back(const std::string& room) const;
    std::string to_run(const std::string& sentence, const std::string& command) const;

    // ---- messages that are not replies
    void receive(const protocol::RoomInfo& room);
    void receive(const protocol::Commitments& table);
    void receive(const protocol::View& view);
    void receive(const protocol::Chat& chat);
    void plan_warning();
    void warn();
    bool tell_events(const protocol::View& view); // whether the match ended in them
    void say_how_to_replay(const protocol::View& view);
    void tell_verdict();

    // ---- the room
    void enter_room(const std::string& room, std::optional<Seat> seat,
                    shuffle::Verifier::Entrance entrance);
    void clear_room();
    bool has_opponent(const protocol::RoomInfo& room) const;
    // To the spectator delay, with the opponent who is there.
    bool agrees(const protocol::RoomInfo& room) const;
    void be_ready_soon();
    void note_notice(const std::optional<protocol::Notice>& notice);
    void note_readiness(const protocol::RoomInfo& room, int missed_before);
    void be_ready();
    void save_seat();
    void list_kept();
    void check_kept();
    void note_games(const protocol::ListGames& asked,
                    const std::vector<std::optional<protocol::Game>>& games, bool is_whole);

    void log(Kind kind, std::string text, std::optional<Seat> seat = std::nullopt);
    void log(LogLine line);
    void changed();
    double chance();

    Connection& connection_;
    Seats& seats_;
    Passes& passes_;
    Environment environment_;
    Frontend* frontend_ = nullptr;
    Model model_;
    Admission admission_;
    std::vector<Sent> locked_out_;           // until the server lets us in
    std::optional<bool> strangers_may_join_; // if the server has said so
    bool password_is_wrong_ = false;         // that of the command line: it isn't tried again
    bool access_ended_now_ = false;          // the log says so; the user isn't asked yet
    enum class Life : std::uint8_t { NeverOnline, OnlineBefore, Ended } life_{};
    std::string farewell_, plain_flag_;

    std::uint64_t next_id_ = 1;
    std::map<std::uint64_t, Sent> unanswered_;
    std::vector<Sent> queued_; // until the client is online
    std::vector<Sent> chats_;  // until it is back in the room
    std::vector<Later> later_;
    std::optional<Sent> act_;  // the action without an answer, kept across reconnects
    bool wants_ready_ = false; // `ready` must be sent as soon as possible
    // The user took a seat, went back to one, or wants a rematch: that counts as being ready for
    // the next match, unless there is something to agree to.
    bool wants_match_ = false;
    bool commits_anew_ = false; // the secret behind the seat's commitment, if any, is elsewhere
    std::optional<std::uint64_t> agrees_in_; // to the spectator delay by that `ready`: the pairing

    bool told_online_ = false; // whether the user was last told that we are connected
    // When to tell the user that the connection was lost, unless it is back by then.
    std::optional<SteadyTime> tells_at_;
    std::optional<SteadyTime> back_since_; // when we were back in the room
    std::optional<SteadyTime>
        away_since_; // when we lost a lasting connection, or failed to connect
    std::optional<SteadyTime> opening_until_, distrusts_since_, quit_at_;

    struct PingState {
        SteadyTime due;                  // to send the next one, or to have the answer
        std::optional<std::uint64_t> id; // sent, and not answered yet
    };

    std::optional<PingState> ping_; // while online

    struct GoingBack { // to a kept seat; the server hasn't answered yet
        SeatRecord seat;
        std::optional<protocol::JoinRoom> instead; // if that seat is gone
    };

    // In no room, on the way to a seat, in a seat, or watching.
    std::variant<std::monostate, GoingBack, SeatRecord, protocol::Spectate> place_;
    std::set<std::string> over_;      // tokens of kept seats in matches that are over
    std::optional<std::string> left_; // the room of a seat that was left in a match
    std::uint64_t last_chat_ = 0;     // the time of the last chat line of this room
    shuffle::Verifier::Telling next_view_ = shuffle::Verifier::Telling::SinceLastView;
    Announced announced_;
    shuffle::Verifier verifier_;
    std::optional<SteadyTime> warns_at_;   // that time is running out
    std::optional<SteadyTime> wrong_join_; // when a code or password was last refused
    int strange_messages_ = 0;
};

} // namespace jaipur::client::session
